extension Interpreter {
  /// Whether two values are the same; values of different sorts cannot be compared, but for `none`.
  func areEqual(_ left: Value, _ right: Value) throws -> Bool {
    switch (left, right) {
    case (.number(let a), .number(let b)): return a == b
    case (.text(let a), .text(let b)): return isSameText(a, b)
    case (.bool(let a), .bool(let b)): return a == b
    case (.object(let a), .object(let b)): return a == b
    case (.none, .none): return true
    case (.none, _), (_, .none): return false
    case (.object, .text(let name)): return isSameText(plainText(left), name)
    case (.text(let name), .object): return isSameText(name, plainText(right))
    case (.list(let a), .list(let b)):
      guard a.count == b.count else { return false }
      for (x, y) in zip(a, b) {
        try step()
        if !(try areEqual(x, y)) { return false }
      }
      return true
    default: throw mismatch(left, right)
    }
  }

  /// Negative, zero or positive as `left` stands before, with or after `right`.
  func order(_ left: Value, _ right: Value) throws -> Int {
    switch (left, right) {
    case (.number(let a), .number(let b)): return a < b ? -1 : a > b ? 1 : 0
    case (.text(let a), .text(let b)): return Self.order(a, b)
    case (.object, .object), (.object, .text), (.text, .object):
      return Self.order(plainText(left), plainText(right))
    case (.bool(let a), .bool(let b)): return (a ? 1 : 0) - (b ? 1 : 0)
    default: throw mismatch(left, right)
    }
  }

  /// An order over all values, for the keys of a selection: by sort, `none` last.
  func sortOrder(_ left: Value, _ right: Value) -> Int {
    if let order = try? order(left, right) { return order }
    return Self.rank(left) - Self.rank(right)
  }

  private static func rank(_ value: Value) -> Int {
    switch value {
    case .bool: 0
    case .number: 1
    case .text, .object: 2
    case .list: 3
    case .none: 4
    }
  }

  /// By UTF-8 bytes: the same on every machine.
  static func order(_ a: String, _ b: String) -> Int {
    if a == b, a.utf8.count == b.utf8.count { return 0 }
    return a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1
  }

  private func isSameText(_ a: String, _ b: String) -> Bool { a == b && a.utf8.count == b.utf8.count }

  private func mismatch(_ left: Value, _ right: Value) -> LanguageError {
    .notComparable(sort(of: left), sort(of: right))
  }

  // MARK: Showing

  /// How a value is printed, with control, bidi and line-break characters escaped.
  public func show(_ value: Value) -> String { Display.escaped(plainText(value)) }

  /// A value as text, as it is.
  func plainText(_ value: Value) -> String {
    switch value {
    case .none: "none"
    case .bool(let truth): truth ? "true" : "false"
    case .number(let number): String(number)
    case .text(let text): text
    case .list(let elements): elements.map { plainText($0) }.joined(separator: ", ")
    case .object(let object): name(of: object)
    }
  }

  /// A value in a message: `5`, `“red”`, `the box A`.
  func inspect(_ value: Value) -> String {
    switch value {
    case .text(let text): Display.quoted(text)
    case .list(let elements):
      if elements.count > 8 {
        "\(Display.count(elements.count, "element")): \(elements.prefix(8).map(inspect).joined(separator: ", ")), …"
      } else {
        elements.isEmpty ? "empty" : elements.map(inspect).joined(separator: ", ")
      }
    default: show(value)
    }
  }

  func sort(of value: Value) -> ValueSort {
    switch value {
    case .none: .none
    case .bool: .truth
    case .number: .number
    case .text: .text
    case .list: .list
    case .object(let object): .object(language.kind(object.kind)?.name ?? "object")
    }
  }

  func name(of object: ObjectReference) -> String {
    guard let cursor = cursor(for: object.kind), cursor.move(to: object.id) else {
      return "a \(language.kind(object.kind)?.name ?? "object") that is gone"
    }
    return cursor.name
  }
}
