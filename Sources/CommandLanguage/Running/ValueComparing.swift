extension Budget {
  /// What comparing two values costs; of anything but long texts it is a part of the statement.
  static func chargedSteps(toCompare left: Value, _ right: Value) -> Int {
    guard case .text(let a) = left, case .text(let b) = right else { return 0 }
    return min(a.utf8.count, b.utf8.count) / 64
  }
}

extension Value {
  /// The value that stands for all that it is equal to in expressions: `2` for `2.0`.
  var canonical: Value {
    if case .decimal(let number) = self { Arithmetic.exact(number).map { .number($0) } ?? self } else { self }
  }

  /// Whether both are the same; `nil` where that takes more than the two, or they cannot be compared.
  func isSame(as other: Value) -> Bool? {
    switch (self, other) {
    case (.number(let a), .number(let b)): a == b
    case (.decimal(let a), .decimal(let b)): a == b
    case (.number(let a), .decimal(let b)), (.decimal(let b), .number(let a)): Arithmetic.order(a, b) == 0
    case (.text(let a), .text(let b)): a == b
    case (.truth(let a), .truth(let b)): a == b
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
    case (.truth(let a), .truth(let b)): (a ? 1 : 0) - (b ? 1 : 0)
    default: nil
    }
  }

  static func order(_ a: String, _ b: String) -> Int { a == b ? 0 : a < b ? -1 : 1 }
}
