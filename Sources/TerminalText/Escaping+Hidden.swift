extension Escaping {
  /// Returns whether a scalar is escaped in every context: controls, line breaks, bidirectional controls, spaces except
  /// U+0020, invisible scalars, and noncharacters.
  ///
  /// Joiners, variation selectors and tags are not included. They are shown in sequences that need them, and escaped
  /// elsewhere.
  public static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true  // controls
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true  // spaces
    case 0x2028, 0x2029: true  // line and paragraph separator
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional controls
    case 0xAD, 0x034F, 0x180B...0x180F, 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF: true  // invisible
    case 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0: true  // blank fillers
    case 0x13441, 0x13442, 0x16FE4, 0x1D159: true  // blank fillers of other scripts
    case 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A: true  // annotation, format
    case 0xE0000...0xE001F, 0xE0080...0xE00FF, 0xE01F0...0xE0FFF: true  // reserved, and invisible
    case 0xFDD0...0xFDEF: true  // noncharacters
    default: scalar.value & 0xFFFE == 0xFFFE  // noncharacters
    }
  }

  /// The invisible scalars that are only shown in a sequence in which they have an effect.
  enum Sequences {
    /// Returns whether a scalar is one of these invisible scalars and has no effect between its neighbours. O(1).
    static func isOutOfPlace(
      _ scalar: Unicode.Scalar, in text: Span<UInt8>, from start: Int, to end: Int
    ) -> Bool {
      switch scalar.value {
      case 0x200C, 0x200D: !isJoiner(scalar, text, start, end)
      case 0xFE00...0xFE0F, 0xE0100...0xE01EF: !isVariation(scalar, text, start)
      case 0xE0020...0xE007F: true  // `flagEnd` handles the tags of a flag.
      default: false
      }
    }

    /// Returns whether a joiner has an effect: between two pictures (only U+200D), after a virama, or between letters
    /// of a cursive script.
    private static func isJoiner(
      _ joiner: Unicode.Scalar, _ text: Span<UInt8>, _ start: Int, _ end: Int
    ) -> Bool {
      guard let before = UTF8Decoding.scalar(of: text, endingAt: start) else { return false }
      if before.value.properties.canonicalCombiningClass == .virama { return true }
      guard end < text.count, let next = UTF8Decoding.scalar(of: text, at: end).value else { return false }
      if isCursive(before.value) { return isCursive(next) }
      return joiner == "\u{200D}" && TextWidth.kind(of: next.value).isPicture
        && endsPicture(before.value, text, before.start)
    }

    /// Returns whether the scalar at `start` ends a picture: it is a picture itself, or a skin tone or U+FE0F after a
    /// picture.
    private static func endsPicture(_ scalar: Unicode.Scalar, _ text: Span<UInt8>, _ start: Int) -> Bool {
      switch TextWidth.kind(of: scalar.value) {
      case .picture, .textPicture: return true
      case .modifier, .selector:
        guard let before = UTF8Decoding.scalar(of: text, endingAt: start) else { return false }
        return TextWidth.kind(of: before.value).isPicture
      default: return false
      }
    }

    /// Returns whether a variation selector has an effect: after an emoji, an ideograph, or a character of a block with
    /// standardised variations.
    private static func isVariation(
      _ selector: Unicode.Scalar, _ text: Span<UInt8>, _ start: Int
    ) -> Bool {
      guard let before = UTF8Decoding.scalar(of: text, endingAt: start)?.value else { return false }
      switch (TextWidth.kind(of: before.value), selector.value) {
      case (.picture, 0xFE0E...0xFE0F), (.textPicture, 0xFE0E...0xFE0F), (.keycap, 0xFE0E...0xFE0F):
        return true
      case (.wide, 0xFE00...0xFE0D), (.wide, 0xE0100...0xE01EF): return true
      case (.narrow, 0xFE00...0xFE0D):
        switch before.value {
        case 0x1000...0x109F, 0x2200...0x22FF, 0x2A00...0x2AFF, 0xA840...0xA87F, 0x13000...0x1342F:
          return true
        default: return false
        }
      default: return false
      }
    }

    /// Returns whether a scalar is a letter or mark of a cursive script, such as Arabic or Mongolian.
    private static func isCursive(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x0620...0x065F, 0x066E...0x06D3, 0x06D5...0x06DC, 0x06EE...0x06EF, 0x06FA...0x06FF: true
      case 0x0710...0x077F, 0x07CA...0x07EA, 0x0840...0x0858, 0x0860...0x088E, 0x08A0...0x08C9: true
      case 0x1820...0x18AA: true
      default: false
      }
    }

    /// Returns the end of the tags of a well-formed flag after U+1F3F4 (`gbsct` and the cancel tag); `start` if there
    /// are none.
    static func flagEnd(_ text: Span<UInt8>, from start: Int) -> Int {
      var at = start
      var count = 0
      while at < text.count, let tag = UTF8Decoding.scalar(of: text, at: at).value {
        at &+= 4
        switch tag.value {
        case 0xE0030...0xE0039, 0xE0061...0xE007A: count &+= 1
        case 0xE007F where (3...6).contains(count): return at
        default: return start
        }
        if count > 6 { return start }
      }
      return start
    }

    /// Returns whether the `[` at `start` ends `##[`, or `##` with letters, such as `##vso[`. Build services interpret
    /// these as commands anywhere in a line. O(letters before `start`).
    static func isLogCommand(_ text: Span<UInt8>, at start: Int) -> Bool {
      var at = start
      while at > 0, (0x61...0x7A).contains(text[at &- 1] | 0x20) { at &-= 1 }
      return at > 1 && text[at &- 1] == UInt8(ascii: "#") && text[at &- 2] == UInt8(ascii: "#")
    }
  }
}
