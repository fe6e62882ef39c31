import CommandLanguage
import TerminalText

/// The help of `add` and `change` for one kind: its fields, and valid examples.
enum KindHelp {
  static func variant(of schema: some AnySchema, adding: Bool) -> CommandVariant {
    let kind = schema.kindName
    let (fields, isNamed) = (Self.fields(of: schema, adding: adding), schema.hasNames)
    let name = isNamed ? " Example" : ""
    let isRoot = schema.schema.isSingle || schema.pluralName.isEmpty
    let object = isNamed ? "Example" : isRoot ? kind : "(first(\(schema.pluralName)))"
    let verb = adding ? "add \(kind)\(name)" : "change \(object)"
    let usage =
      adding ? "add \(kind)\(isNamed ? " NAME" : "") [FIELD=VALUE …]" : "change OBJECT [FIELD=VALUE …]"
    var examples: [String] = []
    for field in fields where examples.isEmpty {
      if let value = field.value { examples = ["\(verb) \(field.name)=\(value)"] }
    }
    if examples.isEmpty, adding { examples = [verb] }
    return CommandVariant(
      kind, usage: usage, options: fields.map { ($0.name + "=", $0.text) }, examples: examples)
  }

  private struct FieldHelp {
    var name: String
    /// The description of its valid values.
    var text: String
    /// A valid value for a new object; `nil` if none is known.
    var value: String?
  }

  private static func fields(of declared: some AnySchema, adding: Bool) -> [FieldHelp] {
    let schema = declared.schema
    var found: [FieldHelp] = []
    let fields = schema.fields
    for index in fields.indices {
      let field = fields[index]
      guard field.write != nil, !adding || field.name != schema.nameField?.name else { continue }
      let facts = [field.summary, field.type.noun(besides: field.summary)] + field.rules
      // With transitions, the valid values depend on the present one.
      let value =
        field.transitions == nil ? Self.value(of: field.type.wrapped, field.bounds, field.wholeBounds) : nil
      found.append(
        FieldHelp(name: field.name, text: facts.filter { !$0.isEmpty }.joined(separator: "; "), value: value))
    }
    return found
  }

  private static func value(
    of type: ValueType, _ bounds: (least: Value, most: Value)?, _ whole: ClosedRange<Int>
  ) -> String? {
    if case .number = type { return "\(min(max(3, whole.lowerBound), whole.upperBound))" }
    return bounds?.least.plainText ?? type.example
  }
}
