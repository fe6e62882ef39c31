extension Program {
  /// Returns the value of a constant node.
  func literal(_ node: Node, _ language: Language) -> Value {
    switch node.kind {
    case .number: .number(node.payload)
    case .literal: Value(sort: node.nameCount, bits: node.payload)
    case .truth: .truth(node.payload != 0)
    case .string: .text(texts[node.payload])
    case .constant: .text(language.vocabulary[node.payload])
    default: .none
    }
  }
}
