import CommandLanguage

/// What the language knows of a schema: a kind with its properties.
enum SchemaKinds {
  /// The kind of the schema at a place of the world.
  static func kind(_ schema: some AnySchema, at place: Int) -> Kind<Simulation> {
    kind(schema.schema, at: place)
  }

  private static func kind<M: Model>(_ schema: Schema<M>, at place: Int) -> Kind<Simulation> {
    var properties: [Property<Simulation, M>] = []
    for field in schema.fields {
      let read = field.read
      properties.append(
        Property(field.name, field.summary, type: field.type.valueType, rules: field.rules) {
          simulation, object in
          simulation.value(of: read(object))
        })
    }
    let bit = Simulation.bit(ofKind: place)
    return Kind(
      schema.name, plural: schema.plural, schema.summary,
      rows: { simulation in
        simulation.readKinds |= bit
        return simulation.objects[place].numbers()
      },
      find: { simulation, name in
        simulation.readKinds |= bit
        return simulation.names.find(name).flatMap { $0.kind == place ? $0.number : nil }
      },
      row: { simulation, number in
        simulation.readKinds |= bit
        return (simulation.objects[place] as? Objects<M>)?.object(number)
      },
      name: { simulation, object in
        if let nameOf = schema.nameOf { return nameOf(object) }
        return (simulation.objects[place] as? Objects<M>)?.label(of: object) ?? schema.name
      }, properties: properties,
      child: { simulation, object, name in
        guard !simulation.children.isEmpty,
          let label = (simulation.objects[place] as? Objects<M>)?.label(of: object)
        else { return nil }
        for find in simulation.children {
          if let value = find(label, name) { return value }
        }
        return nil
      })
  }

  /// The words that fields can have: values in expressions, wherever they stand.
  static func words(of schema: some AnySchema) -> [String] { words(of: schema.schema) }

  private static func words<M: Model>(of schema: Schema<M>) -> [String] {
    schema.fields.flatMap { $0.type.words }
  }
}

extension FieldType {
  /// The same, as the language knows it.
  var valueType: ValueType {
    switch self {
    case .truth: .truth
    case .number: .number
    case .decimal: .decimal
    case .text: .text
    case .word(let words): .word(words)
    case .reference(let target): .object(target.kindID)
    case .optional(let type): .optional(type.valueType)
    case .list(let type): .list(type.valueType)
    }
  }
}

extension Field {
  /// What its values keep to, a line each: `from 0 to 100`, `after todo: doing`.
  var rules: [String] {
    var rules: [String] = []
    if let bounds {
      let (least, most) = (
        FieldText.shown(bounds.least) { _, _ in "" }, FieldText.shown(bounds.most) { _, _ in "" }
      )
      rules.append("from \(least) to \(most)")
    }
    if let transitions { rules += transitions.text.split(separator: "\n").map(String.init) }
    return rules
  }
}
