import TerminalText

/// The operations on values that also need the properties of objects, limits, or a budget for long texts and lists.
final class ValueOperations {
  let language: Language
  let kinds: [BoundKind]
  let budget: Budget
  private unowned let host: any CommandHost
  private var cursors: [RowCursor?]

  init(_ language: Language, _ host: any CommandHost, _ kinds: [BoundKind], _ budget: Budget) {
    self.language = language
    self.host = host
    self.kinds = kinds
    self.budget = budget
    cursors = Array(repeating: nil, count: kinds.count)
  }

  func reset() { cursors = Array(repeating: nil, count: kinds.count) }

  var limits: Limits { budget.limits }

  /// Returns the cursor of the kind with an index. The cursor is still at the row of its last use.
  func cursor(_ kind: Int) -> RowCursor {
    if let cursor = cursors[kind] { return cursor }
    let cursor = kinds[kind].makeCursor()
    cursors[kind] = cursor
    return cursor
  }

  // MARK: Comparing

  /// Returns a Boolean value that indicates whether values are equal; different types cannot be compared, except
  /// `none`.
  ///
  /// Texts are compared by canonical equivalence.
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

  /// Returns a negative number, zero or a positive number if `left` is ordered before, with or after `right`. Texts are
  /// ordered by the bytes of their normalised forms, identically on every machine.
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

  /// Returns the order of two values of any types for the keys of a selection: by type, with `none` last, then by
  /// value.
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

  // MARK: Operators

  func apply(_ kind: Operator, _ left: Value, _ right: Value) throws -> Value {
    switch kind {
    case .add: return try add(left, right)
    case .subtract, .multiply, .divide, .remainder:
      guard let result = try Arithmetic.calculate(kind, left, right) else {
        throw LanguageError.wrongOperands(of: kind.symbol, left.noun, right.noun)
      }
      return result
    default: return .truth(try compare(kind, left, right))
    }
  }

  func compare(_ kind: Operator, _ left: Value, _ right: Value) throws -> Bool {
    switch kind {
    case .equal: return try areEqual(left, right)
    case .unequal: return try !areEqual(left, right)
    case .less: return try order(left, right) < 0
    case .lessOrEqual: return try order(left, right) <= 0
    case .greater: return try order(left, right) > 0
    case .greaterOrEqual: return try order(left, right) >= 0
    case .isCase: return try isCase(left, right)
    default: return try contains(right, left)
    }
  }

  /// Returns a Boolean value that indicates whether a state has a case. `none` has only the case `none`.
  private func isCase(_ state: Value, _ name: Value) throws -> Bool {
    switch (state, name) {
    case (.none, let name): return name == .none || name == .text("none")
    case (.text(let state), .text(let name)): return ValueType.isCase(name, of: state)
    default: throw LanguageError.wrongOperand(of: Operator.isCase.symbol, .state)
    }
  }

  /// Returns the payload of a state for a case, or `none` for another case. For a list, returns the list of payloads.
  ///
  /// - Parameter type: the type of the payload.
  func content(ofCase name: String, of value: Value, _ type: ValueType) throws -> Value {
    switch value {
    case .none: return .none
    case .text(let text): return type.content(of: text, ofCase: name) ?? .none
    case .list(let elements):
      try budget.make(elements.count * Value.elementByteCount)
      return .list(try elements.map { try content(ofCase: name, of: $0, type) })
    default: throw LanguageError.withoutProperties(value.noun)
    }
  }

  private func add(_ left: Value, _ right: Value) throws -> Value {
    if let sum = try Arithmetic.calculate(.add, left, right) { return sum }
    switch (left, right) {
    case (.list(let a), .list(let b)):
      guard a.count + b.count <= limits.list else { throw listLimit }
      try budget.make((a.count + b.count) * Value.elementByteCount)
      return .list(a + b)
    case (.text, _), (_, .text):
      var text = ""
      try append(left, to: &text, most: limits.text)
      try append(right, to: &text, most: limits.text)
      try budget.make(text.utf8.count)
      return .text(text)
    default:
      throw LanguageError.notJoinable(left.noun, right.noun)
    }
  }

  var listLimit: LanguageError { .reached(.list(limits.list)) }

  func contains(_ list: Value, _ value: Value) throws -> Bool {
    switch (list, value) {
    case (.list(let elements), _):
      for element in elements {
        try budget.charge()
        if (try? areEqual(element, value)) == true { return true }
      }
      // The error that was ignored above may have been an exceeded budget.
      try budget.charge()
      return false
    case (.text(let whole), .text(let part)):
      return try Texts(budget).contains(whole, part)
    case (.text, _): throw LanguageError.notComparable(value.noun, list.noun)
    default: throw LanguageError.notSearchable(list.noun)
    }
  }

  // MARK: Elements and properties

