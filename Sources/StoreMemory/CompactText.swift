/// A text that is kept where it stands if it is short, for one that perhaps nobody ever asks for: making a string costs
/// more than a store's change of one model.
@usableFromInline
package enum CompactText: Sendable {
  case short(ShortText)
  case text(String)

  /// The text with these UTF-8 bytes.
  @usableFromInline
  package init(_ bytes: Span<UInt8>) {
    self = ShortText(bytes).map { .short($0) } ?? .text(String(bytes))
  }

  /// Adds the text's UTF-8 to an array.
  package func append(to bytes: inout ContiguousArray<UInt8>) {
    switch self {
    case .short(let short):
      bytes.append(addingCapacity: Int(short.count)) { target in
        for index in 0..<Int(short.count) { target.append(short.bytes[index]) }
      }
    case .text(let text): bytes.append(contentsOf: text.utf8)
    }
  }

  /// The text; what is no UTF-8 is replaced.
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
  /// The text with these bytes; what is no UTF-8 is replaced.
  fileprivate init(_ bytes: Span<UInt8>) {
    if let valid = try? UTF8Span(validating: bytes) {
      self.init(copying: valid)
    } else {
      self.init(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }
}
