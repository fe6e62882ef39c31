/// Decodes UTF-8 and tells each byte that is not part of it.
struct UTF8Decoder {
  enum Piece: Equatable {
    case scalar(Unicode.Scalar)
    case invalid(UInt8)
  }
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Piece? {
    guard offset < bytes.count else { return nil }
    let (scalar, length) = bytes.withUnsafeBufferPointer { UTF8Decoder.decode($0, at: offset) }
    defer { offset &+= length }
    return scalar.map { .scalar($0) } ?? .invalid(bytes[offset])
  }

  /// The scalar at `offset` and its length; `nil` and 1 for a byte that begins none. `offset` is in range.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> (Unicode.Scalar?, Int) {
    let first = UInt32(bytes[offset])
    if first < 0x80 { return (Unicode.Scalar(UInt8(truncatingIfNeeded: first)), 1) }
    let length: Int
    let floor: UInt32
    var value: UInt32
    switch first {
    case 0xC2...0xDF: (length, floor, value) = (2, 0x80, first & 0x1F)
    case 0xE0...0xEF: (length, floor, value) = (3, 0x800, first & 0x0F)
    case 0xF0...0xF4: (length, floor, value) = (4, 0x10000, first & 0x07)
    default: return (nil, 1)
    }
    guard offset &+ length <= bytes.count else { return (nil, 1) }
    for index in 1..<length {
      let byte = UInt32(bytes[offset &+ index])
      guard byte & 0xC0 == 0x80 else { return (nil, 1) }
      value = value << 6 | byte & 0x3F
    }
    guard value >= floor, let scalar = Unicode.Scalar(value) else { return (nil, 1) }
    return (scalar, length)
  }
}