  func element(of value: Value, _ index: Value) throws -> Value {
    guard case .number(let number) = index else { throw LanguageError.wrongOperand(of: "[ ]", .whole) }
    switch value {
    case .list(let elements):
      let position = number < 0 ? number &+ elements.count : number
      guard elements.indices.contains(position) else {
        throw LanguageError.noElement(number, count: elements.count)
      }
      return elements[position]
    case .text(let text):
      try budget.charge(charactersOf: text)
      let characters = Array(text)
      let position = number < 0 ? number &+ characters.count : number
      guard characters.indices.contains(position) else {
        throw LanguageError.noElement(number, count: characters.count)
      }
      return .text(String(characters[position]))
    default: throw LanguageError.wrongOperand(of: "[ ]", .textOrList)
    }
  }

  /// Returns the elements from an index up to, but not including, another. Indices out of range are clamped.
  func slice(of value: Value, _ from: Value, _ to: Value) throws -> Value {
    func bound(_ value: Value, _ usual: Int, _ count: Int) throws -> Int {
      switch value {
      case .none: usual
      case .number(let number): min(max(0, number < 0 ? number &+ count : number), count)
      default: throw LanguageError.wrongOperand(of: "[ : ]", .whole)
      }
    }
    func range(_ count: Int) throws -> Range<Int> {
      let lower = try bound(from, 0, count)
      return lower..<max(lower, try bound(to, count, count))
    }
    switch value {
    case .list(let elements):
      let range = try range(elements.count)
      try budget.make(range.count * Value.elementByteCount)
      return .list(Array(elements[range]))
    case .text(let text):
      try budget.make(text.utf8.count)
      try budget.charge(rewritingOf: text)
      let characters = Array(text)
      return .text(String(characters[try range(characters.count)]))
    default: throw LanguageError.wrongOperand(of: "[ : ]", .textOrList)
    }
  }

  func property(_ name: String, of value: Value) throws -> (value: Value, type: ValueType) {
    switch value {
    case .object(let object): return try property(name, of: object)
    // A property of a missing reference is `none`: `owner.team == red` is false for a card without an owner.
    case .none: return (.none, .unknown)
    case .list(let elements):
      try budget.make(elements.count * Value.elementByteCount)
      var type = ValueType.unknown
      var values: [Value] = []
      values.reserveCapacity(elements.count)
      for element in elements {
        try budget.charge()
        let property = try property(name, of: element)
        if case .list = property.value { throw LanguageError.nestedList }
        if values.isEmpty { type = property.type }
        values.append(property.value)
      }
      return (.list(values), type)
    case .text(let text):
      // A `def` receives names as texts: `$who.hp` refers to the object with that name.
      if case .object(let object) = host.value(named: Array(text.utf8).span) {
        return try property(name, of: object)
      }
    default: break
    }
    throw LanguageError.withoutProperties(value.noun)
  }

  private func property(_ name: String, of object: ObjectReference) throws -> (value: Value, type: ValueType)
  {
    guard let index = language.kindIndex(object.kind) else { throw LanguageError.unknownKind }
    let cursor = cursor(index)
    guard cursor.move(object.id) else {
      throw LanguageError.objectGone(kind: language.kinds[index].name)
    }
    if let position = language.kinds[index].propertyIndex(name) {
      return (cursor.read(position), language.kinds[index].properties[position].type)
    }
    if let child = cursor.child(name.utf8.span) { return (child, .unknown) }
    throw language.kinds[index].unknownProperty(name)
  }

  // MARK: Texts

  /// Returns a value as printed, with control, bidi and line-break characters escaped, within the output limit.
  func show(_ value: Value) -> String {
    var text = ""
    try? append(value, to: &text, most: limits.output)
    return Escaping.escaped(text)
  }

  func text(of value: Value) throws -> String {
    if case .text(let text) = value { return text }
    var text = ""
    try append(value, to: &text, most: limits.text)
    return text
  }

  /// Appends a value as unescaped text; throws if the result exceeds `most` bytes.
  func append(_ value: Value, to text: inout String, most: Int) throws {
    switch value {
    case .object(let object): text += name(of: object)
    case .reference(let kind, _): text += English.article(kind)
    case .list(let elements):
      for (index, element) in elements.enumerated() {
        try budget.charge()
        if index > 0 { text += ", " }
        try append(element, to: &text, most: most)
      }
    default: text += value.plainText ?? ""
    }
    let count = text.utf8.count
    if count > most { throw LanguageError.reached(.text(most, given: count)) }
  }

  /// Returns a value for a message: `5`, `“red”`, `the box A`.
  func inspect(_ value: Value) -> String {
    switch value {
    case .text(let text): Quoting.message(text)
    case .list(let elements):
      if elements.count > 8 {
        "\(English.count(elements.count, "element")): \(elements.prefix(8).map(inspect).joined(separator: ", ")), …"
      } else {
        elements.isEmpty ? "empty" : elements.map(inspect).joined(separator: ", ")
      }
    default: show(value)
    }
  }

  func name(of object: ObjectReference) -> String {
    guard let index = language.kindIndex(object.kind) else { return "an object that is gone" }
    let cursor = cursor(index)
    return cursor.move(object.id)
      ? cursor.name : "\(English.article(language.kinds[index].name)) that is gone"
  }
}
