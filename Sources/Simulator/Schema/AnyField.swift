import CommandLanguage

/// A field of any schema.
protocol AnyField: Sendable {
  var name: String { get }
  var summary: String { get }
  var type: ValueType { get }
  var bounds: (least: Value, most: Value)? { get }
  var wholeBounds: ClosedRange<Int> { get }
  var transitions: Transitions? { get }
  var rules: [String] { get }
  var content: ArgumentContent { get }
  var formerNames: [String] { get }
  var presentWords: [String: String] { get }
  var isWritable: Bool { get }
  var access: FieldAccess { get }
}

extension Field: AnyField {
  var isWritable: Bool { write != nil }
}
