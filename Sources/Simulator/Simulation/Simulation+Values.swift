public import CommandLanguage

/// What stands in fields, as the language's values and as people read it.
extension Simulation {
  /// A field's value in expressions; the object of a reference that is gone is none.
  public func value(of field: Value) -> Value {
    switch field {
    case .reference(let kind, let id): object(kind, id) ?? .none
    case .list(let values): .list(values.map { value(of: $0) })
    default: field.plain ?? .none
    }
  }

  private func object(_ kind: String, _ id: Value) -> Value? {
    guard let place = schemas.place(named: kind) else { return nil }
    guard let number = objects[place].number(of: id), objects[place].label(of: number) != nil else {
      return nil
    }
    return .object(kindID(place), number)
  }

  /// A field's value as people read it.
  public func text(of field: Value) -> String {
    field.shown { kind, id in
      guard let place = schemas.place(named: kind), let number = objects[place].number(of: id) else {
        return "a \(kind) that is gone"
      }
      return objects[place].label(of: number) ?? "a \(kind) that is gone"
    }
  }

  /// What an object of a kind is called; `nil` for one that is gone.
  func label(ofKind kind: String, _ id: Value) -> String? {
    guard let place = schemas.place(named: kind), let number = objects[place].number(of: id) else {
      return nil
    }
    return objects[place].label(of: number)
  }

  /// A value of the language as a field of a type has it; `nil` when it cannot have it.
  ///
  /// A bare word stands for what the type makes of it: a word, a text, a name, `true` or `none`.
  public func fieldValue(of value: Value, as type: ValueType) -> Value? {
    switch (type, value) {
    case (.optional, .none), (.optional, .text("none")): return Value.none
    case (.optional(let type), _): return fieldValue(of: value, as: type)
    case (.truth, .truth(let truth)): return .truth(truth)
    case (.truth, .text("true")): return .truth(true)
    case (.truth, .text("false")): return .truth(false)
    case (.number, .number(let number)): return .number(number)
    case (.decimal, .number(let number)): return .decimal(Double(number))
    case (.decimal, .decimal(let number)): return .decimal(number)
    case (.text, .text(let text)), (.form, .text(let text)): return .text(text)
    case (.text, .number(let number)): return .text("\(number)")
    case (.text, .truth(let truth)): return .text("\(truth)")
    case (.word(let words), .text(let word)): return words.contains(word) ? .word(word) : nil
    case (.word(let words), .none): return words.contains("none") ? .word("none") : nil
    case (.reference(let target), .object(let object)):
      guard object.kind == target.kindID else { return nil }
      return reference(to: object.id, target.kindName)
    case (.reference(let target), .text(let name)):
      guard let entry = names.find(name), entry.kind == schemas.place(named: target.kindName) else {
        return nil
      }
      return reference(to: entry.number, target.kindName)
    case (.list(let type), .list(let values)):
      var elements: [Value] = []
      for value in values {
        guard let element = fieldValue(of: value, as: type) else { return nil }
        elements.append(element)
      }
      return .list(elements)
    case (.list(let type), _): return fieldValue(of: value, as: type).map { .list([$0]) }
    default: return nil
    }
  }

  private func reference(to number: Int, _ kind: String) -> Value? {
    guard let place = schemas.place(named: kind) else { return nil }
    return objects[place].fieldID(of: number).map { .reference(kind: kind, id: $0) }
  }

  /// The value of a setting that is a count.
  public func count(_ value: Value, most: Int) throws -> Int {
    guard case .number(let number) = value, (0...most).contains(number) else {
      throw SimulationError.valueOutOfRange(most: most)
    }
    return number
  }
}

extension Value {
  /// The value in expressions; `nil` for one that leads to objects, or may.
  var plain: Value? {
    switch self {
    case .none: Value.none
    case .truth, .number: self
    case .decimal(let number): number.isFinite ? self : Value.none
    // The word is the literal of expressions.
    case .word("none"): Value.none
    case .word(let text), .text(let text): .text(text)
    case .reference, .object, .list: nil
    }
  }
}
