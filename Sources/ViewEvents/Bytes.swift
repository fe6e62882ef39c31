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
    var left = count
    while left > 0 {
      append(UInt8(ascii: " "))
      left &-= 1
    }
  }

  /// Appends a number in decimal digits, which takes at most 20 bytes.
  package mutating func append(number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var first = 20
    repeat {
      first &-= 1
      digits[first] = UInt8(truncatingIfNeeded: rest % 10) &+ 0x30
      rest /= 10
    } while rest > 0
    for at in first..<20 { append(digits[at]) }
  }
}
