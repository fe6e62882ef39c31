import TerminalText

// The typed text.
extension Completion {
  var prefix: String { text(word) }

  /// A Boolean value that indicates whether the word begins with `"`, so that only texts can complete it.
  var isText: Bool { prefix.utf8.first == 0x22 }

  /// Returns an argument whose value is a text, in quotes if the word begins with one.
  func argument(_ text: String) -> String { isText ? Quoting.literal(text) : Quoting.word(text) }

  /// Returns a name in an expression, in backquotes if the word begins with one.
  func name(_ text: String) -> String {
    let isBackquoted = prefix.utf8.first == 0x60 && !text.utf8.contains(0x60) && Escaping.isClean(text)
    return isBackquoted ? "`\(text)`" : Quoting.name(text)
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the arguments from a node on: the positional ones without quotes, and the names of the options.
  func arguments(_ first: Int32) -> (words: [String], options: [String]) {
    var found: (words: [String], options: [String]) = ([], [])
    for index in Program.Children(nodes: expectation.nodes, index: first) {
      let node = expectation.nodes[Int(index)]
      switch node.kind {
      case .option: found.options.append(text(node.nameRange))
      case .string: found.words.append(expectation.texts[node.payload])
      default: found.words.append(text(node.range))
      }
    }
    return found
  }

  static func wordStart(_ tokens: [Token], _ end: Int) -> Int {
    guard let last = tokens.last, Int(last.end) == end else { return end }
    let before = tokens.dropLast()
    func isDash(_ token: Token?) -> Bool { token?.sign == .operation(.subtract) }
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

  /// Returns the name before `("…` at the end of the text.
  static func callee(_ tokens: [Token]) -> Range<Int>? {
    let last = Array(tokens.suffix(3))
    guard last.count == 3, last[0].kind == .name, last[1].sign == .parenthesisOpen, !last[1].isSpaced,
      last[2].kind == .brokenString || last[2].kind == .string
    else { return nil }
    return last[0].range
  }

  /// Returns the range of `$name.` at the end of a command's words, where `.` is a separate word.
  static func variablePath(_ tokens: [Token], _ bytes: [UInt8]) -> Range<Int>? {
    guard let dot = tokens.last, dot.kind == .word, !dot.isSpaced, Int(dot.end) == bytes.count,
      bytes[dot.range].elementsEqual([0x2E])
    else { return nil }
    var position = tokens.count - 1
    while position > 0, !tokens[position].isSpaced { position -= 1 }
    return tokens[position].kind == .variable ? Int(tokens[position].start)..<bytes.count : nil
  }
}
