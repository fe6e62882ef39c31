import CommandLanguage
import TerminalText

/// The help of `add` and `change` for one kind: its fields, and valid examples.
enum KindHelp {
  static func variant(of schema: some AnySchema, adding: Bool) -> CommandVariant {
    let kind = schema.kindName
    let isNamed = schema.hasNames
    let fields = schema.anyFields.filter { $0.isWritable && !(adding && $0.name == schema.nameOfNameField) }
    let name = isNamed ? " Example" : ""
    let isRoot = schema.isSingle || schema.pluralName.isEmpty
    let object = isNamed ? "Example" : isRoot ? kind : "(first(\(schema.pluralName)))"
    let verb = adding ? "add \(kind)\(name)" : "change \(object)"
    let usage =
      adding ? "add \(kind)\(isNamed ? " NAME" : "") [FIELD=VALUE …]" : "change OBJECT [FIELD=VALUE …]"
    var examples: [String] = []
    for field in fields where examples.isEmpty {
      if let value = value(of: field) { examples = ["\(verb) \(field.name)=\(value)"] }
    }
    if examples.isEmpty, adding { examples = [verb] }
    return CommandVariant(
      kind, usage: usage, options: fields.map { ($0.name + "=", text(of: $0)) }, examples: examples)
  }

  private static func text(of field: any AnyField) -> String {
    let facts = [field.summary, field.type.noun(besides: field.summary)] + field.rules
    return facts.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// Returns a valid value for a new object; `nil` if none is known.
  private static func value(of field: any AnyField) -> String? {
    // With transitions, the valid values depend on the present one.
    if field.transitions != nil { return nil }
    if case .number = field.type.wrapped {
      let range = field.wholeBounds
      return "\(min(max(3, range.lowerBound), range.upperBound))"
    }
    return field.bounds?.least.plainText ?? field.type.wrapped.example
  }
}
