/// The reserved words within statements.
enum Word: String, CaseIterable, Sendable {
  case other
  case and, or, not, `in`, `where`, by, limit, asc, desc, `for`, `if`, `else`, `true`, `false`, none, any,
    all, `as`, `is`

  var continuesLine: Bool {
    switch self {
    case .and, .or, .not, .in, .where, .by, .limit, .as, .is, .any, .all: true
    default: false
    }
  }

  var selects: Bool { self == .where || self == .by || self == .limit || self == .as }

  var continues: Bool { joins || selects || self == .asc || self == .desc || self == .for }

  /// A Boolean value that indicates whether the word joins expressions and therefore cannot begin one.
  var joins: Bool { self == .and || self == .or || self == .in || self == .where }
}
