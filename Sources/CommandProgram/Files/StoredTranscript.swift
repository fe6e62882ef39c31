/// What a store's steps are as a scenario.
struct StoredTranscript {
  let transcript: [UInt8]
  let commandCount: Int
  /// Whether the commands lead from the beginning to where the session stands.
  let isSame: Bool
}
