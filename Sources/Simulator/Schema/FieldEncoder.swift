/// Writes values of fields so that different ones never give the same bytes.
struct FieldEncoder<Sink: ByteSink> {
  var sink: Sink

  mutating func append(_ value: FieldValue) {
    switch value {
    case .none: sink.append(0)
    case .number(let number):
      sink.append(1)
      sink.append(bits: UInt64(bitPattern: Int64(number)))
    case .truth(let truth): sink.append(truth ? 3 : 2)
    case .word(let word):
      sink.append(4)
      append(word)
    case .text(let text):
      sink.append(5)
      append(text)
    case .decimal(let number):
      sink.append(6)
      // The two zeros are equal, and so are all that are no numbers.
      sink.append(bits: number == 0 ? 0 : number.isNaN ? Double.nan.bitPattern : number.bitPattern)
    case .reference(let kind, let id):
      sink.append(7)
      append(kind)
      append(id)
    case .list(let values):
      sink.append(8)
      sink.append(bits: UInt64(values.count))
      for value in values { append(value) }
    }
  }

  mutating func append(_ text: String) {
    sink.append(bits: UInt64(text.utf8.count))
    sink.append(utf8: text)
  }
}

/// Hashes values of fields as a ``FieldEncoder`` writes them; what the closures of schemas are given.
@usableFromInline
struct FieldHasher {
  private var encoder: FieldEncoder<SipHash>

  init(isWide: Bool) { encoder = FieldEncoder(sink: SipHash(isWide: isWide)) }

  /// What was appended.
  var hash: SipHash { encoder.sink }

  @usableFromInline
  mutating func append(_ value: FieldValue) { encoder.append(value) }

  @usableFromInline
  mutating func append(_ text: String) { encoder.append(text) }
}

extension [UInt8]: ByteSink {
  mutating func append(bits: UInt64) {
    for index in 0..<8 { append(UInt8(truncatingIfNeeded: bits &>> UInt64(index &* 8))) }
  }

  mutating func append(utf8 text: String) { append(contentsOf: text.utf8) }
}
