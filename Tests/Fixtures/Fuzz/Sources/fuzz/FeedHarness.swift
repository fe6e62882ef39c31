import CommandLanguage
import Simulator
import WarGame

/// Lines of a feed: what one tells is recorded as a command that takes in the same.
enum FeedHarness {
  static func problem(with input: [UInt8]) -> String? {
    guard let told = try? warRoom.makeSession(), let replayed = try? warRoom.makeSession() else {
      return "a session cannot start"
    }
    var problem: String?
    var lines = FeedLines(byteCountMax: told.world.feedLineLimit)
    func take(_ line: FeedLine) {
      guard problem == nil, let update = try? told.world.update(from: line) else { return }
      var output: [UInt8] = []
      let outcome = told.run(into: &output) { try update.receive() }
      let (text, other) = replayed.run(update.command)
      if outcome != other {
        problem = "“\(update.command)” ends otherwise: \(text)"
      } else if told.world.digest != replayed.world.digest {
        problem = "“\(update.command)” takes in something else"
      }
    }
    lines.take(input.span, take)
    lines.finish(take)
    return problem
  }
}
