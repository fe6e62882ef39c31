/// What `poll` can be told.
enum PollMode: String, CaseIterable, Sendable {
  case every, off
}

/// What `app` is about.
enum AppTopic: String, CaseIterable, Sendable {
  case ready, authentication, dataRetrieval, delegates
}
