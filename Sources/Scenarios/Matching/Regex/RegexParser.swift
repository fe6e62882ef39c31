/// A parser of regular expressions:
///
/// ```
/// choice   = sequence { "|" sequence }
/// sequence = { atom [ ("*" | "+" | "?" | "{" n [ "," [m] ] "}") ["?"] ] }
/// atom     = "." | "^" | "$" | "\b" | "\B" | class | escape | character
///          | "(" ["?:" | "?<" name ">"] choice ")" | "[" ["^"] {item ["-" item]} "]"
/// class    = "\d" | "\D" | "\w" | "\W" | "\s" | "\S"
/// escape   = "\t" | "\u{" hex "}" | "\" punctuation
/// ```
struct RegexParser {
  static let nestingMax = 50
  static let repeatMax = 1_000
  static let captureCountMax = 32

  private let text: [Unicode.Scalar]
  private var offset = 0
  private var depth = 0
  private(set) var names: [String] = []

  private init(_ text: [Unicode.Scalar]) { self.text = text }

  /// Returns the expression, and the names of its captures in the order of their groups.
  static func parse(_ pattern: [UInt8]) throws(RegexError) -> (RegexNode, [String]) {
    guard let string = String(validating: pattern, as: UTF8.self) else {
      throw RegexError(message: "the pattern is not valid UTF-8", column: 0)
    }
    var parser = RegexParser(Array(string.unicodeScalars))
    let node = try parser.choice()
    if parser.offset < parser.text.count { throw parser.error("a “)” has no “(”") }
    return (node, parser.names)
  }

  // MARK: Grammar

