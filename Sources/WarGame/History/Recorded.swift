import AutoUpdate

/// A model whose fields the history can name: its log, its reasons, its differences and its digest all
/// read this one declaration.
protocol Recorded: Storable {
  /// What it is: `unit`.
  static var kind: String { get }
  /// Whether it only serves the session, so that the log is silent about it where it can be.
  static var isBookkeeping: Bool { get }
  /// Which one it is, as expressions would name it: `Arthur`, `game`, `message 3`.
  var label: String { get }
  /// What tells it from others of its kind, for good.
  var key: FieldValue { get }
  /// Shows each field that can change, in a fixed order and under a name of its own.
  func record(into visitor: inout some FieldVisitor)
}

extension Recorded {
  static var isBookkeeping: Bool { false }
  var label: String { Self.kind }
  var key: FieldValue { .number(0) }
}

/// Someone who is shown the fields of a model.
protocol FieldVisitor {
  mutating func field(_ name: StaticString, _ value: FieldValue)
}

/// What stands in a field.
enum FieldValue: Equatable {
  /// There is no model that could have it.
  case absent
  case none
  case number(Int)
  case truth(Bool)
  /// A word, or words, of the program's own.
  case word(String)
  /// A text that somebody chose.
  case text(String)

  static func number(_ value: Int?) -> FieldValue { value.map { .number($0) } ?? .none }
  static func text(_ value: String?) -> FieldValue { value.map { .text($0) } ?? .none }
}

/// Keeps the fields that it is shown.
struct FieldCollector: FieldVisitor {
  private(set) var fields: [(name: String, value: FieldValue)] = []

  static func fields(of model: some Recorded) -> [(name: String, value: FieldValue)] {
    var collector = FieldCollector()
    model.record(into: &collector)
    return collector.fields
  }

  mutating func field(_ name: StaticString, _ value: FieldValue) {
    fields.append((String(describing: name), value))
  }
}
