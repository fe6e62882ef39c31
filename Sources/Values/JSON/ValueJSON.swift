import TerminalText

extension JSONWriter {
  /// Writes a value. A word or a duration becomes a string, and a number that is not finite becomes `null`.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - name: the name of the member; `nil` for an element of an array.
  ///   - object: returns the value that represents an object or a reference, such as its name.
  public mutating func value(
    _ value: Value, as name: String? = nil, object: (Value) -> Value = { _ in .none }
  ) {
    switch value {
    case .none: raw("null", as: name)
    case .decimal(let number) where !number.isFinite: raw("null", as: name)
    case .truth, .number, .decimal: raw(value.plainText ?? "null", as: name)
    case .reference, .object: self.value(object(value), as: name)
    case .list(let values): array(values, as: name) { $0.value($1, object: object) }
    default: text(value.plainText ?? "", as: name)
    }
  }
}

extension Value {
  /// Creates the value of a field from JSON; `nil` if the JSON value does not fit the type.
  ///
  /// - Parameters:
  ///   - json: the parsed JSON value; see ``JSONObject/Member/value``.
  ///   - type: the field's type; a reference fits no JSON value.
  public init?(json: Value, as type: ValueType) {
    switch (type, json) {
    case (.optional, .none): self = .none
    case (.optional(let type), _):
      guard let value = Value(json: json, as: type) else { return nil }
      self = value
    case (.truth, .truth), (.number, .number), (.decimal, .decimal): self = json
    case (.decimal, .number(let number)): self = .decimal(Double(number))
    case (.list(let type), .list(let elements)):
      var values: [Value] = []
      for element in elements {
        guard let value = Value(json: element, as: type) else { return nil }
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
  /// The value as it appears in a message, truncated.
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
