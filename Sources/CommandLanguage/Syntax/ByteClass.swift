/// What a byte may be part of. Bytes from 0x80 on belong to names: the text is valid UTF-8.
extension UInt8 {
  var isNameStart: Bool {
    let letter = self | 0x20
    return (letter >= 0x61 && letter <= 0x7A) || self == 0x5F || self >= 0x80
  }

  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  var isNamePart: Bool { isNameStart || isDigit }

  /// Space, tab, and the carriage return of a line that ends in two bytes.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }

  /// Whether the byte ends a word of a command: blanks, line ends, `;`, parentheses, braces, `"`, `$`.
  var endsWord: Bool {
    // One bit a byte: 0 \t \n \r and blank " $ ( ) ; below 64, { } above.
    let set: UInt64 = self < 64 ? 0x0800_0315_0000_2601 : self < 128 ? 0x2800_0000_0000_0000 : 0
    return set &>> UInt64(self & 63) & 1 != 0
  }
}
