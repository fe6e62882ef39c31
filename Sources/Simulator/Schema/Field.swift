import AutoUpdate
import Values

/// A property of a model, declared once: its name, type, accessors and allowed values.
///
///     Field("points", \.points, "the effort", in: 0...100, column: .trailing(3))
///     Field("column", \.column, next: [.todo: [.doing], .doing: [.todo, .done]])
///     Field("owner", \.owner, "the person responsible")
///
/// A field with a key path that is not writable is read-only. So is a ``Derived`` field.
public struct Field<Object: Sendable>: Sendable {
  /// The name of the field in expressions: `Arthur.hp`.
  public let name: String
  /// The help text.
  public let summary: String
  /// The type of the field's values.
  public let type: ValueType
  /// The key path; `nil` for a derived field.
  public var path: (any PartialKeyPath<Object> & Sendable)? { makePath?() }
  @usableFromInline let valueType: any Any.Type
  // Creating a key path is slow, and few of them are ever needed.
  @usableFromInline let makePath: (@Sendable () -> any PartialKeyPath<Object> & Sendable)?
  /// A closure that returns the field's value in an object.
  public let read: @Sendable (Object) -> Value
  /// A closure that writes a value; `nil` for a read-only field. It returns `false` if the value has another type.
  public let write: (@Sendable (inout Object, Value) -> Bool)?
  /// The least and the greatest value; `nil` if there is no range or it depends only on the object.
  public let bounds: (least: Value, most: Value)?
  /// The allowed changes of words; `nil` unless the field was declared with `next:`.
  public let transitions: Transitions?
  /// The layout of the field in rows, unless a view sets its own.
  public let layout: FieldLayout
  /// Earlier names of the field, which older data may still use.
  public let formerNames: [String]
  @usableFromInline var rule: FieldRule<Object>?
  @usableFromInline let isSame: @Sendable (Object, Object) -> Bool
  @usableFromInline let compute: (@Sendable (Simulation, Object) -> Value)?
  /// The commands that may write the field. By default, all.
  public var access: FieldAccess { storedAccess }
  @usableFromInline var storedAccess: FieldAccess
  /// A closure that returns the reason why a guard refuses a changed value; `nil` if the value is allowed.
  @usableFromInline var guardOfChanges:
    (@Sendable (_ world: Simulation, _ old: Object?, _ new: Object) -> String?)?
  @usableFromInline let removal: RemovalRule?
  @usableFromInline let problem: (@Sendable () -> String?)?

