/// A text that is being typed: its tokens, and its syntax as if all open brackets and strings were closed at its end.
struct TypedText {
  let bytes: [UInt8]
  let tokens: [Token]
  /// The statements with resolved names, as far as they can be parsed.
  let program: Program
  let root: Int32
  /// The errors in names and arguments, with ranges in the text.
  let problems: [Diagnostic]

  /// - Parameter interpreter: the source of names; it doesn't run anything and isn't changed.
  init(_ interpreter: Interpreter, _ bytes: [UInt8]) {
    self.bytes = bytes
    let grammar = interpreter.language.grammar
    var lexer = Lexer(grammar, reading: bytes.span)
    let count = lexer.tokens.count
    let closed = bytes + Self.closing(lexer.frames)
    lexer.scan(closed.span, bytes.count..<closed.count)
    var parser = Parser(grammar, interpreter.limits)
    parser.begin(closed)
    let command = parser.parse(closed.span, 0..<closed.count, &lexer, line: 1)
    tokens = Array(lexer.tokens.prefix(count))
    let read = parser.end(closed, 0..<closed.count)
    root = command.root
    var declared = Declared()
    declared.add(read, [0...Int32(truncatingIfNeeded: read.nodes.count - 1)], interpreter.language)
    var resolver = Resolver(read, interpreter.language, Variables(copying: interpreter.variables), declared)
    problems = resolver.resolve(root, checksTypes: false)
    program = resolver.finish()
  }

  /// Returns the closing delimiters of the frames, innermost first.
  private static func closing(_ frames: [Lexer.Frame]) -> [UInt8] {
    var text = ""
    for frame in frames.reversed() {
      switch frame.kind {
      case .block: text += "}"
      case .parenthesis: text += ")"
      case .bracket: text += "]"
      case .interpolation: text += frame.isLong ? ")\"\"\"" : ")\""
      case .text: text += "\"\"\""
      }
    }
    return Array(text.utf8)
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
