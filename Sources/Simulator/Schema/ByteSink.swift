/// Takes in the bytes of values.
protocol ByteSink {
  mutating func append(_ byte: UInt8)
  /// The eight bytes of a number, the lowest first.
  mutating func append(bits: UInt64)
  mutating func append(utf8 text: String)
}
