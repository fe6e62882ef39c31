import CommandLanguage
import Simulator
import Synchronization
import Testing

@testable import Exploration

/// Lines that only go away together.
struct ShrinkerTests {
  private static let world = World("names", Item.schema) {
    Command("rename", "Give an item another name", .one(Item.self), .newName(of: Item.self)) {
      world, item, name in
      try world.change(item) { $0.name = name }
    }
    Command("count", "Set a number", .one(Item.self), .number("count", in: 0...100_000)) {
      world, item, count in
      try world.change(item) { $0.count = count }
    }
  }

  private let commands: [CommandDescription]
  init() throws { commands = try Self.world.exploredInTest().commands }

  /// A line of a command with plain words for its arguments, in the order of its parameters.
  private func line(_ name: String, _ words: String...) throws -> Invocation {
    let command = try #require(commands.firstIndex { $0.name == name })
    var line = Invocation(command, name: name)
    let places = commands[command].parameters.indices.filter {
      commands[command].parameters[$0].option == nil
    }
    for (place, word) in zip(places, words) {
      line.arguments.append(Invocation.Argument(parameter: place, value: .text(word)))
    }
    return line
  }

  private func shrunk(
    _ lines: [Invocation], trials: [String] = [], isStill: @escaping ([String]) -> Bool
  ) -> [String] {
    var shrinker = Shrinker(
      commands, trials: { _, _, _ in trials.map { ArgumentTrial($0) } }, isStill: { isStill($0.map(\.text)) })
    return shrinker.shrink(lines).map(\.text)
  }

  @Test func `lines before a position within a step go away while its number falls`() throws {
    // The line before the last one makes a step of two parts.
    let lines =
      try (0..<30).map { try line("count", "A", "\($0 + 1)") } + [
        Invocation(line: "count A 7; count A 8"), try line("goto", "31.1"), try line("redo"),
      ]
    let shortest = shrunk(lines) { lines in
      guard let move = lines.firstIndex(where: { $0.hasPrefix("goto ") }), move + 1 < lines.count else {
        return false
      }
      return lines[move + 1] == "redo" && lines[..<move].last == "count A 7; count A 8"
        && lines[move] == "goto \(move).1"
    }
    #expect(shortest == ["count A 7; count A 8", "goto 1.1", "redo"])
  }

  @Test func `a line of two commands becomes two lines, or one of them`() throws {
    let joined = Invocation(joining: [try line("count", "A", "1"), try line("count", "B", "2")])
    #expect(shrunk([joined]) { $0.contains("count B 2") } == ["count B 2"])
    let both = shrunk([joined]) { $0.contains("count A 1") && $0.contains("count B 2") }
    #expect(both == ["count A 1", "count B 2"])
    #expect(shrunk([joined]) { $0.contains(joined.text) } == [joined.text])
  }

  @Test func `after the last run that is allowed, nothing runs any more, not even for candidates`() throws {
    let lines = try (0..<9).map { try line("count", "A", "\($0 + 1)") }
    let (runs, candidates) = (Counter(), Counter())
    var shrinker = Shrinker(
      commands,
      trials: { _, _, _ in
        candidates.count += 1
        return []
      },
      isStill: { _ in
        runs.count += 1
        return false
      })
    shrinker.runCountMax = 5
    #expect(shrinker.shrink(lines) == lines)
    #expect(runs.count == 5)
    #expect(candidates.count == 0)
  }

  private final class Counter { var count = 0 }

  @Test func `a name that was given goes away with the line that gave it`() throws {
    let lines = [try line("add", "item", "A"), try line("rename", "A", "B"), try line("count", "B", "3")]
    // An item with some name counts to 3: the name is that of its last line.
    let isStill = { (lines: [String]) -> Bool in
      var name = ""
      for line in lines {
        let words = line.split(separator: " ").map(String.init)
        if words.count < 3 { continue }
        if words[0] == "add" { name = words[2] }
        if words[0] == "rename", words[1] == name { name = words[2] }
        if words[0] == "count", words[1] == name, words[2] == "3", name != "" { return true }
      }
      return false
    }
    #expect(shrunk(lines, isStill: isStill) == ["add item A", "count A 3"])
  }

  @Test func `successive waits become one`() throws {
    let lines = [
      try line("tick", "2"), try line("tick"), try line("count", "A", "1"), try line("tick", "4"),
      try line("tick", "5"),
    ]
    // Three ticks must pass before the count, and nine after it.
    let isStill = { (lines: [String]) -> Bool in
      let counts = lines.map { line in
        line == "tick" ? 1 : line.hasPrefix("tick ") ? Int(line.dropFirst(5)) ?? 0 : 0
      }
      guard let place = lines.firstIndex(of: "count A 1") else { return false }
      return counts[..<place].reduce(0, +) == 3 && counts[place...].reduce(0, +) == 9
    }
    #expect(shrunk(lines, isStill: isStill) == ["tick 3", "count A 1", "tick 9"])
  }

  @Test func `going back fewer steps goes with fewer lines to go back over`() throws {
    let turns = try (0..<4).map { _ in try line("count", "A", "1") }
    let lines = turns + [try line("undo", "4")]
    // All that was done is taken back, and it was something.
    let isStill = { (lines: [String]) -> Bool in
      var count = 0
      for line in lines {
        if line == "count A 1" { count += 1 }
        if line.hasPrefix("undo") {
          let steps = Int(line.dropFirst(5)) ?? 1
          if steps > count { return false }
          count -= steps
          if count == 0 { return true }
        }
      }
      return false
    }
    let shortest = shrunk(lines, isStill: isStill)
    #expect(shortest == ["count A 1", "undo"], "\(shortest)")
  }

