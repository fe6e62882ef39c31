/// Writes values of fields so that different ones never give the same bytes.
@usableFromInline
struct FieldEncoder {
  var bytes: [UInt8] = []

  @usableFromInline
  mutating func append(_ value: FieldValue) {
    switch value {
    case .none: bytes.append(0)
    case .number(let number):
      bytes.append(1)
      append(bits: UInt64(bitPattern: Int64(number)))
    case .truth(let truth): bytes.append(truth ? 3 : 2)
    case .word(let word):
      bytes.append(4)
      append(word)
    case .text(let text):
      bytes.append(5)
      append(text)
    case .decimal(let number):
      bytes.append(6)
      // The two zeros are equal, and so are all that are no numbers.
      append(bits: number == 0 ? 0 : number.isNaN ? Double.nan.bitPattern : number.bitPattern)
    case .reference(let kind, let id):
      bytes.append(7)
      append(kind)
      append(id)
    case .list(let values):
      bytes.append(8)
      append(bits: UInt64(values.count))
      for value in values { append(value) }
    }
  }

  @usableFromInline
  mutating func append(_ text: String) {
    append(bits: UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func append(bits: UInt64) {
    for index in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits &>> UInt64(index &* 8))) }
  }
}
