/// A parser of regular expressions:
///
/// ```
/// choice   = sequence { "|" sequence }
/// sequence = { atom [ ("*" | "+" | "?" | "{" n [ "," [m] ] "}") ["?"] ] }
/// atom     = "." | "^" | "$" | "\b" | "\B" | class | escape | character
///          | "(" ["?:" | ("?<" | "?P<") name ">"] choice ")" | "[" ["^"] {item ["-" item]} "]"
/// class    = "\d" | "\D" | "\w" | "\W" | "\s" | "\S"
/// escape   = "\t" | "\u{" hex "}" | "\" punctuation
/// ```
struct RegexParser {
  static let nestingMax = 50
  static let repeatMax = 1_000
  static let captureCountMax = 32

  /// The instructions of a part of the pattern, whose targets are relative, and the work of emitting them.
  typealias Code = (instructions: [RegexProgram.Instruction], work: Int)

  private let text: [Unicode.Scalar]
  private var offset = 0
  private var depth = 0
  private var isTooLarge = false
  private(set) var names: [String] = []
  private(set) var sets: [ScalarSet] = []

  init(_ pattern: [UInt8]) throws(RegexError) {
    guard let string = String(validating: pattern, as: UTF8.self) else {
      throw RegexError(message: "the pattern is not valid UTF-8", column: 0)
    }
    text = Array(string.unicodeScalars)
  }

  /// Returns the instructions of the whole pattern.
  mutating func parse() throws(RegexError) -> [RegexProgram.Instruction] {
    var code = try choice()
    append([.match], to: &code)
    if offset < text.count { throw error("a “)” has no “(”") }
    if isTooLarge {
      throw RegexError(message: "the pattern is too large: nested repetitions multiply", column: 0)
    }
    return code.instructions
  }

  /// Appends instructions to code. Once the code is too large, repetitions are no longer expanded, and ``parse()``
  /// throws an error.
  private mutating func append(_ instructions: [RegexProgram.Instruction], work: Int = 0, to code: inout Code)
  {
    code.instructions += instructions
    // Repetitions of an empty expression append nothing but take time, so the work is bounded as well as the size.
    code.work += work + 1
    isTooLarge =
      isTooLarge || code.instructions.count > RegexProgram.instructionCountMax
      || code.work > 10 * RegexProgram.instructionCountMax
  }

  // MARK: Grammar

  private mutating func choice() throws(RegexError) -> Code {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.nestingMax { throw error("groups are nested deeper than \(Self.nestingMax) levels") }
    var code: Code = ([], 0)
    var jumps: [Int] = []
    var branch = try sequence()
    while take("|") {
      let split = RegexProgram.Instruction.split(1, branch.instructions.count + 2)
      append([split] + branch.instructions + [.jump(0)], work: branch.work, to: &code)
      jumps.append(code.instructions.count - 1)
      branch = try sequence()
    }
    append(branch.instructions, work: branch.work, to: &code)
    for jump in jumps { code.instructions[jump] = .jump(code.instructions.count - jump) }
    return code
  }

  private mutating func sequence() throws(RegexError) -> Code {
    var code: Code = ([], 0)
    while let next = peek, next != "|", next != ")" {
      let start = offset
      let atom = try atom()
      let part = try repeated(atom, isGroup: next == "(", from: start)
      append(part.instructions, work: part.work, to: &code)
    }
    return code
  }

  private mutating func repeated(_ code: Code, isGroup: Bool, from start: Int) throws(RegexError) -> Code {
    guard let (low, high) = try bounds() else { return code }
    switch code.instructions.first {
    case .lineStart where !isGroup, .lineEnd where !isGroup, .wordBoundary where !isGroup:
      throw error("there is nothing to repeat", at: start)
    default: break
    }
    let isGreedy = !take("?")
    if let mark = peek, mark == "*" || mark == "+" || mark == "?" {
      throw error("“\(mark)” follows a repetition")
    }
    func branch(_ into: Int, _ past: Int) -> RegexProgram.Instruction {
      isGreedy ? .split(into, past) : .split(past, into)
    }
    let own = code.instructions
    var whole: Code = ([], 0)
    for _ in 0..<low where !isTooLarge { append(own, work: code.work, to: &whole) }
    if let high {
      for left in (0..<high - low).reversed() where !isTooLarge {
        append([branch(1, (left + 1) * (own.count + 1))] + own, work: code.work, to: &whole)
      }
    } else {
      append([branch(1, own.count + 2)] + own + [.jump(-own.count - 1)], work: code.work, to: &whole)
    }
    return whole
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

  private mutating func atom() throws(RegexError) -> Code {
    let start = offset
    guard let next = peek else { return ([], 0) }
    offset += 1
    switch next {
    case ".": return ([.any], 1)
    case "^": return ([.lineStart], 1)
    case "$": return ([.lineEnd], 1)
    case "(": return try group(from: start)
    case "[": return code(of: try set(from: start))
    case "*", "+", "?", "{":
      throw error("“\(next)” repeats nothing; write “\\\(next)” for the character", at: start)
    case "\\": return try escape(from: start)
    default: return ([.scalar(next)], 1)
    }
  }

  private mutating func code(of set: ScalarSet) -> Code {
    sets.append(set)
    return ([.set(sets.count - 1)], 1)
  }

  private mutating func group(from start: Int) throws(RegexError) -> Code {
    var capture: Int?
    if take("?") {
      if take(":") {
      } else if take("<") || (take("P") && take("<")) {
        capture = try name(from: start)
      } else {
        throw error("a group begins with “(”, “(?:” or “(?<name>”", at: start)
      }
    }
    let code = try choice()
    guard take(")") else { throw error("a “(” is not closed", at: start) }
    var whole: Code = ([], 0)
    if let capture { append([.save(2 * capture)], to: &whole) }
    append(code.instructions, work: code.work, to: &whole)
    if let capture { append([.save(2 * capture + 1)], to: &whole) }
    return whole
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
  private mutating func escape(from start: Int) throws(RegexError) -> Code {
    if let kind = scalarClass() { return code(of: ScalarSet(classes: [kind])) }
    if take("b") { return ([.wordBoundary(isNegated: false)], 1) }
    if take("B") { return ([.wordBoundary(isNegated: true)], 1) }
    return ([.scalar(try escapedScalar(from: start))], 1)
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
      throw error("“\\\(next)” has no meaning here; use “\\d \\w \\s \\b \\t \\u{…}”", at: start)
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
