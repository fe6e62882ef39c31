import AutoUpdate
import CommandLanguage
import TerminalText

extension AnyUnit: Recorded {
  static var kind: String { "unit" }
  var label: String { FieldValue.text(name).shown }
  var key: FieldValue { .number(Int(id.number)) }

  func record(into visitor: inout some FieldVisitor) {
    visitor.field("name", .text(name))
    visitor.field("type", .word(kind.rawValue))
    visitor.field("side", .word(side.name))
    visitor.field("hp", .number(hp))
    visitor.field("max", .number(maxHP))
    visitor.field("status", .word(status.name))
  }
}

extension Game: Recorded {
  static var kind: String { "game" }

  func record(into visitor: inout some FieldVisitor) {
    visitor.field("phase", .word(phase.name))
    visitor.field("opponent", opponent.isEmpty ? .none : .text(opponent))
    visitor.field("start", .number(startTick))
    visitor.field("result", result.map { .word($0.name) } ?? .none)
  }
}

extension Player: Recorded {
  static var kind: String { "player" }
  var label: String { id == .me ? "me" : "opponent" }
  var key: FieldValue { .number(Int(id.rawValue)) }

  func record(into visitor: inout some FieldVisitor) {
    visitor.field("name", .text(name))
    visitor.field("side", .word(side.name))
  }
}

extension Message: Recorded {
  static var kind: String { "message" }
  var label: String { "message \(id)" }
  var key: FieldValue { .number(id) }

  func record(into visitor: inout some FieldVisitor) {
    visitor.field("author", .text(author))
    visitor.field("text", .text(text))
    visitor.field("tick", .number(tick))
  }
}

extension AppStateModel: Recorded {
  static var kind: String { "app" }

  func record(into visitor: inout some FieldVisitor) {
    visitor.field("state", .word(Escaping.escaped("\(state)")))
  }
}

extension Clock: Recorded {
  static var kind: String { "clock" }
  /// Expressions call it `tick` alone.
  var label: String { "" }

  func record(into visitor: inout some FieldVisitor) { visitor.field("tick", .number(tick)) }
}

extension ScriptedServer: Recorded {
  static var kind: String { "server" }

  func record(into visitor: inout some FieldVisitor) {
    visitor.field("phase", .word(status.phase.name))
    visitor.field("opponent", status.opponent.isEmpty ? .none : .text(status.opponent))
    visitor.field("result", status.result.map { .word($0.name) } ?? .none)
    visitor.field("failure", .text(failure))
    visitor.field("holding", .truth(isHolding))
  }
}

extension Job: Recorded {
  static var kind: String { "job" }
  var label: String { "job \(id)" }
  var key: FieldValue { .number(id) }

  func record(into visitor: inout some FieldVisitor) {
    visitor.field("at", .number(at))
    visitor.field("every", .number(interval))
    visitor.field("commands", .text(block.text))
    visitor.field("variables", .variables(block.variables))
    visitor.field("poll", .truth(isPoll))
  }
}

extension ScreenState: Recorded {
  static var kind: String { "screen" }
  var label: String { id.rawValue }
  var key: FieldValue { .word(id.rawValue) }

  func record(into visitor: inout some FieldVisitor) {
    visitor.field("open", .truth(isOpen))
    visitor.field("first", firstRow.map { .number($0 &+ 1) } ?? .word("last"))
    visitor.field("rows", .number(height))
  }
}

extension Watch: Recorded {
  static var kind: String { "watch" }
  var label: String { FieldValue.text(id).shown }
  var key: FieldValue { .text(id) }

  func record(into visitor: inout some FieldVisitor) {
    visitor.field("number", .number(number))
    visitor.field("selection", .text(selection.text))
    visitor.field("variables", .variables(selection.variables))
    visitor.field("first", .number(firstRow &+ 1))
  }
}

extension FieldValue {
  /// The variables that a kept text has with it, so that equal texts with unequal values differ.
  fileprivate static func variables(_ variables: [(name: String, value: Value)]) -> FieldValue {
    if variables.isEmpty { return .none }
    return .text(variables.map { "\($0.name) = \(text(of: $0.value))" }.joined(separator: ", "))
  }

  private static func text(of value: Value) -> String {
    switch value {
    case .none: "none"
    case .bool(let truth): truth ? "true" : "false"
    case .number(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .text(let text): "\"\(text)\""
    case .list(let values): "(" + values.map(text(of:)).joined(separator: ", ") + ")"
    case .object(let object): "#\(object.id)"
    }
  }
}
