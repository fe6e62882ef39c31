extension Program {
  func guessing(_ error: some Explainable, from argument: Int32, in command: Node) -> Explanation {
    var explanation = error.explanation
    if let guess = guess(argument, in: command) { explanation.notes.append(guess) }
    return explanation
  }

  func isSign(_ argument: Int32) -> Bool {
    guard self[argument].kind == .word else { return false }
    let word = text(self[argument].range)
    return Guess.shell(word) != nil || Operator.allCases.contains { $0.symbol == word }
  }

  private func guess(_ argument: Int32, in command: Node) -> String? {
    let node = self[argument]
    switch node.kind {
    case .string where Self.holdsVariable(texts[node.payload]):
      return "write a value in a text as “\\(EXPRESSION)”"
    case .word where isSign(argument):
      let sign = text(node.range)
      if let guess = Guess.shell(sign) { return guess }
      let arguments = Array(Children(nodes: nodes, index: command.first))
      guard let index = arguments.firstIndex(of: argument), index > 0, index + 1 < arguments.count else {
        return Guess.expression("(… \(sign) …)")
      }
      let left = self[arguments[index - 1]]
      // A bare name is not part of an expression in a command.
      if left.kind == .word, !source[left.range].allSatisfy(\.isDigit) {
        return Guess.expression("(… \(sign) …)")
      }
      // Only the value of an option is part of the expression.
      let name = left.kind == .option ? text(left.nameRange) + "=" : ""
      let value = left.kind == .option ? self[left.first].range : left.range
      let right = text(self[arguments[index + 1]].range)
      return Guess.expression("\(name)(\(text(value)) \(sign) \(right))")
    case .word:
      let word = source[node.range]
      let signs: [UInt8] = [0x2A, 0x2B, 0x2F, 0x25]
      return word.first?.isDigit == true && word.contains(where: signs.contains)
        ? Guess.expression("(\(text(node.range)))") : nil
    default: return nil
    }
  }

  /// Returns a Boolean value that indicates whether a text contains `$name` or `$(`, which have no meaning in it.
  private static func holdsVariable(_ text: String) -> Bool {
    zip(text.utf8, text.utf8.dropFirst()).contains { $0 == 0x24 && ($1 == 0x28 || $1.isNameStart) }
  }
}
