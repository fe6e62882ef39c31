// Text is appended to byte arrays without creating a `String`.

extension [UInt8] {
  package mutating func append(_ text: StaticString) {
    append(contentsOf: text.description.utf8)
  }
}

extension OutputSpan<UInt8> {
  package mutating func append(_ text: StaticString) {
    for byte in text.description.utf8 { append(byte) }
  }

  package mutating func append(_ text: Span<UInt8>, _ range: Range<Int>) {
    for at in range { append(text[at]) }
  }

  package mutating func appendSpaces(_ count: Int) {
    append(repeating: UInt8(ascii: " "), count: max(0, count))
  }

  /// Appends a number in decimal digits, which takes at most 20 bytes.
  package mutating func append(number: Int) {
    for digit in String(number).utf8 { append(digit) }
  }
}
