public import TerminalText

extension Value {
  /// The value as people are shown it: words as they are, names and other texts in quotes where they need some.
  ///
  /// - Parameter name: what the object of a reference is called.
  public func shown(name: (_ kind: String, _ id: Value) -> String) -> String {
    switch self {
    case .none: "none"
    case .truth(let truth): truth ? "true" : "false"
    case .number(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .word(let word): Escaping.escaped(word)
    case .text(let text): Quoting.label(text)
    case .reference(let kind, let id): name(kind, id)
    case .object(let object): name(object.kind.name, .number(object.id))
    case .list(let values): "(" + values.map { $0.shown(name: name) }.joined(separator: ", ") + ")"
    }
  }

  /// The value in a message about what a journal holds: texts and words in quotes, objects by kind and identity.
  public var shown: UntrustedText { UntrustedText(unescaped) }

  private var unescaped: String {
    switch self {
    case .none: "none"
    case .truth(let truth): truth ? "true" : "false"
    case .number(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .word(let text), .text(let text): "“\(text)”"
    case .reference(let kind, let id): "\(kind) \(id.unescaped)"
    case .object(let object): "\(object.kind.name) \(object.id)"
    case .list(let values): "(" + values.map(\.unescaped).joined(separator: ", ") + ")"
    }
  }
}
