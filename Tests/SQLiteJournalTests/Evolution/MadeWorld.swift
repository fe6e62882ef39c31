import Synchronization
import Values

@testable import Simulator

/// A description of a world, from which versions of it can be derived.
struct WorldPlan: Sendable {
  struct Kind: Sendable {
    var name: String
    var plural: String
    var formerly: [String] = []
    var fields: [Field] = []
  }

  struct Field: Sendable {
    var name: String
    var type: FieldType
    var initial: Value
    var formerly: [String] = []
    var formerWords: [String: String] = [:]
    var bounds: ClosedRange<Int>?
  }

  /// The types of fields, named by their Swift types.
  indirect enum FieldType: Sendable {
    case number, decimal, text, truth
    case word([String])
    /// A reference to the kind with this index.
    case reference(Int)
    case optional(FieldType)
    case list(FieldType)
  }

  var kinds: [Kind]
  var rules: [(name: String, condition: String)] = []
  var schedules: [String] = []
  var migrations: [Migration] = []

  func place(of kind: String) -> Int? { kinds.firstIndex { $0.name == kind } }

  /// Changes a field of a kind.
  mutating func change(_ kind: String, _ field: String, _ body: (inout Field) -> Void) {
    guard let place = place(of: kind), let index = kinds[place].fields.firstIndex(where: { $0.name == field })
    else { return }
    body(&kinds[place].fields[index])
  }

  /// Changes a kind.
  mutating func change(_ kind: String, _ body: (inout Kind) -> Void) {
    if let place = place(of: kind) { body(&kinds[place]) }
  }
}

/// A number as a type, because each version of a world needs types of its own.
protocol Numeral: Sendable { static var number: Int { get } }
enum Zero: Numeral { static var number: Int { 0 } }
/// Twice a number; `Odd` is twice a number plus one.
enum Even<Half: Numeral>: Numeral { static var number: Int { Half.number * 2 } }
enum Odd<Half: Numeral>: Numeral { static var number: Int { Half.number * 2 + 1 } }

/// The created worlds, by number.
enum MadeWorlds {
  private static let plans = Mutex<[WorldPlan]>([])
  private static let schemas = Mutex<[ObjectIdentifier: any Sendable]>([:])

  static func plan(_ number: Int) -> WorldPlan { plans.withLock { $0[number] } }

  /// Returns the schema of a model, which is created once.
  static func schema<M: Model>(of type: M.Type, _ make: () -> Schema<M>) -> Schema<M> {
    if let known = schemas.withLock({ $0[ObjectIdentifier(type)] }) as? Schema<M> { return known }
    let made = make()
    schemas.withLock { $0[ObjectIdentifier(type)] = made }
    return made
  }

  static func numeral(_ number: Int) -> any Numeral.Type {
    func even<N: Numeral>(_ half: N.Type) -> any Numeral.Type { Even<N>.self }
    func odd<N: Numeral>(_ half: N.Type) -> any Numeral.Type { Odd<N>.self }
    if number == 0 { return Zero.self }
    let half = numeral(number / 2)
    return number % 2 == 0 ? even(half) : odd(half)
  }

  /// Creates the world of a plan.
  static func make(_ plan: WorldPlan) -> World {
    let number = plans.withLock { plans in
      plans.append(plan)
      return plans.count - 1
    }
    return world(numeral(number))
  }

  private static func world<W: Numeral>(_ type: W.Type) -> World {
    let plan = plan(W.number)
    func schema<K: Numeral>(_ kind: K.Type) -> any AnySchema { MadeRow<W, K>.schema }
    let schemas = plan.kinds.indices.map { schema(numeral($0)) }
    @WorldBuilder func parts() -> [any WorldPart] {
      for rule in plan.rules { Constraint(rule.name) { rule.condition } }
      for name in plan.schedules { Every(100, name) { _ in } }
      for migration in plan.migrations { migration }
    }
    return switch schemas.count {
    case 1: World("made", schemas[0], parts: parts)
    case 2: World("made", schemas[0], schemas[1], parts: parts)
    case 3: World("made", schemas[0], schemas[1], schemas[2], parts: parts)
    default: World("made", schemas[0], schemas[1], schemas[2], schemas[3], parts: parts)
    }
  }
}

