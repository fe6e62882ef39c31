/// A run of expected and printed lines that correspond to each other. Because of the runs, the size of a comparison
/// depends on the number of differences, and not on the number of lines.
enum AlignedLine: Equatable {
  /// The patterns from the first index on match the printed lines from the second index on.
  case same(Int, Int, count: Int)
  /// A `...`, and the number of printed lines that it matches.
  case any(Int, count: Int)
  /// Printed lines in place of different expected lines.
  case replaced(Int, Int, count: Int)
  /// Expected lines that were not printed.
  case missing(Int, count: Int)
  /// Printed lines that were not expected.
  case extra(Int, count: Int)

  var isMatch: Bool {
    switch self {
    case .same, .any: true
    case .replaced, .missing, .extra: false
    }
  }

  /// The number of expected lines that are matched.
  var matchCount: Int {
    switch self {
    case .same(_, _, let count): count
    case .any: 1
    case .replaced, .missing, .extra: 0
    }
  }

  var unmatchedPatterns: Range<Int> {
    switch self {
    case .replaced(let pattern, _, let count), .missing(let pattern, let count): pattern..<pattern + count
    case .same, .any, .extra: 0..<0
    }
  }
}

extension [AlignedLine] {
  /// Adds a run, or extends the last run if the new one continues it.
  mutating func add(_ line: AlignedLine) {
    switch (last, line) {
    case (.same(let p, let l, let n), .same(let p2, let l2, let m)) where p + n == p2 && l + n == l2:
      self[count - 1] = .same(p, l, count: n + m)
    case (.replaced(let p, let l, let n), .replaced(let p2, let l2, let m)) where p + n == p2 && l + n == l2:
      self[count - 1] = .replaced(p, l, count: n + m)
    case (.missing(let p, let n), .missing(let p2, let m)) where p + n == p2:
      self[count - 1] = .missing(p, count: n + m)
    case (.extra(let l, let n), .extra(let l2, let m)) where l + n == l2:
      self[count - 1] = .extra(l, count: n + m)
    case (_, .same(_, _, 0)), (_, .replaced(_, _, 0)), (_, .missing(_, 0)), (_, .extra(_, 0)): break
    default: append(line)
    }
  }
}
