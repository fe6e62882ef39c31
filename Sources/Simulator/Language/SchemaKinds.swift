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
        Property(field.name, summary(of: field)) { simulation, object in
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

  /// What help says of a field: its own words, and which it may have.
  private static func summary<M: Model>(of field: Field<M>) -> String {
    if !field.summary.isEmpty { return field.summary }
    let words = field.type.words
    return words.isEmpty ? "" : words.joined(separator: ", ")
  }

  /// The words that fields can have: values in expressions, wherever they stand.
  static func words(of schema: some AnySchema) -> [String] { words(of: schema.schema) }

  private static func words<M: Model>(of schema: Schema<M>) -> [String] {
    schema.fields.flatMap { $0.type.words }
  }
}