/// An object of a created world, of any type.
protocol MadeObject: Model where ID == Int {
  var name: String { get }
  var values: [String: Value] { get set }
}

/// An object of the kind with an index in a created world.
struct MadeRow<W: Numeral, K: Numeral>: Model, MadeObject {
  let id: Int
  var name: String
  var values: [String: Value] = [:]

  static var schema: Schema<Self> {
    MadeWorlds.schema(of: Self.self) {
      let kind = MadeWorlds.plan(W.number).kinds[K.number]
      let name: Field<Self> = Field("name", \.name)
      var fields = [name]
      for place in kind.fields.indices { fields.append(field(place)) }
      return Schema<Self>(
        kind.name, plural: kind.plural, "", nameOf: { $0.name },
        hasSameName: { left, right in left != nil && right != nil && left?.name == right?.name },
        namePath: \Self.name, label: nil, make: { Self(id: $0, name: $1) }, restoring: nil, isInternal: false,
        isSingle: false, access: .anyone, formerNames: kind.formerly, fields: fields,
        operations: TypedOperations())
    }
  }

  private static func field(_ place: Int) -> Field<Self> {
    func made<F: Numeral>(_ type: F.Type) -> Field<Self> {
      let plan = MadeWorlds.plan(W.number).kinds[K.number].fields[F.number]
      let get: @Sendable (Self) -> MadeCell<W, K, F> = { row in
        MadeCell(value: row.values[plan.name] ?? plan.initial)
      }
      var rule: FieldRule<Self>?
      if let bounds = plan.bounds {
        rule = Field<Self>.rule({ get($0).number }, { _ in bounds })
      }
      return Field<Self>(
        plan.name, nil, "", get: get, set: { $0.values[plan.name] = $1.value }, nil, plan.formerly, rule,
        bounds: plan.bounds.map { (.number($0.lowerBound), .number($0.upperBound)) }, isStored: true)
    }
    return made(MadeWorlds.numeral(place))
  }
}

/// A value of a field of a created world.
struct MadeCell<W: Numeral, K: Numeral, F: Numeral>: FieldCodable {
  var value: Value

  var number: Int { if case .number(let number) = value { number } else { 0 } }

  private static var plan: WorldPlan.Field { MadeWorlds.plan(W.number).kinds[K.number].fields[F.number] }

  static var fieldType: ValueType { type(plan.type) }
  static var formerWords: [String: String] { plan.formerWords }
  var fieldValue: Value { value }

  init(value: Value) { self.value = value }

  init?(fieldValue: Value) {
    guard let value = Self.value(fieldValue, Self.plan.type) else { return nil }
    self.value = value
  }

  private static func type(_ type: WorldPlan.FieldType) -> ValueType {
    switch type {
    case .number: Int.fieldType
    case .decimal: Double.fieldType
    case .text: String.fieldType
    case .truth: Bool.fieldType
    case .word(let words): .word(words)
    case .reference(let place): referenced(MadeWorlds.numeral(place))
    case .optional(let wrapped): .optional(Self.type(wrapped))
    case .list(let element): .list(Self.type(element))
    }
  }

  private static func referenced<T: Numeral>(_ kind: T.Type) -> ValueType { .reference(MadeRow<W, T>.self) }

  private static func value(_ value: Value, _ type: WorldPlan.FieldType) -> Value? {
    switch type {
    case .number: return Int(fieldValue: value)?.fieldValue
    case .decimal: return Double(fieldValue: value)?.fieldValue
    case .text: return String(fieldValue: value)?.fieldValue
    case .truth: return Bool(fieldValue: value)?.fieldValue
    case .word(let words):
      guard let word = String(fieldValue: value), words.contains(word) else { return nil }
      return .word(word)
    case .reference(let place): return reference(value, MadeWorlds.numeral(place))
    case .optional(let wrapped): return value == .none ? Value.none : Self.value(value, wrapped)
    case .list(let element):
      guard case .list(let values) = value else { return nil }
      let read = values.compactMap { Self.value($0, element) }
      return read.count == values.count ? .list(read) : nil
    }
  }

  private static func reference<T: Numeral>(_ value: Value, _ kind: T.Type) -> Value? {
    Reference<MadeRow<W, T>>(fieldValue: value)?.fieldValue
  }
}
