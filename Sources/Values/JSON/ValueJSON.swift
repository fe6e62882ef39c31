import TerminalText

extension Value {
  /// The value as JSON (RFC 8259): a word is a text, and what is no finite number is `null`.
  ///
  /// - Parameter object: what stands for an object and for a reference to one, such as its name.
  public func json(object: (Value) -> Value) -> String {
    switch self {
    case .none: "null"
    case .decimal(let number) where !number.isFinite: "null"
    case .truth, .number, .decimal: plainText ?? "null"
    case .reference, .object: object(self).json { _ in .none }
    case .list(let values): JSON.array(values.map { $0.json(object: object) })
    default: Quoting.json(plainText ?? "")
    }
  }

  /// The value of a field of a type that JSON tells; `nil` when it is of another type.
  ///
  /// - Parameters:
  ///   - json: what was read of the JSON; see ``JSONObject/Member/value``.
  ///   - type: the field's type.
  ///   - reference: the object of a type that a value stands for; `nil` when there is none.
  public init?(
    json: Value, as type: ValueType,
    reference: (Value, any ReferenceTarget.Type) -> Value? = { _, _ in nil }
  ) {
    switch (type, json) {
    case (.optional, .none): self = .none
    case (.optional(let type), _):
      guard let value = Value(json: json, as: type, reference: reference) else { return nil }
      self = value
    case (.truth, .truth), (.number, .number), (.decimal, .decimal): self = json
    case (.decimal, .number(let number)): self = .decimal(Double(number))
    case (.reference(let target), _):
      guard let value = reference(json, target) else { return nil }
      self = value
    case (.list(let type), .list(let elements)):
      var values: [Value] = []
      for element in elements {
        guard let value = Value(json: element, as: type, reference: reference) else { return nil }
        values.append(value)
      }
      self = .list(values)
    case (_, .text(let text)):
      guard let value = type.value(of: text) else { return nil }
      self = value
    default: return nil
    }
  }
}

extension JSONObject.Member {
  /// The value in a message, within a length that a person reads.
  public var shownValue: String {
    switch value {
    case .text(let text): Quoting.message(TextWidth.truncated(Escaping.escaped(text), to: 40))
    case .number(let number): "the number \(number)"
    case .decimal(let number): "the number \(number)"
    case .truth(let truth): "\(truth)"
    case Value.none?: "null"
    case .list: "an array"
    default: misfit ?? "nothing that a field holds"
    }
  }
}
