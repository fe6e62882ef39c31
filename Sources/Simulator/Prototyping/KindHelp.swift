import CommandLanguage

/// What help says of `add` and `change` for one kind: its fields, and examples that are right.
enum KindHelp {
  static func variant(of schema: some AnySchema, adding: Bool) -> CommandVariant {
    variant(of: schema.schema, adding: adding)
  }

  /// An example of the first kind that has one.
  static func examples(of schemas: [any AnySchema], adding: Bool) -> [String] {
    for schema in schemas {
      let examples = variant(of: schema, adding: adding).examples
      if !examples.isEmpty { return Array(examples.prefix(1)) }
    }
    return []
  }

  private static func variant<M: Model>(of schema: Schema<M>, adding: Bool) -> CommandVariant {
    let fields = schema.fields.filter { $0.write != nil && (!adding || $0.name != schema.nameField?.name) }
    let options = fields.map { field in
      let facts = [field.summary, field.type.noun] + field.rules
      return (name: field.name + "=", text: facts.filter { !$0.isEmpty }.joined(separator: "; "))
    }
    let name = schema.nameOf == nil ? "" : " Example"
    let verb = adding ? "add \(schema.name)\(name)" : "change \(name.isEmpty ? schema.name : "Example")"
    let usage =
      adding
      ? "add \(schema.name)\(name.isEmpty ? "" : " NAME") [FIELD=VALUE …]" : "change OBJECT [FIELD=VALUE …]"
    let example = fields.lazy.compactMap { field in
      Self.value(for: field).map { "\(verb) \(field.name)=\($0)" }
    }.first
    return CommandVariant(
      schema.name, usage: usage, options: options,
      examples: [example ?? (adding ? verb : nil)].compactMap { $0 })
  }

  /// A value that a field of a new object may have; `nil` where that is not known.
  private static func value<M: Model>(for field: Field<M>) -> String? {
    switch field.type.wrapped {
    case .word(let words):
      // What may follow depends on what it is.
      if field.transitions != nil { return nil }
      return words.last
    case .truth: return "true"
    case .number:
      let bounds = field.wholeBounds
      return "\(min(max(3, bounds.lowerBound), bounds.upperBound))"
    case .decimal:
      guard let bounds = field.bounds else { return "1.5" }
      return FieldText.shown(bounds.least) { _, _ in "" }
    case .text: return "\"a text\""
    case .reference, .list, .optional: return nil
    }
  }
}
