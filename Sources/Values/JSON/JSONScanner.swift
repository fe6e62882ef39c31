import TerminalText

/// A scanner of JSON that makes a single pass. It stores nesting in an array instead of the stack.
struct JSONScanner {
  private let bytes: [UInt8]
  var position = 0

  init(_ text: Span<UInt8>) {
    bytes = [UInt8](copying: text)
  }

  /// Scans the whole text: `object = "{" [ name ":" value { "," name ":" value } ] "}"`
  mutating func scanWhole() throws(JSONError) -> [JSONObject.Member] {
    do { _ = try UTF8Span(validating: bytes.span) } catch {
      throw JSONError("this is not valid UTF-8", at: error.byteOffsets.lowerBound)
    }
    skipSpace()
    try take("{")
    skipSpace()
    var members: [JSONObject.Member] = []
    if byte == UInt8(ascii: "}") {
      position += 1
    } else {
      repeat {
        let name = try scanName()
        skipSpace()
        let first = byte
        let value = try scanValue()
        members.append(JSONObject.Member(name, value, misfit: value == nil ? Self.misfit(first) : nil))
      } while try continues(until: "}")
    }
    skipSpace()
    guard position == bytes.count else { throw expected("nothing more") }
    return members
  }

  // MARK: Parts

  private static func misfit(_ first: UInt8) -> String {
    switch first {
    case UInt8(ascii: "{"): "an object"
    case UInt8(ascii: "["): "an array"
    default: "a number that is too large"
    }
  }

  mutating func scanName() throws(JSONError) -> String {
    skipSpace()
    guard byte == UInt8(ascii: "\"") else { throw expected("the name of a field in “\"”") }
    let name = try scanString()
    skipSpace()
    try take(":")
    return name
  }

