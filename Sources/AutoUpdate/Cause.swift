/// Why a transaction was made: a text that is kept where it stands if it is short, since nobody may ever ask
/// for it and making a string costs more than a change of one model.
@usableFromInline
enum Cause: Sendable {
  case short(ShortText)
  case text(String)

  /// The text with these UTF-8 bytes.
  @usableFromInline
  init(_ bytes: Span<UInt8>) {
    self = bytes.withUnsafeBytes { bytes in
      ShortText(bytes).map { .short($0) } ?? .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  var text: String {
    switch self {
    case .short(let short): short.text
    case .text(let text): text
    }
  }
}

/// Up to 31 bytes of UTF-8.
@usableFromInline
struct ShortText: Sendable {
  private static var countMost: Int { 31 }
  private var bytes = InlineArray<31, UInt8>(repeating: 0)
  private var count: UInt8

  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= Self.countMost else { return nil }
    count = UInt8(truncatingIfNeeded: bytes.count)
    var span = self.bytes.mutableSpan
    span.withUnsafeMutableBytes { $0.copyMemory(from: bytes) }
  }

  var text: String {
    bytes.span.withUnsafeBufferPointer { String(decoding: $0[..<Int(count)], as: UTF8.self) }
  }
}
