/// How many columns a character takes on a terminal: a small table after Unicode's East Asian Width
/// (wide and fullwidth ranges) and emoji presentation, the same in every locale.
public enum DisplayWidth {
  /// 0 for what only joins or marks, 2 for wide characters and emoji, else 1.
  @Sendable
  public static func of(_ character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      // U+FE0F asks for the emoji form, which is wide.
      if scalar.value == 0xFE0F, width == 1 { return 2 }
      width = max(width, of(scalar))
    }
    return width
  }

  static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return 1 }
    if isWide(value) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    if value < 0x1100 { return false }
    if scalarIsEmoji(value) { return true }
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
      0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }

  private static func scalarIsEmoji(_ value: UInt32) -> Bool {
    guard let scalar = Unicode.Scalar(value) else { return false }
    return scalar.properties.isEmojiPresentation
  }
}
