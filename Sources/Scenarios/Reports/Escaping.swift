/// Makes text fit to be shown: whatever is in it, it stays on its line and moves nothing else.
public enum Escaping {
  /// Text in which control, bidi, line-break and invisible formatting characters stand as `\u{…}`
  /// (`\t` for a tab), invalid UTF-8 as `\x…`, and no `##…[` can be taken for a log command. O(length).
  public static func visible(_ text: some Sequence<UInt8>) -> String {
    var result = ""
    append(visible: text, to: &result)
    return result
  }

  /// The same for a string.
  public static func visible(_ text: String) -> String {
    // Most names need nothing, and every passed scenario's is shown.
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }
    return isPlain ? text : visible(text.utf8)
  }

  static func append(visible text: some Sequence<UInt8>, to result: inout String) {
    var decoder = UTF8Decoder(Array(text))
    var hashes = 0
    while let piece = decoder.next() {
      switch piece {
      case .invalid(let byte): result += "\\x" + hex(UInt32(byte), digits: 2)
      case .scalar(let scalar):
        if scalar == "\t" {
          result += "\\t"
        } else if isHidden(scalar) {
          result += "\\u{" + hex(scalar.value, digits: 1) + "}"
        } else if scalar == "[", hashes >= 2 {
          result += "\\u{5B}"
        } else {
          result.unicodeScalars.append(scalar)
        }
        // Some build services read `##[…` and `##vso[…` anywhere in a line as a command.
        if scalar == "#" {
          hashes &+= 1
        } else if hashes < 2 || !(scalar.properties.isAlphabetic) {
          hashes = 0
        }
      }
    }
  }

  /// Whether a character is not shown as itself: it controls, breaks lines, turns the direction of
  /// text or has no shape at all.
  static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F: true
    case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
    case 0x2028, 0x2029, 0x00AD, 0x200B, 0x2060...0x2064, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    case 0xE0000...0xE001F, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

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
