import CommandLanguage
import Simulator
import TestSupport
import Testing

private struct Counter: Model {
  let id: Int
  var name: String
  var points = 0

  static let schema = Schema<Counter>(
    "counter", plural: "counters", "what counts", named: \.name, new: { Counter(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("points", \.points, "its value", in: 0...9)
  }
}

private let names = ["A", "B", "C"]

private let counting = World("counting", Counter.schema) {
  Start { world in
    for (index, name) in names.enumerated() { try world.add(Counter(id: index + 1, name: name)) }
  }
}

/// Random lines, whose output is compared with that of a simple model.
@Suite struct HistoryModelTests {
  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `random lines of changes, moves and questions answer as a simple model of history does`(
    seed: UInt64
  ) throws {
    var random = SplitMix(seed)
    let session = try counting.makeSession(seed: 1)
    let limit = random.oneIn(2) ? 2 + random.below(4) : 10_000
    if limit < 10_000 { _ = session.run("set history \(limit)") }
    var model = HistoryModel(["A": 0, "B": 0, "C": 0], limit: limit)
    var digests = [model.counters(): session.world.digest]
    var transcript = "set history \(limit)"
    for _ in 0..<18 where session.world.step < 18 {
      let commands = (0...random.below(4)).map { _ in
        Self.command(&random, steps: session.world.step + 2)
      }
      let line = commands.joined(separator: "; ")
      transcript += "\n" + line
      let expected = model.run(commands)
      let output = session.run(line).output
      try #require(Self.facts(output) == expected, "seed \(seed):\n\(transcript)\n\(output)")
      let digest = session.world.digest
      try #require(digests[model.counters(), default: digest] == digest, "seed \(seed):\n\(transcript)")
      digests[model.counters()] = digest
    }
  }

  private static func command(_ random: inout SplitMix, steps: Int) -> String {
    func place() -> String {
      let step = random.below(steps + 1)
      return random.oneIn(3) ? "\(step).\(random.below(4))" : "\(step)"
    }
    switch random.below(20) {
    case 0...7: return "change \(names[random.below(3)]) points=\(random.below(4))"
    case 8: return random.oneIn(2) ? "undo" : "undo \(1 + random.below(3))"
    case 9: return random.oneIn(2) ? "redo" : "redo \(1 + random.below(3))"
    case 10, 11: return "goto \(place())"
    case 12: return "log"
    case 13: return "log \(place())"
    case 14: return "log last=\(1 + random.below(4))"
    case 15, 16: return random.oneIn(2) ? "diff \(place())" : "diff \(place()) \(place())"
    case 17: return "why \(names[random.below(3)]).points"
    default: return "hash changes"
    }
  }

  // MARK: Reading

  /// The lines of an output as the model writes them.
  private static func facts(_ output: String) -> [String] {
    var lines = output.split(separator: "\n").map(String.init)[...]
    var facts: [String] = []
    while let line = lines.popFirst() {
      if line.hasPrefix("error: ") {
        let (source, mark) = (lines.popFirst() ?? "", lines.popFirst() ?? "")
        facts.append("\(line) @\(word(of: source, above: mark))")
      } else if line.hasPrefix("  note: ") {
        facts.append(String(line.dropFirst(2)))
      } else if let row = row(line) {
        facts.append(row)
      } else if !line.hasPrefix("  step  tick ") {
        facts.append(isDigest(line) ? "hash" + line.dropFirst(16) : line)
      }
    }
    return facts
  }

  /// The word that a caret stands under.
  private static func word(of source: String, above mark: String) -> String {
    let start = mark.prefix { $0 != "^" }.count
    return String(source.dropFirst(start).prefix { $0 != " " && $0 != ";" })
  }

  private static func isDigest(_ line: String) -> Bool {
    let digits = line.prefix(16)
    return digits.count == 16 && digits.allSatisfy(\.isHexDigit)
  }

  /// `mark|step|command|changes` of a row of a log at tick 0; `nil` for any other line.
  private static func row(_ line: String) -> String? {
    guard let mark = line.first, mark == " " || mark == "*" || mark == "+" else { return nil }
    var columns: [String] = []
    var rest = line.dropFirst()
    for _ in 0..<2 {
      rest = rest.drop { $0 == " " }
      columns.append(String(rest.prefix { $0 != " " }))
      rest = rest.dropFirst(columns[columns.count - 1].count)
    }
    guard columns[0].first?.isNumber == true, columns[1] == "0" else { return nil }
    rest = rest.dropFirst(2)
    var command = ""
    while let first = rest.first, !rest.hasPrefix("  ") {
      command.append(first)
      rest.removeFirst()
    }
    return "\(mark)|\(columns[0])|\(command)|\(rest.drop { $0 == " " })"
  }
}
