/// The place of a text at which somebody types: the word that is begun there, and what the parser would take in
/// its place.
struct CompletionContext {
  /// The text up to the cursor.
  let bytes: [UInt8]
  /// The word that is begun; empty where none is.
  let word: Range<Int>
  let expectation: Expectation

  init(_ interpreter: Interpreter, _ text: [UInt8], _ cursor: Int) {
    let grammar = interpreter.language.grammar
    let typed = Array(text[..<min(max(0, cursor), text.count)])
    var lexer = Lexer(grammar)
    lexer.scan(typed.span, 0..<typed.count)
    var parser = Parser(grammar, interpreter.limits)
    var start = typed.count
    var found = Expectation()
    if lexer.isInComment || lexer.frames.last.map({ $0.kind == .text }) == true {
      // Nothing is completed in a comment or a text.
    } else if let path = Self.variablePath(lexer.tokens, typed) {
      found = parser.expectation(of: Array(typed[path]), as: .expression)
    } else {
      start = Self.wordStart(lexer.tokens, typed.count)
      found = parser.expectation(of: Array(typed[..<start]))
    }
    bytes = typed
    word = start..<typed.count
    expectation = found
  }

  var prefix: String { text(word) }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The arguments from a node on: the positional ones as they are meant, and the names of the options.
  func arguments(_ first: Int32) -> (words: [String], options: [String]) {
    var found: (words: [String], options: [String]) = ([], [])
    var index = first
    while index >= 0 {
      let node = expectation.nodes[Int(index)]
      switch node.kind {
      case .option: found.options.append(text(node.nameRange))
      case .string: found.words.append(expectation.texts[node.payload])
      default: found.words.append(text(node.range))
      }
      index = node.next
    }
    return found
  }

  /// Where the word begins that the text ends with.
  private static func wordStart(_ tokens: [Token], _ end: Int) -> Int {
    guard let last = tokens.last, Int(last.end) == end else { return end }
    let before = tokens.dropLast()
    func isDash(_ token: Token?) -> Bool { token?.kind == .sign && token?.sign == .minus }
    switch last.kind {
    case .lineEnd, .end, .option, .stringHead, .stringMiddle, .stringTail: return end
    case .sign:
      return isDash(last) && !last.isSpaced && isDash(before.last)
        ? Int(before.last?.start ?? last.start) : end
    case .name where !last.isSpaced && isDash(before.last) && isDash(before.dropLast().last):
      return Int(before.dropLast().last?.start ?? last.start)
    default: return Int(last.start)
    }
  }

  /// `$name.` among a command's words, where a `.` alone is a word.
  private static func variablePath(_ tokens: [Token], _ bytes: [UInt8]) -> Range<Int>? {
    guard let dot = tokens.last, dot.kind == .word, !dot.isSpaced, Int(dot.end) == bytes.count,
      bytes[dot.range].elementsEqual([0x2E])
    else { return nil }
    var place = tokens.count - 1
    while place > 0, !tokens[place].isSpaced { place -= 1 }
    return tokens[place].kind == .variable ? Int(tokens[place].start)..<bytes.count : nil
  }
}
