/// A text that is stored inline if it is short. Use it for texts that are rarely read, since creating a string costs
/// more than a store's change of one model.
@usableFromInline
package enum CompactText: Sendable {
  case short(ShortText)
  case text(String)

  /// Creates a text from UTF-8 bytes.
  @usableFromInline
  package init(_ bytes: Span<UInt8>) {
    self = ShortText(bytes).map { .short($0) } ?? .text(String(bytes))
  }

  /// Appends the text in UTF-8 to `bytes`.
  package func append(to bytes: inout Slab<UInt8>) {
    switch self {
    case .short(let short): bytes.append(short.bytes.span.extracting(0..<Int(short.count)))
    case .text(let text): bytes.append(text.utf8.span)
    }
  }

  /// The text as a string. Malformed UTF-8 is replaced.
  package var text: String {
    switch self {
    case .short(let short): String(short.bytes.span.extracting(0..<Int(short.count)))
    case .text(let text): text
    }
  }
}

/// Up to 31 bytes of UTF-8.
@usableFromInline
package struct ShortText: Sendable {
  private(set) var bytes = InlineArray<31, UInt8>(repeating: 0)
  let count: UInt8

  init?(_ bytes: Span<UInt8>) {
    guard bytes.count <= 31 else { return nil }
    for index in bytes.indices { self.bytes[index] = bytes[index] }
    count = UInt8(truncatingIfNeeded: bytes.count)
  }
}

extension String {
  /// Creates a string from bytes. Malformed UTF-8 is replaced.
  fileprivate init(_ bytes: Span<UInt8>) {
    if let valid = try? UTF8Span(validating: bytes) {
      self.init(copying: valid)
    } else {
      self.init(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }
}