  private mutating func choice() throws(RegexError) -> RegexNode {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.nestingMax { throw error("groups are nested deeper than \(Self.nestingMax) levels") }
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(RegexError) -> RegexNode {
    var nodes: [RegexNode] = []
    while let next = peek, next != "|", next != ")" {
      let start = offset
      let node = try atom()
      nodes.append(try repeated(node, from: start))
    }
    return nodes.isEmpty ? .empty : nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  private mutating func repeated(_ node: RegexNode, from start: Int) throws(RegexError) -> RegexNode {
    guard let (low, high) = try bounds() else { return node }
    switch node {
    case .lineStart, .lineEnd, .wordBoundary: throw error("there is nothing to repeat", at: start)
    default: break
    }
    let isGreedy = !take("?")
    if let mark = peek, mark == "*" || mark == "+" || mark == "?" {
      throw error("“\(mark)” follows a repetition")
    }
    return .repeated(node, min: low, max: high, isGreedy: isGreedy)
  }

  private mutating func bounds() throws(RegexError) -> (Int, Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = offset
    guard take("{") else { return nil }
    guard let low = try number() else {
      throw error("“{” begins a repetition; write “\\{” for the character", at: start)
    }
    var high: Int? = low
    if take(",") { high = try number() }
    guard take("}") else { throw error("the repetition is not closed with “}”", at: start) }
    if let high, high < low { throw error("the repetition ends below its start", at: start) }
    return (low, high)
  }

  private mutating func number() throws(RegexError) -> Int? {
    let start = offset
    var value = 0
    while let digit = peek, digit.value >= 0x30, digit.value <= 0x39 {
      value = value * 10 + Int(digit.value - 0x30)
      if value > Self.repeatMax { throw error("a repetition is at most \(Self.repeatMax)", at: start) }
      offset += 1
    }
    return offset > start ? value : nil
  }

  private mutating func atom() throws(RegexError) -> RegexNode {
    let start = offset
    guard let next = peek else { return .empty }
    offset += 1
    switch next {
    case ".": return .any
    case "^": return .lineStart
    case "$": return .lineEnd
    case "(": return try group(from: start)
    case "[": return .set(try set(from: start))
    case "*", "+", "?", "{":
      throw error("“\(next)” repeats nothing; write “\\\(next)” for the character", at: start)
    case "\\": return try escape(from: start)
    default: return .scalar(next)
    }
  }

  private mutating func group(from start: Int) throws(RegexError) -> RegexNode {
    var capture: Int?
    if take("?") {
      if take(":") {
      } else if take("<") || (take("P") && take("<")) {
        capture = try name(from: start)
      } else {
        throw error("a group begins with “(”, “(?:” or “(?<name>”", at: start)
      }
    }
    let node = try choice()
    guard take(")") else { throw error("a “(” is not closed", at: start) }
    return .group(node, capture: capture)
  }

  private mutating func name(from start: Int) throws(RegexError) -> Int {
    var bytes: [UInt8] = []
    while let next = peek, next != ">", next.isASCII {
      bytes.append(UInt8(truncatingIfNeeded: next.value))
      offset += 1
    }
    guard take(">"), CaptureName.isName(bytes[...]) else {
      throw error("a name is a letter, then letters, digits and “_”: (?<name>…)", at: start)
    }
    let name = String(decoding: bytes, as: UTF8.self)
    if names.contains(name) { throw error("“\(name)” is captured twice", at: start) }
    if names.count == Self.captureCountMax {
      throw error("a pattern captures at most \(Self.captureCountMax) names", at: start)
    }
    names.append(name)
    return names.count - 1
  }

  // MARK: Pieces

  private var peek: Unicode.Scalar? { offset < text.count ? text[offset] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    offset += 1
    return true
  }

  private func error(_ message: String, at index: Int? = nil) -> RegexError {
    RegexError(message: message, column: (index ?? offset) + 1)
  }
}

extension RegexParser {
  /// Reads an escape after `\`, outside a set.
  private mutating func escape(from start: Int) throws(RegexError) -> RegexNode {
    if let kind = scalarClass() { return .set(ScalarSet(classes: [kind])) }
    if take("b") { return .wordBoundary(isNegated: false) }
    if take("B") { return .wordBoundary(isNegated: true) }
    return .scalar(try escapedScalar(from: start))
  }

  private mutating func scalarClass() -> ScalarClass? {
    let kind: ScalarClass
    switch peek {
    case "d": kind = ScalarClass(kind: .digit, isNegated: false)
    case "D": kind = ScalarClass(kind: .digit, isNegated: true)
    case "w": kind = ScalarClass(kind: .word, isNegated: false)
    case "W": kind = ScalarClass(kind: .word, isNegated: true)
    case "s": kind = ScalarClass(kind: .space, isNegated: false)
    case "S": kind = ScalarClass(kind: .space, isNegated: true)
    default: return nil
    }
    offset += 1
    return kind
  }

  private mutating func escapedScalar(from start: Int) throws(RegexError) -> Unicode.Scalar {
    guard let next = peek else { throw error("the pattern ends in “\\”", at: start) }
    offset += 1
    switch next.value {
    case 0x74: return "\t"
    case 0x75: return try unicodeEscape(from: start)
    case 0x31...0x39: throw error("“\\\(next)” is a back reference; capture a name instead", at: start)
    case 0x30, 0x41...0x5A, 0x61...0x7A:
      throw error("“\\\(next)” means nothing here; “\\d \\w \\s \\b \\t \\u{…}” do", at: start)
    default: return next
    }
  }

  private mutating func unicodeEscape(from start: Int) throws(RegexError) -> Unicode.Scalar {
    var digits = ""
    if take("{") {
      while let next = peek, next != "}", digits.utf8.count < 8 {
        digits.unicodeScalars.append(next)
        offset += 1
      }
      if take("}"), let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) {
        return scalar
      }
    }
    throw error("a character's number is written “\\u{1F642}”", at: start)
  }

  private mutating func set(from start: Int) throws(RegexError) -> ScalarSet {
    var set = ScalarSet()
    set.isNegated = take("^")
    var isFirst = true
    while let next = peek, isFirst || next != "]" {
      isFirst = false
      let itemStart = offset
      if next == "\\" {
        offset += 1
        if let kind = scalarClass() {
          set.classes.append(kind)
          continue
        }
        offset = itemStart
      }
      let low = try setScalar()
      guard peek == "-", offset + 1 < text.count, text[offset + 1] != "]" else {
        set.ranges.append(low.value...low.value)
        continue
      }
      offset += 1
      let high = try setScalar()
      if high < low { throw error("the range ends before its start", at: itemStart) }
      set.ranges.append(low.value...high.value)
    }
    guard take("]") else { throw error("a “[” is not closed", at: start) }
    set.normalize()
    return set
  }

  private mutating func setScalar() throws(RegexError) -> Unicode.Scalar {
    let start = offset
    guard let next = peek else { throw error("a “[” is not closed") }
    offset += 1
    return next == "\\" ? try escapedScalar(from: start) : next
  }
}
