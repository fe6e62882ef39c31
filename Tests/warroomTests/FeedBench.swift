import CommandLanguage
import Glibc
import Prompting
import Scenarios
import Simulator
import WarGame

@testable import CommandProgram
@testable import Posix

/// A recorded session with the feed of a prompt, and in the prompt's place a loop that waits with a deadline.
final class FeedBench {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  let game: GameSession
  let recording: Recording
  let feeds: FeedRunner
  /// What has appeared above the line.
  private(set) var news = ""
  private let heard = PromptSources()

  init() throws {
    game = try warRoom.makeSession()
    let game = game
    let recording = Recording(kept: { [unowned game] in RecordedPart.of($0, in: game) })
    self.recording = recording
    feeds = FeedRunner(game.world, sources: heard) { [unowned game] output, body in
      game.run(into: &output) { try body() }
    } record: {
      recording.append(command: $0, output: $1)
    }
    game.world.feeds = feeds
  }

  deinit { feeds.end() }

  var sources: [PromptSource] { heard.all }

  /// Types a line.
  func type(_ line: String) -> String { game.run(line, hooks: [feeds, recording]).output }

  /// Starts a shell's command as a feed.
  func shell(_ script: String) -> String {
    let text = script.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    return type("feed -- /bin/sh -c \"\(text)\"")
  }

  /// The commands of the transcript.
  var commands: [String] {
    String(decoding: recording.transcript, as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
  }

  /// Hears each source that has something to say once.
  func turn(deadline: UInt64) throws {
    var requests = sources.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    let now = PosixThreads.now()
    guard now < deadline, !requests.isEmpty,
      poll(&requests, nfds_t(requests.count), Int32((deadline - now) / 1_000_000)) > 0
    else { throw Failure(description: "nothing more comes after: \(news)") }
    let ready = requests.filter { $0.revents != 0 }.map(\.fd)
    for source in sources where ready.contains(source.descriptor) {
      var output: [UInt8] = []
      if source.receive(&output) == .remove { heard.remove(descriptor: source.descriptor) }
      news += String(decoding: output, as: UTF8.self)
    }
  }

  /// Hears what comes until the news contain a text.
  func wait(for text: String) throws {
    let deadline = PosixThreads.now() + 60_000_000_000
    while !news.contains(text) { try turn(deadline: deadline) }
  }
}
