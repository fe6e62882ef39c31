import TerminalText
import Values

extension PreparedLine {
  /// The line with its words and texts as values of expressions, such as `hp ("Arthur") (5)` for `hp Arthur 5`; `nil`
  /// if the line is not a single command.
  ///
  /// A number that is printed differently from how it is written remains as it is.
  public var withComputedArguments: String? {
    let statements = Array(program.children(of: root))
    guard isSound, statements.count == 1, program[statements[0]].kind == .command else { return nil }
    let range = program[statements[0]].range
    var text: [UInt8] = []
    var end = range.lowerBound
    for argument in program.children(of: statements[0]) {
      let value = program[program[argument].kind == .option ? program[argument].first : argument]
      guard let computed = computed(value) else { continue }
      text += program.bytes(end..<value.range.lowerBound)
      text += computed.utf8
      end = value.range.upperBound
    }
    text += program.bytes(end..<range.upperBound)
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns an expression with the value of an argument; `nil` for an argument that is not a plain word or text.
  private func computed(_ argument: Node) -> String? {
    let written = program.text(argument.range)
    switch argument.kind {
    case .string: return "(\(written))"
    case .word:
      // An argument after introducing words, such as `leads to`, may consist of several words.
      if written.utf8.contains(UInt8(ascii: " ")) { return nil }
      guard let number = try? Value(number: written.utf8.span, as: .word) else {
        return "(\(Quoting.literal(written)))"
      }
      return number.plainText == written ? "(\(written))" : nil
    default: return nil
    }
  }
}
