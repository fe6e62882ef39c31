import Values

/// A part of a model, declared once: its name, its type, how it is read and written, and what it may be.
///
///     Field("points", \.points, "the effort", in: 0...100, column: .trailing(3))
///     Field("column", \.column, next: [.todo: [.doing], .doing: [.todo, .done]])
///     Field("owner", \.owner, "the person responsible")
///
/// A field by a key path that cannot be written, and a ``Derived`` one, are read only.
public struct Field<Object: Sendable>: Sendable {
  /// The name of the field in expressions: `Arthur.hp`.
  public let name: String
  /// The help text.
  public let summary: String
  /// The type of the field's values.
  public let type: ValueType
  /// The key path; `nil` of a derived field.
  public var path: (any PartialKeyPath<Object> & Sendable)? { makePath?() }
  /// The type of the value that the model holds.
  @usableFromInline let valueType: any Any.Type
  // Key paths take the runtime long to make, and few of them are ever asked for.
  @usableFromInline let makePath: (@Sendable () -> any PartialKeyPath<Object> & Sendable)?
  /// The value of an object's field.
  public let read: @Sendable (Object) -> Value
  /// Writes a value; `false` when it is of another type. `nil` for a field that is read only.
  public let write: (@Sendable (inout Object, Value) -> Bool)?
  /// The least and the greatest value, where they do not depend on the object.
  public let bounds: (least: Value, most: Value)?
  /// The allowed changes of words, for a field that was declared with `next:`.
  public let transitions: Transitions?
  /// The layout of the field in rows, unless a view sets its own.
  public let layout: FieldLayout
  /// Names that it had before, under which older data still gives it.
  public let formerNames: [String]
  @usableFromInline var rule: FieldRule<Object>?
  /// Returns a Boolean value that indicates whether two objects have the same value.
  @usableFromInline let isSame: @Sendable (Object, Object) -> Bool
  /// Computes the value of an object and the world; `nil` for a field that follows from the object alone.
  @usableFromInline let compute: (@Sendable (Simulation, Object) -> Value)?
  /// The commands that may write it; all as long as it is not set.
  public var access: FieldAccess { storedAccess }
  @usableFromInline var storedAccess: FieldAccess
  /// Returns the reason why the world refuses a changed value.
  @usableFromInline var guardOfChanges:
    (@Sendable (_ world: Simulation, _ old: Object?, _ new: Object) -> String?)?
  /// The declared effect of removing the object that it refers to.
  @usableFromInline let removal: RemovalRule?
  /// Returns the problem of the declaration, if there is one.
  @usableFromInline let problem: (@Sendable () -> String?)?

  /// The present words by those that they were before, in the order of these; of a state the names of its cases.
  var formerWords: [(former: String, present: String)] {
    guard let type = valueType as? any FieldCodable.Type else { return [] }
    return type.formerWords.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The present words by those that they were before.
  var presentWords: [String: String] {
    var words: [String: String] = [:]
    for (former, present) in formerWords { words[former] = present }
    return words
  }

  /// A Boolean value that indicates whether the value is stored, and not derived from other fields.
  public let isStored: Bool

  /// A Boolean value that indicates whether its value is a part of the model itself.
  var isHeld: Bool { makePath != nil }

  /// Returns a Boolean value that indicates whether a key path leads to the field.
  func leads(to path: PartialKeyPath<Object>) -> Bool {
    // The type first, which the path at hand knows: no path has to be made to see that another is meant.
    guard Swift.type(of: path).valueType == valueType, let own = self.path else { return false }
    return (own as PartialKeyPath<Object>) == path
  }

  // Inlinable, as all that make fields: compiled where the model is declared, its fields are read without asking the
  // runtime for their types. The paths are autoclosures for the same reason: a closure with nothing but a literal in it
  // becomes the access itself, where a path that is handed over is walked at each read.
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

  /// A field whose value follows from the object and the world.
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
    // It may change with any part of the object.
    isSame = { _, _ in false }
    isStored = false
    self.compute = compute
    storedAccess = .anyone
    guardOfChanges = nil
    removal = nil
    self.problem = problem
  }

  /// The value of an object's field in a world.
  @usableFromInline
  func value(of object: Object, in simulation: Simulation) -> Value {
    if let compute { compute(simulation, object) } else { read(object) }
  }

  /// A field that is read only, and is read as `read` says: of a part of the model that is itself no field's type.
  @inlinable
  public init<Content: FieldCodable>(
    _ name: String, reading read: @escaping @Sendable (Object) -> Content, _ summary: String = "",
    column: FieldLayout? = nil
  ) {
    self.init(name, nil, summary, get: read, set: nil, column, [], isStored: true)
  }

  /// A field that can be written, or only read where the model holds it with `let`.
  ///
  /// - Parameters:
  ///   - name: how expressions and commands call it.
  ///   - path: where the value is in the model.
  ///   - summary: one line about it, for help.
  ///   - removal: what the removal of an object entails to which the field refers; see ``RemovalRule``. A reference that is
  ///     required refuses it if left out, and others are cleared.
  ///   - column: how rows show it; at the left, as wide as need be, if left out.
  ///   - formerly: names that it had before, under which older data still gives it.
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

