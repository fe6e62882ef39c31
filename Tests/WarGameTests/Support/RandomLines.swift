import CommandLanguage
import TestSupport

/// A generator of random lines: a world's commands with plausible arguments, in statements of the language.
struct RandomLines {
  private var random: SplitMix
  private let commands: [CommandDescription]

  private let rows: [String]

  /// - Parameter rows: the parts of selections.
  init(_ table: CommandTable, rows: [String], seed: UInt64) {
    self.rows = rows
    random = SplitMix(seed)
    commands = table.ownCommands.filter { !["feed", "store", "run"].contains($0.name) }
  }

  mutating func line(in session: CommandSession) -> String {
    if random.oneIn(3) { return languageLine(in: session) }
    return line(of: commands[random.below(commands.count)], in: session)
  }

  private mutating func line(of command: CommandDescription, in session: CommandSession) -> String {
    var line = command.name
    for parameter in command.parameters {
      if !parameter.isRequired, !random.oneIn(3) {
        if parameter.option == nil { break }
        continue
      }
      let trials = session.trials(for: parameter)
      let text: String
      if parameter.shape == .block {
        text = "{ \(self.line(of: commands[random.below(commands.count)], in: session)) }"
      } else if trials.isEmpty {
        text = "A"
      } else {
        text = trials[random.below(trials.count)].text
      }
      line += " " + (parameter.option.map { "\($0)=" } ?? (parameter.isAssigned ? "= " : "")) + text
    }
    return line
  }

  private mutating func languageLine(in session: CommandSession) -> String {
    let rows = rows[random.below(rows.count)]
    switch random.below(24) {
    case 0: return "let x = [\(rows).name, \(random.below(9))]"
    case 1: return "let y = count(\(rows))"
    case 2: return "def again a { print $a; undo }"
    case 3: return "again \(random.below(9))"
    case 4:
      return
        "watch w\(random.below(3)) = \(rows) where name != \"\(random.below(3))\" limit \(random.below(4))"
    case 5: return "watch shows = shown where visible"
    case 6: return "unwatch w\(random.below(3))"
    case 7: return "invariant few\(random.below(2)) count(\(rows)) < \(random.below(20))"
    case 8: return "constraint seen count(shown) > \(random.below(3))"
    case 9: return "undo \(1 + random.below(4))"
    case 10: return "redo"
    case 11: return "goto \(random.below(6))"
    case 12: return "set history \(random.below(4))"
    case 13: return "set \(random.oneIn(2) ? "historychanges" : "watches") \(random.below(6))"
    case 14: return "set memory \(random.oneIn(2) ? 20_000 : 1_000_000)"
    case 15: return "print x; print y"
    case 16: return "log; hash changes"
    case 17: return "trace \(random.oneIn(2) ? "on" : "off")"
    case 18: return "verify \(random.oneIn(2) ? "on" : "")"
    case 19: return "seed \(random.below(100))"
    case 20: return "every 2 { print tick }; tick \(1 + random.below(4))"
    case 21: return "why \(rows)"
    case 22: return "set steps \(500 + random.below(3) * 10_000); for i in range(1, 9) { print i; undo }"
    default: return "show; jobs; views; invariants; constraints; settings; vars; defs"
    }
  }
}
