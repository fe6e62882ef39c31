import CommandLanguage

/// What the language knows of a schema: a kind with its properties.
enum SchemaKinds {
  /// The kind of the schema at a place of the world.
  ///
  /// - Parameter isOfViews: whether views may be found behind the names of its objects.
  static func kind(_ schema: some AnySchema, at place: Int, isOfViews: Bool) -> Kind {
    kind(schema.schema, at: place, isOfViews)
  }

  private static func kind<M: Model>(
    _ schema: Schema<M>, at place: Int, _ isOfViews: Bool
  ) -> Kind {
    var properties: [PropertyDescription] = []
    for place in 0..<schema.fields.count {
      let field = schema.fields[place]
      properties.append(
        PropertyDescription(
          field.name, field.summary, type: field.type.evaluated, rules: schema.fields[place].rules))
    }
    return Kind(
      schema.name, plural: schema.plural, schema.summary, host: Simulation.self,
      rows: { $0.objects[place].numbers() },
      find: { simulation, name in
        simulation.entry(named: name).flatMap { $0.kind == place ? $0.number : nil }
      }, properties: properties, hasChildren: isOfViews
    ) { simulation in cursor(of: schema, at: place, in: simulation) }
  }

  private static func cursor<M: Model>(
    of schema: Schema<M>, at place: Int, in simulation: Simulation
  ) -> RowCursor {
    guard let objects = simulation.objects[place] as? Objects<M> else {
      return RowCursor(
        CurrentRow<M> { _, _ in .none }, move: { _ in false }, read: { _ in .none }, child: { _ in nil },
        name: { schema.name })
    }
    let readField = schema.operations.readField
    let current = CurrentRow<M> { [unowned simulation] object, place in
      let field = readField(schema, object, place)
      // Most fields need no world.
      return field.plain ?? simulation.value(of: field)
    }
    let reader = schema.operations.makeReader(current, objects.table, objects.allNumbers, schema)
    return RowCursor(
      current, move: reader.move,
      read: { [unowned simulation] property in
        let field = reader.read(property)
        return field.plain ?? simulation.value(of: field)
      },
      child: { [unowned simulation, unowned objects] name in
        guard !simulation.parts.children.isEmpty, let object = current.row else { return nil }
        let label = objects.label(of: object)
        for find in simulation.parts.children {
          if let value = find(simulation, label, name) { return value }
        }
        return nil
      }, id: reader.number,
      name: { [unowned objects] in
        guard let object = current.row else { return "" }
        return schema.nameOf.map { $0(object) } ?? objects.label(of: object)
      })
  }

  /// The words that fields can have: values in expressions, wherever they stand.
  static func words(of schema: some AnySchema) -> [String] { words(of: schema.schema) }

  private static func words<M: Model>(of schema: Schema<M>) -> [String] {
    var words: [String] = []
    for place in 0..<schema.fields.count { words += schema.fields[place].type.words }
    return words
  }
}

extension Field {
  /// What its values keep to, a line each: `from 0 to 100`, `after todo: doing`.
  var rules: [String] {
    var rules: [String] = []
    if let bounds {
      let (least, most) = (
        bounds.least.shown { _, _ in "" }, bounds.most.shown { _, _ in "" }
      )
      rules.append("from \(least) to \(most)")
    }
    if let transitions { rules += transitions.text.split(separator: "\n").map(String.init) }
    return rules
  }
}
