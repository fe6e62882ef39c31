extension Parser {
  /// Records a possible continuation if the text ends here.
  mutating func expect(_ kind: @autoclosure () -> Expectation.Kind) {
    guard expectation != nil, token.kind == .end else { return }
    expectation?.items.append(Expectation.Item(kind: kind(), scope: scope))
  }

  /// Parses a text and returns its possible continuations.
  mutating func expectation(of text: [UInt8], as shape: ArgumentShape? = nil) -> Expectation {
    expectation = Expectation()
    _ = parse(whole: text, as: shape)
    var found = expectation ?? Expectation()
    (found.nodes, found.texts) = (nodes, texts)
    return found
  }
}
