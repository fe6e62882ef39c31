/// The other words that mean something to the language.
enum Word: String, CaseIterable, Sendable {
  case other
  case and, or, not, `in`, `where`, by, limit, asc, desc, `for`, `if`, `else`, `true`, `false`, none, any,
    all, `as`, `is`

  /// The raw value, and no description: that one is found by reflection, at each start anew.
  var name: String { rawValue }

  /// A Boolean value that indicates whether a line that ends in it continues on the next one.
  var continuesLine: Bool {
    switch self {
    case .and, .or, .not, .in, .where, .by, .as, .is: true
    default: false
    }
  }

  /// A Boolean value that indicates whether it begins a part of a selection.
  var selects: Bool { self == .where || self == .by || self == .limit || self == .as }

  /// A Boolean value that indicates whether it continues an expression before it.
  var goesOn: Bool { joins || selects || self == .asc || self == .desc || self == .for }

  /// A Boolean value that indicates whether it joins expressions, and so cannot begin one.
  var joins: Bool { self == .and || self == .or || self == .in || self == .where }
}