  /// The former words with their present words, ordered by the former ones. For a state, the words are names of cases.
  var formerWords: [(former: String, present: String)] {
    guard let type = valueType as? any FieldCodable.Type else { return [] }
    return type.formerWords.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  var presentWords: [String: String] {
    var words: [String: String] = [:]
    for (former, present) in formerWords { words[former] = present }
    return words
  }

  /// A Boolean value that indicates whether the value is stored, and not derived from other fields.
  public let isStored: Bool

  /// A Boolean value that indicates whether the model itself holds the value.
  var isHeld: Bool { makePath != nil }

  func leads(to path: PartialKeyPath<Object>) -> Bool {
    // Compare the types first: that needs no key path of this field, which is slow to create.
    guard Swift.type(of: path).valueType == valueType, let own = self.path else { return false }
    return (own as PartialKeyPath<Object>) == path
  }

  func isSameProperty(as other: Field) -> Bool {
    // As above: compare the types first.
    guard valueType == other.valueType, let path else { return false }
    return other.leads(to: path)
  }

  // Inlinable, like everything that creates fields: compiled in the module that declares the model, field reads need no
  // runtime type lookups. The key paths are autoclosures for the same reason: in a closure that contains only a key
  // path literal, the compiler emits the access itself, while a key path passed as a value is walked at each read.
  @inlinable
  init<Content: FieldCodable>(
    _ name: String, _ path: (@Sendable () -> any PartialKeyPath<Object> & Sendable)?, _ summary: String,
    get: @escaping @Sendable (Object) -> Content, set: (@Sendable (inout Object, Content) -> Void)?,
    _ column: FieldLayout?, _ formerNames: [String], _ rule: FieldRule<Object>? = nil,
    bounds: (least: Value, most: Value)? = nil, transitions: Transitions? = nil,
    isStored: Bool? = nil, removal: RemovalRule? = nil, problem: (@Sendable () -> String?)? = nil
  ) {
    self.name = name
    makePath = path
    valueType = Content.self
    self.summary = summary
    self.formerNames = formerNames
    type = Content.fieldType
    self.isStored = isStored ?? (path != nil)
    self.rule = self.isStored && type.mayBeUnreadable ? Self.readable(get, rule) : rule
    read = { get($0).fieldValue }
    isSame = { get($0) == get($1) }
    if let set {
      write = { object, value in
        guard let value = Content(fieldValue: value) else { return false }
        set(&object, value)
        return true
      }
    } else {
      write = nil
    }
    layout = column ?? .leading()
    self.bounds = bounds
    self.transitions = transitions
    compute = nil
    storedAccess = .anyone
    guardOfChanges = nil
    self.removal = removal
    self.problem = problem
  }

  /// Creates a field whose value is computed from the world and the object.
  @usableFromInline
  init(
    computed name: String, _ summary: String, type: ValueType, _ column: FieldLayout,
    problem: (@Sendable () -> String?)? = nil, _ compute: @escaping @Sendable (Simulation, Object) -> Value
  ) {
    self.name = name
    self.summary = summary
    self.type = type
    makePath = nil
    valueType = Value.self
    read = { _ in .none }
    write = nil
    bounds = nil
    transitions = nil
    layout = column
    formerNames = []
    rule = nil
    // The value may depend on any part of the object.
    isSame = { _, _ in false }
    isStored = false
    self.compute = { simulation, object in simulation.store.evaluate { compute(simulation, object) } }
    storedAccess = .anyone
    guardOfChanges = nil
    removal = nil
    self.problem = problem
  }

  @usableFromInline
  func value(of object: Object, in simulation: Simulation) -> Value {
    if let compute { compute(simulation, object) } else { read(object) }
  }

  /// Creates a read-only field whose value a closure returns, for a property whose own type cannot be a field.
  @inlinable
  public init<Content: FieldCodable>(
    _ name: String, reading read: @escaping @Sendable (Object) -> Content, _ summary: String = "",
    column: FieldLayout? = nil
  ) {
    self.init(name, nil, summary, get: read, set: nil, column, [], isStored: true)
  }

  /// Creates a writable field.
  ///
  /// - Parameters:
  ///   - name: The name in expressions and commands.
  ///   - path: The key path of the value in the model.
  ///   - summary: One line for help.
  ///   - removal: The effect of removing an object that the field refers to; see ``RemovalRule``. By default, a
  ///     required reference refuses the removal, and other references are cleared.
  ///   - column: The layout in rows. By default, left aligned and as wide as the value.
  ///   - formerly: Earlier names, which older data may still use.
  @inlinable
  public init<Content: FieldCodable>(
    _ name: String,
    _ path: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Object, Content> & Sendable,
    _ summary: String = "", onRemove removal: RemovalRule? = nil, column: FieldLayout? = nil,
    formerly: String...
  ) {
    self.init(
      name, { path() }, summary, get: { $0[keyPath: path()] }, set: { $0[keyPath: path()] = $1 }, column,
      formerly, removal: removal
    )
  }

  /// Creates a read-only field.
  @inlinable
  public init<Content: FieldCodable>(
    _ name: String, _ path: @autoclosure @escaping @Sendable () -> any KeyPath<Object, Content> & Sendable,
    _ summary: String = "", onRemove removal: RemovalRule? = nil, column: FieldLayout? = nil,
    formerly: String...
  ) {
    self.init(
      name, { path() }, summary, get: { $0[keyPath: path()] }, set: nil, column, formerly, removal: removal)
  }

  /// Creates a field with a range that is checked at every commit.
  @inlinable
  public init<Content: FieldCodable & Comparable>(
    _ name: String,
    _ path: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Object, Content> & Sendable,
    _ summary: String = "", in range: ClosedRange<Content>, column: FieldLayout? = nil, formerly: String...
  ) {
    let get: @Sendable (Object) -> Content = { $0[keyPath: path()] }
    self.init(
      name, { path() }, summary, get: get, set: { $0[keyPath: path()] = $1 }, column, formerly,
      Self.rule(get) { _ in range }, bounds: (range.lowerBound.fieldValue, range.upperBound.fieldValue))
  }

  /// Creates a field whose range depends on the object: `Field("hp", \.hp, in: 0...9_999, within: { 0...$0.maxHP })`.
  ///
  /// - Parameters:
  ///   - name: The name in expressions and commands.
  ///   - path: The key path of the value in the model.
  ///   - summary: One line for help.
  ///   - bounds: The range that contains every object's range. Command arguments are checked against it.
  ///   - range: Returns the range of values that an object may have.
  ///   - column: The layout in rows. By default, left aligned and as wide as the value.
  ///   - formerly: Earlier names, which older data may still use.
  @inlinable
  public init<Content: FieldCodable & Comparable>(
    _ name: String,
    _ path: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Object, Content> & Sendable,
    _ summary: String = "", in bounds: ClosedRange<Content>? = nil,
    within range: @escaping @Sendable (Object) -> ClosedRange<Content>, column: FieldLayout? = nil,
    formerly: String...
  ) {
    let get: @Sendable (Object) -> Content = { $0[keyPath: path()] }
    self.init(
      name, { path() }, summary, get: get, set: { $0[keyPath: path()] = $1 }, column, formerly,
      Self.rule(get, range), bounds: bounds.map { ($0.lowerBound.fieldValue, $0.upperBound.fieldValue) })
  }

  /// Creates a field of words with allowed transitions, which are checked at every commit. A word that `next` leaves
  /// out is final.
  @inlinable
  public init<Word: FieldWord>(
    _ name: String,
    _ path: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Object, Word> & Sendable,
    _ summary: String = "", next: [Word: [Word]], column: FieldLayout? = nil, formerly: String...
  ) {
    let transitions = Transitions(next)
    let words = Array(Word.allCases)
    let followers = words.map { next[$0, default: []] }
    let get: @Sendable (Object) -> Word = { $0[keyPath: path()] }
    self.init(
      name, { path() }, summary, get: get, set: { $0[keyPath: path()] = $1 }, column, formerly,
      // Not shared by the two initializers: the access is compiled only where the key path is a literal.
      { before, after in
        guard let before else { return nil }
        let (old, new) = (get(before), get(after))
        if old == new { return nil }
        if let index = words.firstIndex(of: old), followers[index].contains(new) { return nil }
        return .transition(
          from: old.rawValue, to: new.rawValue, followers: transitions.followers(of: old.rawValue))
      }, transitions: transitions)
  }

  /// Creates a field of states with allowed transitions between cases, which are checked at every commit:
  /// `next: ["waiting": ["admitted"], "admitted": ["gone"]]`.
  ///
  /// A case that `next` leaves out is final. The associated value may change while the case stays the same, unless a
  /// guard refuses it; see ``guarded(_:)``.
  public init<State: StateCases>(
    _ name: String,
    _ path: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Object, State> & Sendable,
    _ summary: String = "", next: [String: [String]], column: FieldLayout? = nil, formerly: String...
  ) {
    let transitions = Transitions(words: State.caseNames, next)
    let caseName: @Sendable (State) -> String = { ValueType.caseName(of: $0.description) }
    let get: @Sendable (Object) -> State = { $0[keyPath: path()] }
    self.init(
      name, { path() }, summary, get: get, set: { $0[keyPath: path()] = $1 }, column, formerly,
      { before, after in
        guard let before else { return nil }
        let (old, new) = (get(before), get(after))
        if old == new { return nil }
        let (from, to) = (caseName(old), caseName(new))
        if transitions.allows(from, to) { return nil }
        return .transition(from: from, to: to, followers: transitions.followers(of: from))
      }, transitions: transitions,
      problem: {
        let unknown = ([String](next.keys) + next.values.joined()).sorted().first {
          !State.caseNames.contains($0)
        }
        return unknown.map { "the transitions of “\(name)” refer to “\($0)”, which is not one of its cases" }
      })
  }

  @inlinable
  static func rule<Content: FieldCodable & Comparable>(
    _ get: @escaping @Sendable (Object) -> Content,
    _ range: @escaping @Sendable (Object) -> ClosedRange<Content>
  ) -> FieldRule<Object> {
    return { before, after in
      let (value, limits) = (get(after), range(after))
      if limits.contains(value) { return nil }
      // A value that already was outside a narrowed range may stay until it is repaired.
      if let before, get(before) == value, !range(before).contains(value) { return nil }
      return .outOfRange(
        value.fieldValue, least: limits.lowerBound.fieldValue, most: limits.upperBound.fieldValue)
    }
  }
}

/// A field that is computed from other fields or from the world: `Derived("late") { $0.due < 3 }`,
/// `Derived("load") { world, person in … }`.
public struct Derived<Object: Sendable>: Sendable {
  /// The declared field.
  public let field: Field<Object>

