/// Reads values of fields from the bytes that a ``FieldEncoder`` wrote; from other bytes it reads nothing.
struct FieldDecoder {
  private let bytes: [UInt8]
  private var place = 0

  /// How deep references and lists may nest.
  private static let depthMax = 8

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all bytes have been read.
  var isAtEnd: Bool { place == bytes.count }

  /// The next value; `nil` when the bytes are none.
  mutating func value(depth: Int = 0) -> FieldValue? {
    guard place < bytes.count, depth < Self.depthMax else { return nil }
    let kind = bytes[place]
    place += 1
    switch kind {
    case 0: return FieldValue.none
    case 1: return bits().map { .number(Int(Int64(bitPattern: $0))) }
    case 2, 3: return .truth(kind == 3)
    case 4: return text().map { .word($0) }
    case 5: return text().map { .text($0) }
    case 6: return bits().map { .decimal(Double(bitPattern: $0)) }
    case 7:
      guard let kind = text(), let id = value(depth: depth + 1) else { return nil }
      return .reference(kind: kind, id: id)
    case 8:
      guard let count = bits(), count <= UInt64(bytes.count - place) else { return nil }
      var values: [FieldValue] = []
      for _ in 0..<Int(count) {
        guard let value = value(depth: depth + 1) else { return nil }
        values.append(value)
      }
      return .list(values)
    default: return nil
    }
  }

  /// The next text; `nil` when the bytes are none.
  mutating func text() -> String? {
    guard let count = bits(), count <= UInt64(bytes.count - place) else { return nil }
    let range = place..<place + Int(count)
    place = range.upperBound
    return String(validating: bytes[range], as: UTF8.self)
  }

  private mutating func bits() -> UInt64? {
    guard bytes.count - place >= 8 else { return nil }
    var bits: UInt64 = 0
    for index in 0..<8 { bits |= UInt64(bytes[place + index]) &<< UInt64(index &* 8) }
    place += 8
    return bits
  }
}
