import TerminalText

/// How people are shown what stands in a field.
enum FieldText {
  /// Words as they are, other texts in quotes; a reference as `name` calls its object.
  static func shown(_ value: FieldValue, name: (_ kind: String, _ id: FieldValue) -> String) -> String {
    switch value {
    case .none: "none"
    case .truth(let truth): truth ? "true" : "false"
    case .number(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .word(let word): Escaping.escaped(word)
    case .text(let text): self.name(text)
    case .reference(let kind, let id): name(kind, id)
    case .list(let values):
      "(" + values.map { shown($0, name: name) }.joined(separator: ", ") + ")"
    }
  }

  /// A name in a line: as it is when it reads as one word, else in quotes.
  static func name(_ text: String) -> String {
    isWord(text) ? Escaping.escaped(text) : Quoting.message(text)
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        !$0.isASCII || $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-"
      }
  }
}