  /// Creates a field that is computed from the object at each read.
  @inlinable
  public init<Content: FieldCodable>(
    _ name: String, _ summary: String = "", column: FieldLayout = .hidden,
    _ get: @escaping @Sendable (Object) -> Content
  ) {
    field = Field(name, nil, summary, get: get, set: nil, column, [])
  }

  /// Creates a field that is computed from the world and the object: `Derived("load") { world, person in … }`.
  ///
  /// Columns, conditions and watches update when anything that the closure reads changes. The closure must not write:
  /// the store refuses its writes with `StoreError.evaluating`.
  @inlinable
  public init<Content: FieldCodable>(
    _ name: String, _ summary: String = "", column: FieldLayout = .hidden,
    _ get: @escaping @Sendable (_ world: Simulation, _ object: Object) -> Content
  ) {
    field = Field(computed: name, summary, type: Content.fieldType, column) { get($0, $1).fieldValue }
  }
}

/// A line of a schema: a ``Field``, a ``Derived`` field or an ``Inverse``.
public protocol FieldPart<Object> {
  /// The model that has the field.
  associatedtype Object: Sendable
  /// The declared field.
  var field: Field<Object> { get }
}

extension Field: FieldPart {
  /// The field itself.
  @inlinable public var field: Field<Object> { self }
}

extension Derived: FieldPart {}

/// A result builder for the fields of a schema. It supports `if`, `if let`, `else` and `for`.
@resultBuilder
public enum FieldsBuilder<Object: Sendable> {
  // Inlinable, so that no generic sequence types are instantiated when a program starts.

