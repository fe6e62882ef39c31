extension [UInt8] {
  /// Creates an array with a copy of the bytes of a span.
  @inlinable
  package init(copying bytes: Span<UInt8>) {
    self = []
    append(bytes)
  }

  /// Appends all bytes of a span.
  @inlinable
  package mutating func append(_ bytes: Span<UInt8>) { append(bytes, bytes.indices) }

  /// Appends a part of a span.
  ///
  /// - Precondition: the range is within the span.
  @inlinable
  package mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    append(addingCapacity: range.count) { output in
      for at in range { output.append(bytes[at]) }
    }
  }
}