  @Test func `a number gets as near to 0 as the fault allows`() throws {
    let lines = [try line("count", "A", "47111")]
    #expect(shrunk(lines) { $0.count == 1 && (Int($0[0].dropFirst(8)) ?? 0) > 1_234 } == ["count A 1235"])
  }

  @Test func `a number is lowered below the first candidate that shows the fault`() throws {
    let lines = [try line("count", "A", "700")]
    let shortest = shrunk(lines, trials: ["1", "10", "50"]) { lines in
      lines.count == 1 && lines[0].hasPrefix("count A ") && (Int(lines[0].dropFirst(8)) ?? 0) > 5
    }
    #expect(shortest == ["count A 6"], "\(shortest)")
  }

  @Test func `an object gets its later name at once, and names are in order`() throws {
    let lines = [
      try line("add", "item", "A"), try line("rename", "A", "E"), try line("add", "item", "A"),
      try line("count", "E", "3"), try line("count", "A", "2"),
    ]
    // One item counts to 3, and then another one to 2.
    let isStill = { (lines: [String]) -> Bool in
      var (numbers, counts): ([String: Int], [[Int]]) = ([:], [])
      for words in lines.map({ $0.split(separator: " ").map(String.init) }) {
        switch words.first {
        case "add" where words.count == 3:
          if numbers[words[2]] != nil { return false }
          numbers[words[2]] = numbers.count
        case "rename":
          guard let number = numbers.removeValue(forKey: words[1]), numbers[words[2]] == nil else {
            return false
          }
          numbers[words[2]] = number
        default:
          guard let number = numbers[words[1]] else { return false }
          counts.append([number, Int(words[2]) ?? 0])
        }
      }
      return counts.map { $0[1] } == [3, 2] && counts[0][0] != counts[1][0]
    }
    let shortest = shrunk(lines, isStill: isStill)
    #expect(shortest == ["add item A", "add item B", "count A 3", "count B 2"], "\(shortest)")
  }

  @Test func `names in blocks are in order too`() throws {
    var job = try line("every", "1")
    job.arguments.append(.init(parameter: 1, value: .block(try line("add", "item", "B"))))
    let lines = [try line("add", "item", "C"), job, try line("add", "item", "A")]
    let shortest = shrunk(lines) { lines in
      lines.count == 3 && lines[1].contains("{ add item ")
        && [lines[0], lines[2]].allSatisfy { $0.hasPrefix("add item ") }
    }
    #expect(shortest == ["add item A", "every 1 { add item B }", "add item C"], "\(shortest)")
  }

  @Test func `a cycle is removed although other lines are between its lines`() throws {
    let cycle = try ["1", "2", "3"].map { try line("count", "A", $0) }
    let others = try ["C", "D", "E"].map { try line("add", "item", $0) }
    let lines = [
      cycle[0], others[0], cycle[1], others[1], cycle[2], others[2], cycle[0], try line("tick", "1"),
    ]
    // Three items are there, and the count goes on from 1 by steps of one.
    let isStill = { (lines: [String]) -> Bool in
      var count = 0
      for line in lines where line.hasPrefix("count A ") {
        guard let next = Int(line.dropFirst(8)), next == count % 3 + 1 else { return false }
        count = next
      }
      return count == 1 && lines.count { $0.hasPrefix("add item ") } == 3
    }
    let shortest = shrunk(lines, isStill: isStill)
    #expect(shortest.count == 4 && shortest.contains("count A 1"), "\(shortest)")
  }

  @Test func `faults of views that lines made are one, whatever the views are called`() throws {
    let fault = Fault(.view, "w/rows", "it shows something else")
    let (one, other) = (try line("watch", "w", "items"), try line("watch", "x", "items"))
    let cause = fault.cause(in: [one], commands)
    #expect(cause == FaultCause(kind: .view, subject: "(watch)/rows"))
    #expect(Fault(.view, "x/rows", "").cause(in: [other], commands) == cause)
    #expect(fault.cause(in: [other], commands) == FaultCause(kind: .view, subject: "w/rows"))
  }

  @Test func `a walk for the corpus is shortened by short runs alone, and until an interruption`() throws {
    final class Count: Sendable { let value = Atomic<Int>(0) }
    let runs = Count()
    let world = World("clock", Item.schema) {
      Every(1, "pass") { _ in runs.value.add(1, ordering: .relaxed) }
    }
    let explored = try world.exploredInTest()
    let tick = try #require(explored.commands.firstIndex { $0.name == "tick" })
    var line = Invocation(tick, name: "tick")
    line.arguments = [Invocation.Argument(parameter: 0, value: .text("1000000001"))]
    let session = JobSession(explored, seed: 1, prefix: [])
    let runner = try session.begin()
    explored.coverage.note(in: runner.session)
    _ = runner.run(line.text)
    let cells = explored.cells(exercisedBy: runner.session)
    var tried: [String] = []
    func entry(isInterrupted: Bool) -> CorpusEntry {
      var minimiser = Minimiser(session: session, isInterrupted: { isInterrupted }) {
        if !$1.isEmpty { tried.append($1) }
      }
      minimiser.stepCountMax = 500
      return minimiser.entry(reaching: cells, [line])
    }
    #expect(entry(isInterrupted: true).lines == [line.text] && tried == [])
    #expect(entry(isInterrupted: false).lines == [line.text])
    // Half the time is valid, and its jobs would run until the limit of a line ends them.
    #expect(tried.contains("tick 500000000"))
    #expect(runs.value.load(ordering: .relaxed) < 50_000)
  }
}
