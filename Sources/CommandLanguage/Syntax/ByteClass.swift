/// The classes of bytes in tokens. Bytes from 0x80 belong to names, because the text is valid UTF-8.
extension UInt8 {
  var isNameStart: Bool { isIn(0, 0x07FF_FFFE_87FF_FFFE, beyond: ~0) }

  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  var isNamePart: Bool { isIn(0x03FF_0000_0000_0000, 0x07FF_FFFE_87FF_FFFE, beyond: ~0) }

  /// A Boolean value that indicates whether the byte is a space, a tab, or the carriage return of a two-byte line end.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }

  /// A Boolean value that indicates whether the byte ends a word of a command: blanks, line ends, `;`, parentheses,
  /// braces, `"`, `$`.
  var endsWord: Bool { isIn(0x0800_0315_0000_2601, 0x2800_0000_0000_0000, beyond: 0) }

  /// Returns a Boolean value that indicates whether the byte's bit is set in `low` for bytes below 64, in `high` for
  /// bytes below 128, and in `beyond` otherwise.
  private func isIn(_ low: UInt64, _ high: UInt64, beyond: UInt64) -> Bool {
    let set = self < 64 ? low : self < 128 ? high : beyond
    return set &>> UInt64(self & 63) & 1 != 0
  }
}
