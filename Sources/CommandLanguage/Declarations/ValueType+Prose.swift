extension ValueType {
  /// `one of red, green`, `a person or none`; empty when nothing is known.
  var prose: String {
    switch self {
    case .unknown: ""
    case .truth: "true or false"
    case .number: "a whole number"
    case .decimal: "a number"
    case .text: "a text"
    case .word(let words): "one of \(words.joined(separator: ", "))"
    case .object(let kind): Display.article(kind.name)
    case .optional(let type): type.prose + " or none"
    case .list(let type): "a list, each \(type.prose)"
    }
  }
}
