/// A set of characters: `[a-z_]`, `\d`, `[^"]`.
struct ScalarSet: Equatable {
  /// The ranges, which are in order and disjoint after ``normalize()``.
  var ranges: [ClosedRange<UInt32>] = []
  var classes: [ScalarClass] = []
  var isNegated = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isIn =
      holds(scalar.value) || classes.contains { $0.contains(scalar) }
    return isIn != isNegated
  }

  /// Returns whether a range contains a value. O(log ranges).
  private func holds(_ value: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(value)
  }

  /// Sorts and joins the ranges and removes repeated classes, so that repetitions in a pattern do not slow down
  /// lookups.
  mutating func normalize() {
    var joined: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound &+ 1 {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    ranges = joined
    classes = classes.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

/// A class of characters: `\d` is an ASCII digit, `\w` a letter or digit of any script or `_`, `\s` white space.
struct ScalarClass: Equatable {
  enum Kind: Equatable {
    case digit
    case word
    case space
  }
  var kind: Kind
  var isNegated: Bool

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isIn =
      switch kind {
      case .digit: scalar.value >= 0x30 && scalar.value <= 0x39
      case .word: ScalarClass.isWord(scalar)
      case .space: scalar.properties.isWhitespace
      }
    return isIn != isNegated
  }

  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
      default: false
      }
    }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}

/// The reason why a pattern cannot be read.
struct RegexError: Error, Equatable {
  var message: String
  /// The position in the pattern in Unicode scalars, from 1; 0 for the whole pattern.
  var column: Int
}

/// The syntax of a capture's name: an ASCII letter, followed by ASCII letters, digits and `_`.
enum CaptureName {
  static func isName(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, isNameByte(first), first < 0x30 || first > 0x39 else { return false }
    return first != UInt8(ascii: "_") && text.allSatisfy(isNameByte)
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }
}
