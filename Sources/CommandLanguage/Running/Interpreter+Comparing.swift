extension Interpreter {
  /// Returns a Boolean value that indicates whether two values are equal; values of different types cannot be
  /// compared, except with `none`.
  ///
  /// Texts are the same when they are once they are normalised.
  func areEqual(_ left: Value, _ right: Value) throws -> Bool {
    try budget.charge(Budget.chargedSteps(toCompare: left, right))
    if let areSame = left.isSame(as: right) { return areSame }
    switch (left, right) {
    case (.object(let object), .text(let name)), (.text(let name), .object(let object)):
      return self.name(of: object) == name
    case (.list(let a), .list(let b)):
      guard a.count == b.count else { return false }
      for (x, y) in zip(a, b) {
        try budget.charge()
        if !(try areEqual(x, y)) { return false }
      }
      return true
    default: throw mismatch(left, right)
    }
  }

  /// Negative, zero or positive as `left` stands before, with or after `right`. Texts stand in the order of the
  /// bytes that they have once they are normalised, the same on every machine.
  func order(_ left: Value, _ right: Value) throws -> Int {
    try budget.charge(Budget.chargedSteps(toCompare: left, right))
    if let order = left.order(to: right) { return order }
    switch (left, right) {
    case (.object(let a), .object(let b)): return Value.order(name(of: a), name(of: b))
    case (.object(let a), .text(let b)): return Value.order(name(of: a), b)
    case (.text(let a), .object(let b)): return Value.order(a, name(of: b))
    default: throw mismatch(left, right)
    }
  }

  /// An order over all values, for the keys of a selection: by sort, `none` last.
  func sortOrder(_ left: Value, _ right: Value) throws -> Int {
    let (a, b) = (left.rank, right.rank)
    if a != b { return a - b }
    switch (left, right) {
    case (.list, .list), (.none, .none): return 0
    default: return try order(left, right)
    }
  }

  private func mismatch(_ left: Value, _ right: Value) -> LanguageError {
    .notComparable(left.noun, right.noun)
  }
}
