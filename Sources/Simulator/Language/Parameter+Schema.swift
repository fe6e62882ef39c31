public import AutoUpdate
public import CommandLanguage

extension Parameter {
  /// Returns a parameter for an object of a kind, given by its name or as a value: `.one(Card.self)`.
  @inlinable
  public static func one<M: Model>(
    _ type: M.Type, _ label: String? = nil, _ summary: String = ""
  ) -> Self where Parsed == Reference<M> {
    let kind = M.kindName
    return .object(KindID(kind), label ?? kind, summary) { (simulation: Simulation, number) in
      let objects = try simulation.objects(type)
      guard let id = objects.id(of: number), objects.table.row(of: id) != nil else {
        throw SimulationError.gone(kind: kind)
      }
      return Reference(id)
    }
  }

  /// Returns a parameter for the name of a new object. A duplicate name is reported when the command ends.
  public static func newName<M: Model>(
    of type: M.Type, _ label: String = "name", _ summary: String? = nil
  ) -> Self where Parsed == String {
    newName(ofKind: M.kindName, label, summary)
  }

  static func newName(
    ofKind kind: String, _ label: String, _ summary: String? = nil
  ) -> Self where Parsed == String {
    .newName(label, summary ?? "a new name") { name in
      guard let why = ObjectName.problem(with: name, reserved: []) else { return }
      throw SimulationError.badName(name, kind: kind, why: why)
    }
  }

  /// Returns a parameter for a field's value, parsed and completed by the schema: `.field(\Card.column)`.
  public static func field<M: Model>(
    _ path: any WritableKeyPath<M, Parsed> & Sendable, _ label: String? = nil, _ summary: String? = nil
  ) -> Self where Parsed: FieldCodable {
    guard let field = M.schema.field(at: path) else {
      // The world's `problems` report the missing field. This parameter accepts nothing.
      return Parameter(FieldCandidates.undeclared, summary ?? "") { (_: Simulation, _) in
        throw SimulationError.unknownField(kind: M.kindName, "\(path)", suggestion: nil, known: [])
      }
    }
    var parameter = value(of: field, label ?? field.name, summary ?? field.summary)
    parameter.info.fieldName = FieldCoverage.name(of: field)
    return parameter
  }

  private static func value<M: Model>(
    of field: Field<M>, _ label: String, _ summary: String
  ) -> Self where Parsed: FieldCodable {
    let convert: @Sendable (Value) throws -> Parsed = { value in
      guard let parsed = Parsed(fieldValue: value) else {
        throw SimulationError.wrongType(
          field: label, value: "this", wanted: field.type.noun, suggestion: nil)
      }
      return parsed
    }
    switch field.type {
    case .word(let words):
      var meanings: [(word: String, value: Parsed)] = []
      for word in words {
        if let value = Parsed(fieldValue: .word(word)) { meanings.append((word, value)) }
      }
      return .choice(label, summary, meaning: meanings).formerly(words: { Parsed.formerWords })
    case .number:
      return Parameter<Int>.number(label, summary, in: field.wholeBounds).map {
        try convert(.number($0))
      }
    case .text:
      return Parameter<String>.text(label, summary).map { try convert(.text($0)) }
    default:
      let type = field.type
      let facts = [summary, type.noun, field.boundsText ?? ""].filter { !$0.isEmpty }
      return Parameter(label, facts.joined(separator: "; ")) { (simulation: Simulation, value) in
        try convert(simulation.fieldValue(of: value, as: type, field: label))
      }
      .suggesting { (simulation: Simulation) in
        FieldCandidates.of(type, within: field.bounds, in: simulation)
      }
      .holding(field.content)
    }
  }
}

extension Field {
  var content: ArgumentContent {
    switch type.wrapped {
    case .number: .number(wholeBounds, tried: wholeBounds)
    case .decimal: .decimal(decimalBounds)
    case .duration: .duration(durationBounds)
    case .text: .text
    default: .words
    }
  }

  var wholeBounds: ClosedRange<Int> {
    bounds { if case .number(let number) = $0 { number } else { nil } } ?? .min ... .max
  }

  private var decimalBounds: ClosedRange<Double>? {
    bounds { if case .decimal(let number) = $0 { number } else { nil } }
  }

  /// The declared range of a duration, in seconds; up to one day if there is none.
  private var durationBounds: ClosedRange<Int> {
    bounds { if case .duration(let seconds) = $0 { seconds } else { nil } } ?? 0...86_400
  }

  private func bounds<Content: Comparable>(_ content: (Value) -> Content?) -> ClosedRange<Content>? {
    guard let bounds, let least = content(bounds.least), let most = content(bounds.most), least <= most
    else { return nil }
    return least...most
  }
}

extension Parameter where Parsed: FieldWord {
  /// Returns a parameter for a word of an enumeration, which need not be a field's type:
  /// `.word("side", "attacker or defender")`.
  @inlinable
  public static func word(_ label: String, _ summary: String = "") -> Self {
    .choice(label, summary, meaning: Parsed.allCases.map { ($0.rawValue, $0) })
      .formerly(words: { Parsed.formerWords })
  }
}
