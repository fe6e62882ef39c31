import CommandLanguage
import Glibc
import Prompting
import Scenarios
import Testing

@testable import CommandProgram
@testable import toy_program

/// The feed of a program, in a world whose lines are numbers.
@Suite struct ToyFeedTests {
  private let session: CommandSession
  private let recording: Recording
  private let feeds: FeedRunner
  private let sources = PromptSources()

  init() throws {
    let session = try TallyWorld().makeSession(seed: nil)
    let recording = Recording(kept: { RecordedPart.of($0, in: session) })
    feeds = FeedRunner(session.host.host(as: Tally.self), sources: sources) { output, body in
      session.run(into: &output) { try body() }
    } record: {
      recording.append(command: $0, output: $1)
    }
    session.host.host(as: Tally.self).feeds = feeds
    (self.session, self.recording) = (session, recording)
  }

  /// Hears what comes until the program has ended.
  private func hearAll() throws -> String {
    var news: [UInt8] = []
    while !sources.all.isEmpty {
      var requests = sources.all.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      try #require(poll(&requests, nfds_t(requests.count), 60_000) > 0)
      let ready = requests.filter { $0.revents != 0 }.map(\.fd)
      for source in sources.all where ready.contains(source.descriptor) {
        if source.receive(&news) == .remove { sources.remove(descriptor: source.descriptor) }
      }
    }
    return String(decoding: news, as: UTF8.self)
  }

  @Test func `lines are taken in by the world and recorded as the commands that repeat them`() throws {
    #expect(
      session.run("feed -- printf \"3\\n\\nx\\n4\"", hooks: [feeds, recording]).output
        == "feed: “printf 3\\n\\nx\\n4” is running\n")
    let news = try hearAll()
    #expect(news.hasPrefix("~ total  3\nwarning: feed, line 3: no number\n~ total  7\nfeed: “printf"))
    #expect(news.hasSuffix("” has ended after 2 updates and 1 that could not be read\n"))
    #expect(
      String(decoding: recording.transcript, as: UTF8.self)
        == "# format: 1\n\n> add 3\n~ total  3\n> add 4\n~ total  7\n")
    #expect(session.host.host(as: Tally.self).total == 7)
  }
}
