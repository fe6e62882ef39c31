extension TextWidth {
  /// The effect of a scalar on the width of its character. The raw values are those of the table.
  enum Kind: UInt8 {
    case narrow, wide, zero, regional, picture, textPicture, keycap, modifier, joiner, selector

    /// The columns of a character that begins with a scalar of this kind.
    var columns: Int {
      switch self {
      case .narrow, .regional, .textPicture, .keycap: 1
      case .wide, .picture, .modifier: 2
      case .zero, .joiner, .selector: 0
      }
    }

    var isPicture: Bool { self == .picture || self == .textPicture }
    var extends: Bool { columns == 0 }
  }

  /// Returns the kind of a decoded scalar. A malformed byte is as wide as the replacement character.
  static func kind(of scalar: Unicode.Scalar?) -> Kind {
    scalar.map { kind(of: $0.value) } ?? .narrow
  }

  static func kind(of scalar: UInt32) -> Kind {
    if let kind = commonKind(of: scalar) { return kind }
    return search(scalar)
  }

  /// Returns the kind of a common scalar without a search: letters, ideographs, syllables and emoji; `nil` for other
  /// scalars.
  static func commonKind(of scalar: UInt32) -> Kind? {
    switch scalar {
    case 0xC0...0x2FF: .narrow
    case 0x4E00...0x9FFF, 0xAC00...0xD7A3: .wide
    case 0x1F600...0x1F64F: .picture
    default: nil
    }
  }

  /// Returns the kind of a scalar by a binary search in the table's runs.
  static func search(_ scalar: UInt32) -> Kind {
    var low = 0
    var count = table.count
    let wanted = scalar << 4 | 0xF
    while count > 1 {
      let half = count / 2
      if table[low &+ half] <= wanted { low &+= half }
      count &-= half
    }
    return Kind(rawValue: UInt8(truncatingIfNeeded: table[low] & 0xF)) ?? .narrow
  }
}
