/// What a byte may be part of. Bytes from 0x80 on belong to names: the text is valid UTF-8.
extension UInt8 {
  @inline(__always) var isNameStart: Bool {
    let letter = self | 0x20
    return (letter >= 0x61 && letter <= 0x7A) || self == 0x5F || self >= 0x80
  }

  @inline(__always) var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  @inline(__always) var isNamePart: Bool { isNameStart || isDigit }

  /// Space, tab, and the carriage return of a line that ends in two bytes.
  @inline(__always) var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }

  /// Whether the byte ends a word of a command: blanks, line ends, `;`, brackets, `"`, `$`.
  @inline(__always) var endsWord: Bool {
    switch self {
    case 0x20, 0x09, 0x0D, 0x0A, 0x00, 0x3B, 0x7B, 0x7D, 0x28, 0x29, 0x22, 0x24: true
    default: false
    }
  }
}