  // One function for all parts: with overloads, a misspelt key path is reported as “no exact matches” for all of them.

  /// Returns the field of one expression.
  @inlinable
  public static func buildExpression<Part: FieldPart>(_ part: Part) -> [Field<Object>]
  where Part.Object == Object { [part.field] }
  // Partial blocks, because a block of all fields needs an array of arrays, whose type is instantiated for each model.

  /// Returns the fields of the first expression of a block.
  @inlinable
  public static func buildPartialBlock(first: [Field<Object>]) -> [Field<Object>] { first }
  /// Returns the fields of all expressions so far, in order.
  @inlinable
  public static func buildPartialBlock(
    accumulated: [Field<Object>], next: [Field<Object>]
  ) -> [Field<Object>] { accumulated + next }
  /// Returns no fields.
  @inlinable
  public static func buildBlock() -> [Field<Object>] { [] }
  /// Returns the fields of an `if` without `else`; none if its condition is false.
  @inlinable
  public static func buildOptional(_ fields: [Field<Object>]?) -> [Field<Object>] { fields ?? [] }
  /// Returns the fields of an `if` branch.
  @inlinable
  public static func buildEither(first: [Field<Object>]) -> [Field<Object>] { first }
  /// Returns the fields of an `else` branch.
  @inlinable
  public static func buildEither(second: [Field<Object>]) -> [Field<Object>] { second }
  /// Returns the fields of all iterations of a loop, in order.
  @inlinable
  public static func buildArray(_ fields: [[Field<Object>]]) -> [Field<Object>] { fields.flatMap { $0 } }
}
