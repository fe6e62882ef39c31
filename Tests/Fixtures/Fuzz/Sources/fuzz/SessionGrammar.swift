import CommandLanguage
import Simulator
import WarGame

/// The grammar of command lines: declared commands with suitable arguments, statements and expressions.
struct SessionGrammar: InputGrammar {
  /// A command with arguments to try for each of its parameters.
  private struct Form {
    let name: String
    let parameters: [(info: ParameterInfo, texts: [String])]
  }

  private let forms: [Form]
  private let words: [String]
  private let limits: [String]

  static let shared = SessionGrammar()

  private init() {
    var forms: [Form] = []
    var words = [
      "Arthur", "Ban", "x", "y", "units", "heroes", "towers", "game", "app", "map", "chat", "it", "shown",
      "none",
    ]
    if let session = try? warRoom.makeSession(seed: 7) {
      _ = session.run("spawn hero Arthur; spawn tower Ban side=defender; def both a b { $a; $b }; let x = 3")
      _ = session.run("watch few = units where hp < 50; every 3 { print 1 }; after 2 { print 2 }")
      for command in session.table.commands {
        forms.append(
          Form(
            name: command.name,
            parameters: command.parameters.map { ($0, session.trials(for: $0).map(\.text)) }))
        words.append(command.name)
      }
    }
    self.forms = forms
    self.words = words
    limits = [
      "steps", "nesting", "recursion", "name", "text", "list", "variables", "memory", "output", "line",
      "units", "jobs",
      "watches", "rules", "history", "changes",
    ]
  }

  func line(_ random: inout SplitMix) -> String { statement(&random, depth: 2) }

  func piece(_ random: inout SplitMix) -> String {
    switch random.below(4) {
    case 0: random.one(of: words)
    case 1: block(&random, depth: 1)
    default: expression(&random, depth: 2)
    }
  }

  // MARK: Statements

  private func statement(_ random: inout SplitMix, depth: Int) -> String {
    if depth <= 0 || random.oneIn(2) { return command(&random, depth: depth) }
    let (name, value) = (name(&random), expression(&random, depth: depth))
    switch random.below(16) {
    case 0, 1: return "let \(name) = \(value)"
    case 2: return "def \(name) a { \(statement(&random, depth: depth - 1)); return \(value) }"
    case 3: return "if \(value) \(block(&random, depth: depth)) else \(block(&random, depth: depth))"
    case 4: return "repeat \(random.below(12)) \(block(&random, depth: depth))"
    case 5: return "for \(name) in \(value) \(block(&random, depth: depth))"
    case 6: return "try \(block(&random, depth: depth)) else \(name) \(block(&random, depth: depth))"
    case 7: return "watch \(name) = \(selection(&random, depth: depth))"
    case 8: return "\(random.oneIn(2) ? "constraint" : "invariant") \(name) = \(value)"
    case 9: return "\(random.one(of: ["every", "after"])) \(random.below(5)) \(block(&random, depth: depth))"
    case 10: return "while \(value) \(block(&random, depth: depth))"
    case 11: return "\(random.one(of: ["print", "expect"])) \(value)"
    case 12: return selection(&random, depth: depth)
    case 13: return "set \(random.one(of: limits)) \(random.one(of: ["0", "1", "3", "40", "1000", "100000"]))"
    case 14:
      return random.one(of: [
        "undo", "redo", "goto 0", "log", "vars", "defs", "show", "trace on", "verify on", "tick 3",
      ])
    default: return statement(&random, depth: depth - 1) + "; " + statement(&random, depth: depth - 1)
    }
  }

  private func block(_ random: inout SplitMix, depth: Int) -> String {
    "{ \(statement(&random, depth: depth - 1)) }"
  }

  private func command(_ random: inout SplitMix, depth: Int) -> String {
    let form = forms[random.below(forms.count)]
    var line = form.name
    for (info, texts) in form.parameters {
      if !info.isRequired, !random.oneIn(3) {
        if info.option == nil { break }
        continue
      }
      let text =
        switch info.shape {
        case .block: block(&random, depth: depth)
        case .expression: expression(&random, depth: depth)
        case .selection: selection(&random, depth: depth)
        default: texts.isEmpty || random.oneIn(10) ? random.one(of: words) : random.one(of: texts)
        }
      line += " " + (info.option.map { "\($0)=" } ?? (info.isAssigned ? "= " : "")) + text
    }
    return line
  }

  // MARK: Expressions

  private func name(_ random: inout SplitMix) -> String {
    random.one(of: ["x", "y", "z", "few", "both", "a"])
  }

  private func selection(_ random: inout SplitMix, depth: Int) -> String {
    var text = random.one(of: ["units", "heroes", "towers", "shown", "jobs", "x", "[1, 2, 3]", "range(1, 9)"])
    if !random.oneIn(3) { text += " where \(expression(&random, depth: depth - 1))" }
    if random.oneIn(3) { text += " by \(random.one(of: ["hp", "name", "hp desc, name", "it", "side, hp"]))" }
    if random.oneIn(3) { text += " limit \(random.one(of: ["1", "3", "0", "x", "count(units)"]))" }
    return text
  }

  private func expression(_ random: inout SplitMix, depth: Int) -> String {
    if depth <= 0 {
      return random.one(of: [
        "1", "0", "-1", "2.5", "9223372036854775807", "true", "none", "\"a\"", "\"\\(x)\"", "\"\"", "x", "y",
        "hp", "name",
        "status", "ready", "fallen", "side", "it", "Arthur", "Arthur.hp", "Ban.status", "units", "game.phase",
        "tick",
        "app.title.text", "map.visible", "`Ban`", "[]", "few", "units.hp",
      ])
    }
    let (left, right) = (expression(&random, depth: depth - 1), expression(&random, depth: depth - 1))
    switch random.below(12) {
    case 0, 1, 2:
      return
        "\(left) \(random.one(of: ["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "in", "and", "or"])) \(right)"
    case 3: return "(\(left))"
    case 4: return "not \(left)"
    case 5:
      let function = random.one(of: [
        "count", "sum", "avg", "min", "max", "first", "last", "reverse", "abs", "round", "upper", "lower",
        "text", "number",
        "unit", "hero", "split", "join", "range", "sort", "both",
      ])
      return "\(function)(\(left)\(random.oneIn(3) ? ", \(right)" : ""))"
    case 6: return "[\(left) for \(name(&random)) in \(right)]"
    case 7: return "[\(left), \(right)]"
    case 8: return "(\(selection(&random, depth: depth)))"
    case 9: return "\(left)[\(right)]"
    case 10:
      return "\(left).\(random.one(of: ["hp", "name", "status", "visible", "text", "side", "nothing"]))"
    default: return "\"\\(\(left)) and \\(\(right))\""
    }
  }
}
