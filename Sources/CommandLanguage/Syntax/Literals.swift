/// Numbers as they are written.
enum Number {
  /// `-?[0-9]+`, which `_` may part, without needless zeros in front, within `Int`; `nil` for anything else.
  static func whole(_ bytes: Span<UInt8>, zerosInFront: Bool = false) -> Int? {
    guard bytes.count > 0 else { return nil }
    let isNegative = bytes[0] == 0x2D
    let start = isNegative ? 1 : 0
    guard bytes.count > start, bytes[start].isDigit, bytes[bytes.count - 1].isDigit else { return nil }
    if bytes[start] == 0x30, bytes.count > start + 1, !zerosInFront { return nil }
    var value = 0
    for index in start..<bytes.count where bytes[index] != 0x5F {
      guard bytes[index].isDigit else { return nil }
      let digit = Int(bytes[index] & 0x0F)
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) =
        isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if overflow || carry { return nil }
      value = sum
    }
    return value
  }

  static func whole(_ bytes: some Collection<UInt8>, zerosInFront: Bool = false) -> Int? {
    whole(Array(bytes).span, zerosInFront: zerosInFront)
  }

  /// A whole number or a decimal as an expression would write it, with a sign or not.
  static func value(_ bytes: some Collection<UInt8>) -> Value? {
    guard let first = bytes.first, first.isDigit || first == 0x2D else { return nil }
    if let number = whole(bytes) { return .whole(number) }
    return decimal(bytes).map { .decimal($0) }
  }

  enum Value { case whole(Int), decimal(Double) }

  /// `-?[0-9]+(.[0-9]+)?(e[+-]?[0-9]+)?` with a fraction or an exponent, that is finite.
  static func decimal(_ bytes: some Collection<UInt8>) -> Double? {
    var text = ""
    var hasMark = false
    var isAfterDigit = false
    for byte in bytes where byte != 0x5F {
      switch byte {
      case 0x2D where text.isEmpty || text.utf8.last == 0x65: break
      case 0x2B where text.utf8.last == 0x65: break
      case 0x2E where isAfterDigit: hasMark = true
      case 0x65 where isAfterDigit, 0x45 where isAfterDigit: hasMark = true
      default: guard byte.isDigit else { return nil }
      }
      isAfterDigit = byte.isDigit
      text.unicodeScalars.append(Unicode.Scalar(byte | (byte == 0x45 ? 0x20 : 0)))
    }
    guard hasMark, isAfterDigit, let number = Double(text), number.isFinite else { return nil }
    return number
  }
}

/// The escapes of strings: `\n \t \" \\ \u{1F642}`.
enum Escape {
  /// What the inside of a string stands for, or the range of an escape that there is not.
  static func decode(_ inside: ArraySlice<UInt8>) -> Result<[UInt8], UnknownEscape> {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(inside.count)
    var place = inside.startIndex
    while place < inside.endIndex {
      guard inside[place] == 0x5C else {
        decoded.append(inside[place])
        place += 1
        continue
      }
      let start = place
      let letter = place + 1 < inside.endIndex ? inside[place + 1] : 0
      place += 2
      switch letter {
      case 0x6E: decoded.append(0x0A)
      case 0x74: decoded.append(0x09)
      case 0x22, 0x5C: decoded.append(letter)
      case 0x75:
        guard let scalar = scalar(in: inside, at: &place) else {
          let end = min(place + 1, inside.endIndex)
          return .failure(UnknownEscape(range: start..<max(end, start + 1), isNumber: true))
        }
        decoded.append(contentsOf: Array(String(scalar).utf8))
      default: return .failure(UnknownEscape(range: start..<min(start + 2, inside.endIndex), isNumber: false))
      }
    }
    return .success(decoded)
  }

  struct UnknownEscape: Error {
    var range: Range<Int>
    var isNumber: Bool
  }

  /// Reads `{1F642}` at `place`, and moves past it.
  private static func scalar(in bytes: ArraySlice<UInt8>, at place: inout Int) -> Unicode.Scalar? {
    guard place < bytes.endIndex, bytes[place] == 0x7B else { return nil }
    var end = place + 1
    var value: UInt32 = 0
    while end < bytes.endIndex, end - place <= 8, let digit = hexadecimal(bytes[end]) {
      value = value << 4 | digit
      end += 1
    }
    guard end > place + 1, end < bytes.endIndex, bytes[end] == 0x7D, let scalar = Unicode.Scalar(value) else {
      return nil
    }
    place = end + 1
    return scalar
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }

  /// A long string's content without the line end after its opening quotes and the indentation of its closing
  /// ones.
  static func unindented(_ content: ArraySlice<UInt8>) -> [UInt8] {
    var lines = content.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count > 1, let last = lines.last, last.allSatisfy(\.isBlank) else { return Array(content) }
    lines.removeLast()
    if let first = lines.first, first.allSatisfy(\.isBlank) { lines.removeFirst() }
    return Array(
      lines.map { $0.starts(with: last) ? $0.dropFirst(last.count) : $0 }.joined(separator: [0x0A]))
  }
}