  mutating func scanValue() throws(JSONError) -> Value? {
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"):
      try skipNested()
      return nil
    case UInt8(ascii: "["): return try scanElements().map { .list($0) }
    default: return try scanScalar()
    }
  }

  private mutating func scanElements() throws(JSONError) -> [Value]? {
    position += 1
    skipSpace()
    if byte == UInt8(ascii: "]") {
      position += 1
      return []
    }
    var elements: [Value]? = []
    repeat {
      skipSpace()
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        elements = nil
        try skipNested()
      default:
        if let element = try scanScalar() { elements?.append(element) } else { elements = nil }
      }
    } while try continues(until: UInt8(ascii: "]"))
    return elements
  }

  private mutating func scanScalar() throws(JSONError) -> Value? {
    switch byte {
    case UInt8(ascii: "\""): return .text(try scanString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try scanNumber()
    default:
      if takeWord("true") { return .truth(true) }
      if takeWord("false") { return .truth(false) }
      if takeWord("null") { return Value.none }
      throw expected("a value")
    }
  }

  /// Checks an array or an object with its contents.
  private mutating func skipNested() throws(JSONError) {
    // The closing bracket of each open array and object.
    var open: [UInt8] = []
    repeat {
      skipSpace()
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        let closer = byte + 2
        position += 1
        open.append(closer)
        skipSpace()
        if byte != closer {
          if closer == UInt8(ascii: "}") { _ = try scanName() }
          continue
        }
        position += 1
        open.removeLast()
      } else {
        _ = try scanScalar()
      }
      // After the last value of an array or object, the closing bracket follows.
      while let closer = open.last {
        if try continues(until: closer) {
          if closer == UInt8(ascii: "}") { _ = try scanName() }
          break
        }
        open.removeLast()
      }
    } while !open.isEmpty
  }

  mutating func continues(until closer: Unicode.Scalar) throws(JSONError) -> Bool {
    try continues(until: UInt8(ascii: closer))
  }

  private mutating func continues(until closer: UInt8) throws(JSONError) -> Bool {
    skipSpace()
    guard byte == UInt8(ascii: ",") || byte == closer else {
      throw expected("“,” or “\(UnicodeScalar(closer))”")
    }
    let isComma = byte == UInt8(ascii: ",")
    position += 1
    return isComma
  }

  // MARK: Scalars

  /// `number = [ "-" ] ( "0" | digit1-9 { digit } ) [ "." digit { digit } ] [ ( "e" | "E" ) [ sign ] digit { digit } ]`
  private mutating func scanNumber() throws(JSONError) -> Value? {
    let start = position
    if byte == UInt8(ascii: "-") { position += 1 }
    if byte == UInt8(ascii: "0") { position += 1 } else { try takeDigits() }
    if byte == UInt8(ascii: ".") {
      position += 1
      try takeDigits()
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
      try takeDigits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let number = Int(text) { return .number(number) }
    return Double(text).flatMap { $0.isFinite ? .decimal($0) : nil }
  }

  private mutating func takeDigits() throws(JSONError) {
    guard byte.isDigit else { throw expected("a digit") }
    while byte.isDigit { position += 1 }
  }

  private mutating func scanString() throws(JSONError) -> String {
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        let scalar = try scanEscape()
        text.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      case 0..<0x20: throw JSONError("a control character in a string must be escaped", at: position)
      default:
        text.append(byte)
        position += 1
      }
    }
    throw expected("“\"”")
  }

  private mutating func scanEscape() throws(JSONError) -> Unicode.Scalar {
    let start = position
    position += 2
    switch start + 1 < bytes.count ? bytes[start + 1] : 0 {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      if let scalar = scanCodeUnits() { return scalar }
      throw JSONError(
        "“\\u” takes four hexadecimal digits; a surrogate pair takes two such escapes", at: start)
    default: throw JSONError("there is no such escape in a string", at: start)
    }
  }

  /// Scans the digits after `\u`, and the second half of a surrogate pair.
  private mutating func scanCodeUnits() -> Unicode.Scalar? {
    guard let first = scanCodeUnit() else { return nil }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, byte == UInt8(ascii: "\\"), position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "u")
    else { return nil }
    position += 2
    guard let second = scanCodeUnit(), (0xDC00...0xDFFF).contains(second) else { return nil }
    let bits: UInt32 = UInt32(first - 0xD800) << 10 | UInt32(second - 0xDC00)
    return Unicode.Scalar(bits + 0x10000)
  }

  private mutating func scanCodeUnit() -> UInt16? {
    guard position + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for index in position..<position + 4 {
      switch bytes[index] {
      case let digit where digit.isDigit: unit = unit << 4 | UInt16(digit - 0x30)
      case let letter where (0x61...0x66).contains(letter | 0x20):
        unit = unit << 4 | UInt16((letter | 0x20) - 0x57)
      default: return nil
      }
    }
    position += 4
    return unit
  }

  // MARK: Bytes

  /// The byte at the position; NUL at the end, since no token begins with it.
  var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  mutating func skipSpace() {
    while byte.isJSONSpace { position += 1 }
  }

  private mutating func take(_ scalar: Unicode.Scalar) throws(JSONError) {
    guard byte == UInt8(ascii: scalar) else { throw expected("“\(scalar)”") }
    position += 1
  }

  private mutating func takeWord(_ word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  private func expected(_ what: String) -> JSONError {
    guard position < bytes.count else { return JSONError("\(what) is missing at the end", at: position) }
    // The text is valid UTF-8, and the position is never inside a character.
    let found = String(decoding: bytes[position...].prefix(4), as: UTF8.self).unicodeScalars.first ?? "?"
    return JSONError("\(what) is expected, not “\(found)”", at: position)
  }
}

extension JSONObject {
  /// Parses a text that is a single object, with optional whitespace around it.
  ///
  /// - Complexity: O(bytes).
  public init(_ text: Span<UInt8>) throws(JSONError) {
    var scanner = JSONScanner(text)
    members = try scanner.scanWhole()
  }

  /// Returns the text of an object without whitespace between tokens. Names, numbers and escape sequences are
  /// unchanged. The result has no line end, since JSON strings cannot contain one.
  ///
  /// - Complexity: O(bytes).
  public static func compacted(_ text: Span<UInt8>) throws(JSONError) -> [UInt8] {
    _ = try JSONObject(text)
    var compacted: [UInt8] = []
    compacted.reserveCapacity(text.count)
    var isInString = false
    var isEscaped = false
    for index in text.indices {
      let byte = text[index]
      if !isInString, byte.isJSONSpace { continue }
      compacted.append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      } else {
        isEscaped = isInString && byte == UInt8(ascii: "\\")
      }
    }
    return compacted
  }
}
