/// A regular expression as it was written.
indirect enum RegexNode: Equatable {
  case empty
  case scalar(Unicode.Scalar)
  case any
  case set(ScalarSet)
  case sequence([RegexNode])
  case choice([RegexNode])
  /// The capture's index, or `nil` for a group that captures nothing.
  case group(RegexNode, capture: Int?)
  /// `max` is `nil` without an upper bound.
  case repeated(RegexNode, min: Int, max: Int?, isGreedy: Bool)
  case lineStart
  case lineEnd
  case wordBoundary(isNegated: Bool)
}

/// A set of characters: `[a-z_]`, `\d`, `[^"]`.
struct ScalarSet: Equatable {
  /// In order and apart once ``normalize()`` was called.
  var ranges: [ClosedRange<UInt32>] = []
  var classes: [ScalarClass] = []
  var isNegated = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isIn =
      holds(scalar.value) || classes.contains { $0.contains(scalar) }
    return isIn != isNegated
  }

  /// O(log ranges).
  private func holds(_ value: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(value)
  }

  /// Sorts and joins the ranges, and drops repeated classes: what a look-up costs does not depend on how
  /// often a pattern says the same.
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

/// `\d` is an ASCII digit, `\w` a letter or digit of any script or `_`, `\s` white space.
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

/// A reason why a pattern cannot be read.
struct RegexError: Error, Equatable {
  var message: String
  /// 1-based, in characters (Unicode scalars) of the pattern; 0 when it concerns the whole of it.
  var column: Int
}
