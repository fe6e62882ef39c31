import AutoUpdate
import CommandLanguage
import Simulator
import TestSupport
import Testing
import WarGame

/// Moves through the history in random sessions.
struct HistoryPropertyTests {
  /// 8 × 200 = 1,600 sequences.
  @Test(
    "undo to any point and redo give the same digest and screens; the same commands print the same again",
    arguments: 0..<8)
  func goingBackAndForth(part: UInt64) throws {
    var kinds = Kinds()
    for index in 0..<200 {
      let seed = part &* 1_000_000 &+ UInt64(index)
      var random = RandomCommands(seed: seed)
      let commands = random.commands(random.isAboutViews ? 4 + index / 4 % 10 : index % 8)
      guard let problem = try Self.problem(with: commands, seed: seed, &kinds) else { continue }
      let (shortest, why) = try Self.shrunk(commands, problem, seed: seed)
      Issue.record("seed \(seed): \(why)\nshortest:\n\(shortest.joined(separator: "\n"))")
      return
    }
    // The sequences contained many steps, and failed commands that made none.
    #expect(kinds.steps > 500 && kinds.failures > 50 && kinds.dropped > 50, "\(kinds)")
  }

  struct Kinds {
    var steps = 0
    var failures = 0
    var dropped = 0
  }

  /// A point of the history, with the state and the screens at it.
  struct Mark: Equatable {
    var point: Int
    var digest: String
    var screens: String
  }

  static func mark(_ session: GameSession) -> Mark {
    let screens = session.run("show width=40; views").output
    return Mark(point: session.world.step, digest: session.world.digest, screens: screens)
  }

  /// Returns the problem of moving through the history after these commands; `nil` if there is none.
  static func problem(with commands: [String], seed: UInt64, _ kinds: inout Kinds) throws -> String? {
    var random = SplitMix(seed ^ 0xA5A5)
    let session = try warRoom.makeSession(seed: seed)
    if seed % 3 == 0 { _ = session.run("trace on") }
    var marks = [mark(session)]
    var outputs: [String] = []
    var commitCount = session.world.store.commitCount
    for command in commands {
      let (output, outcome) = session.run(command)
      outputs.append(output)
      if outcome == .failed { kinds.failures += 1 }
      // Screens change only if a model changes.
      let isSame = session.world.store.commitCount == commitCount
      commitCount = session.world.store.commitCount
      marks.append(isSame ? marks[marks.count - 1] : mark(session))
    }
    kinds.steps += session.world.step
    func difference(_ how: String) -> String? {
      guard let known = marks.last(where: { $0.point == session.world.step }) else {
        return nil
      }
      let now = mark(session)
      guard known != now else { return nil }
      return "after \(how) step \(now.point) differs: \(known)\nis now \(now)"
    }

    // Step by step to the beginning and back, then by leaps.
    while session.world.step > 0 {
      _ = session.run("undo")
      if Int.random(in: 0..<3, using: &random) > 0 { continue }
      if let difference = difference("undo") { return difference }
    }
    while session.world.isInThePast {
      _ = session.run("redo")
    }
    if let difference = difference("redo") { return difference }
    for leap in 0..<3 {
      // The last leap goes to the end, so that the following part begins by moving back.
      let target = marks[leap == 2 ? marks.count - 1 : Int.random(in: 0..<marks.count, using: &random)].point
      _ = session.run("goto \(target)")
      if session.world.step != target {
        return "goto \(target) went to \(session.world.step)"
      }
      if let difference = difference("goto") { return difference }
    }

    // The same commands again, from a random point on.
    let start = Int.random(in: 0...commands.count, using: &random)
    _ = session.run("goto \(marks[start].point)")
    let isUndone = session.world.isInThePast
    var hasDropped = false
    for index in start..<commands.count {
      var output = session.run(commands[index]).output
      if isUndone, !hasDropped, let note = output.range(ofLineWith: "undone") {
        hasDropped = true
        output.removeSubrange(note)
      }
      if output != outputs[index] {
        return "“\(commands[index])” printed\n\(outputs[index])and again from \(start)\n\(output)"
      }
      if session.world.digest != marks[index + 1].digest {
        return "“\(commands[index])” again leads elsewhere"
      }
    }
    if mark(session) != marks[commands.count] { return "the same commands again lead to other screens" }
    if isUndone != hasDropped { return "that steps were dropped was said: \(hasDropped)" }
    if hasDropped { kinds.dropped += 1 }
    return nil
  }

  /// Returns the commands without those that the problem does not need.
  static func shrunk(
    _ commands: [String], _ problem: String, seed: UInt64
  ) throws -> (commands: [String], problem: String) {
    var shortest = (commands: commands, problem: problem)
    var kinds = Kinds()
    var index = 0
    while index < shortest.commands.count {
      var fewer = shortest.commands
      fewer.remove(at: index)
      if let problem = try self.problem(with: fewer, seed: seed, &kinds) {
        shortest = (fewer, problem)
        index = 0
      } else {
        index += 1
      }
    }
    return shortest
  }
}

extension String {
  /// Returns the range of the first line that contains a word, with its line break.
  fileprivate func range(ofLineWith word: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      let end = self[start...].firstIndex(of: "\n").map { index(after: $0) } ?? endIndex
      if self[start..<end].contains(word) { return start..<end }
      start = end
    }
    return nil
  }
}
