extension Interpreter {
  /// Whether two values are the same; values of different sorts cannot be compared, but for `none`.
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
    let (a, b) = (Self.rank(left), Self.rank(right))
    if a != b { return a - b }
    switch (left, right) {
    case (.list, .list), (.none, .none): return 0
    default: return try order(left, right)
    }
  }

  private static func rank(_ value: Value) -> Int {
    switch value {
    case .bool: 0
    case .number, .decimal: 1
    case .text, .object: 2
    case .list: 3
    case .none: 4
    }
  }

  private func mismatch(_ left: Value, _ right: Value) -> LanguageError {
    .notComparable(sort(of: left), sort(of: right))
  }

  func sort(of value: Value) -> ValueSort {
    switch value {
    case .none: .none
    case .bool: .truth
    case .number: .number
    case .decimal: .decimal
    case .text: .text
    case .list: .list
    case .object(let object): .object(language.kind(object.kind)?.name ?? "object")
    }
  }
}

extension Budget {
  /// What comparing two values costs; of anything but long texts it is a part of the statement.
  static func chargedSteps(toCompare left: Value, _ right: Value) -> Int {
    guard case .text(let a) = left, case .text(let b) = right else { return 0 }
    return min(a.utf8.count, b.utf8.count) / 64
  }
}

extension Value {
  /// Whether both are the same; `nil` where that takes more than the two, or they cannot be compared.
  func isSame(as other: Value) -> Bool? {
    switch (self, other) {
    case (.number(let a), .number(let b)): a == b
    case (.decimal(let a), .decimal(let b)): a == b
    case (.number(let a), .decimal(let b)), (.decimal(let b), .number(let a)): Arithmetic.order(a, b) == 0
    case (.text(let a), .text(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    case (.none, .none): true
    case (.none, _), (_, .none): false
    default: nil
    }
  }

  /// Negative, zero or positive as it stands before, with or after another; `nil` where that takes more than the two,
  /// or they have no order.
  func order(to other: Value) -> Int? {
    switch (self, other) {
    case (.number(let a), .number(let b)): a < b ? -1 : a > b ? 1 : 0
    case (.decimal(let a), .decimal(let b)): a < b ? -1 : a > b ? 1 : 0
    case (.number(let a), .decimal(let b)): Arithmetic.order(a, b)
    case (.decimal(let a), .number(let b)): -Arithmetic.order(b, a)
    case (.text(let a), .text(let b)): Self.order(a, b)
    case (.bool(let a), .bool(let b)): (a ? 1 : 0) - (b ? 1 : 0)
    default: nil
    }
  }

  static func order(_ a: String, _ b: String) -> Int { a == b ? 0 : a < b ? -1 : 1 }
}
