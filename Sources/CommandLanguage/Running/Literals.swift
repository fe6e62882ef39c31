extension Program {
  /// What a node stands for that is always the same.
  func literal(_ node: Node, _ language: Language) -> Value {
    switch node.kind {
    case .number: .number(node.payload)
    case .decimal: .decimal(Double(bitPattern: UInt64(truncatingIfNeeded: node.payload)))
    case .truth: .truth(node.payload != 0)
    case .string: .text(texts[node.payload])
    case .constant: .text(language.vocabulary[node.payload])
    default: .none
    }
  }
}