  /// A field that is only read.
  @inlinable
  public init<Content: FieldCodable>(
    _ name: String, _ path: @autoclosure @escaping @Sendable () -> any KeyPath<Object, Content> & Sendable,
    _ summary: String = "", onRemove removal: RemovalRule? = nil, column: FieldLayout? = nil,
    formerly: String...
  ) {
    self.init(
      name, { path() }, summary, get: { $0[keyPath: path()] }, set: nil, column, formerly, removal: removal)
  }

  /// A field of a range, which holds at every commit.
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

  /// A field whose range depends on the object: `Field("hp", \.hp, in: 0...9_999, within: { 0...$0.maxHP })`.
  ///
  /// - Parameters:
  ///   - name: how expressions and commands call it.
  ///   - path: where the value is in the model.
  ///   - summary: one line about it, for help.
  ///   - bounds: what the range is always within; arguments are read by it.
  ///   - range: the values that an object may have now.
  ///   - column: how rows show it; at the left, as wide as need be, if left out.
  ///   - formerly: names that it had before, under which older data still gives it.
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

  /// A word that only some others may follow, at every commit; a word that `next` leaves out is the last.
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
      // Written out in both initializers: only here is the key path a literal, whose access is compiled.
      FieldRule { before, after in
        guard let before else { return nil }
        let (old, new) = (get(before), get(after))
        if old == new { return nil }
        if let place = words.firstIndex(of: old), followers[place].contains(new) { return nil }
        return .transition(
          from: old.rawValue, to: new.rawValue, followers: transitions.followers(of: old.rawValue))
      }, transitions: transitions)
  }

  /// A state whose case only some others may follow, at every commit: `next: ["waiting": ["admitted"], "admitted": ["gone"]]`.
  ///
  /// A case that `next` leaves out is the last. What a case carries may change as long as the case stays; a guard may refuse that, see
  /// ``guarded(_:)``.
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
      FieldRule { before, after in
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
    FieldRule { before, after in
      let (value, limits) = (get(after), range(after))
      if limits.contains(value) { return nil }
      // A value that was outside of a narrowed range already may stay until it is repaired.
      if let before, get(before) == value, !range(before).contains(value) { return nil }
      return .outOfRange(
        value.fieldValue, least: limits.lowerBound.fieldValue, most: limits.upperBound.fieldValue)
    }
  }
}

/// A field that follows from others: `Derived("late") { $0.due < 3 }`, `Derived("load") { world, person in … }`.
public struct Derived<Object: Sendable>: Sendable {
  /// The field of the schema.
  public let field: Field<Object>

  /// A field that is computed of the object alone whenever it is read.
  @inlinable
  public init<Content: FieldCodable>(
    _ name: String, _ summary: String = "", column: FieldLayout = .hidden,
    _ get: @escaping @Sendable (Object) -> Content
  ) {
    field = Field(name, nil, summary, get: get, set: nil, column, [])
  }

  /// A field that is computed of the object and the world: `Derived("load") { world, person in … }`.
  ///
  /// Columns, conditions and watches follow what the closure reads; it may write nothing.
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
  /// The model that the field is of.
  associatedtype Object: Sendable
  /// The field to be made.
  var field: Field<Object> { get }
}

extension Field: FieldPart {
  /// The field itself.
  @inlinable public var field: Field<Object> { self }
}

extension Derived: FieldPart {}

/// Reads the fields of a schema one below the other; `if`, `else`, `for` and `if let` may be around them.
@resultBuilder
public enum FieldsBuilder<Object: Sendable> {
  // Inlinable, so that the runtime makes no types of sequences of fields when a program starts.

  // One function for all lines: of several, the compiler would tell of a misspelt key path that none of them matches.

  /// Takes a line.
  @inlinable
  public static func buildExpression<Part: FieldPart>(_ part: Part) -> [Field<Object>]
  where Part.Object == Object { [part.field] }
  // One by one: a block of all would take an array of arrays, whose type the runtime makes for each model.

  /// Takes the first line.
  @inlinable
  public static func buildPartialBlock(first: [Field<Object>]) -> [Field<Object>] { first }
  /// Puts the fields of a line behind those above it.
  @inlinable
  public static func buildPartialBlock(
    accumulated: [Field<Object>], next: [Field<Object>]
  ) -> [Field<Object>] { accumulated + next }
  /// Takes no line.
  @inlinable
  public static func buildBlock() -> [Field<Object>] { [] }
  /// Takes the fields of an `if` without `else`, when its condition holds.
  @inlinable
  public static func buildOptional(_ fields: [Field<Object>]?) -> [Field<Object>] { fields ?? [] }
  /// Takes the fields of an `if`.
  @inlinable
  public static func buildEither(first: [Field<Object>]) -> [Field<Object>] { first }
  /// Takes the fields of an `else`.
  @inlinable
  public static func buildEither(second: [Field<Object>]) -> [Field<Object>] { second }
  /// Puts the fields of all turns of a loop together, in their order.
  @inlinable
  public static func buildArray(_ fields: [[Field<Object>]]) -> [Field<Object>] { fields.flatMap { $0 } }
}
