import AutoUpdate
public import CommandLanguage

/// The objects of one kind in a simulation, type-erased.
public class AnyObjects: BoundKind {
  let kindIndex: Int
  @usableFromInline unowned let simulation: Simulation
  /// The maximum number of objects: the setting named after the kind's plural.
  var limit = 1_000_000
  var readsOthers = false

  @usableFromInline
  init(kindIndex: Int, in simulation: Simulation) {
    self.kindIndex = kindIndex
    self.simulation = simulation
  }

  private var initialLimit = 0

  func keepInitialState() { initialLimit = limit }

  func reset() { limit = initialLimit }

  /// The number of objects.
  public var count: Int { 0 }

  /// The names of the objects that have one, in the order of their numbers.
  final var names: [String] { numbers().compactMap { name(of: $0) } }

  public override func find(_ name: Span<UInt8>) -> Int? {
    if !hasNames {
      guard let label = try? UTF8Span(validating: name) else { return nil }
      return find(label: String(copying: label))
    }
    guard let entry = simulation.entry(named: name), entry.kind == kindIndex else { return nil }
    return entry.number
  }

  /// The version of the index of names. It is `nil` while a transaction is open, because the name of a removed object
  /// can still be found, and for objects without names, whose labels are not followed.
  public override var nameVersion: Int? {
    hasNames && simulation.store.openTransaction == nil ? simulation.names.version : nil
  }

  /// A Boolean value that indicates whether the objects have names. Objects without names are found by their labels.
  var hasNames: Bool { false }
  /// Returns the number of the object with a label, such as `message 3`; `nil` if there is none.
  func find(label: String) -> Int? { nil }

  /// Returns the name of an object, including changes of the open transaction; `nil` if it is gone or has none.
  func name(of number: Int) -> String? { nil }
  /// Returns the label of an object, which the history shows; `nil` if the object is gone.
  func label(of number: Int) -> String? { nil }
  /// Returns the label of the object with an identity at a point of the history; `nil` if it did not exist.
  func label(of id: Value, in state: PastState) -> String? { nil }
  /// Returns the number of the object with an identity, given as a field's value; `nil` if the value has another type.
  func number(of id: Value) -> Int? { nil }
  func fieldID(of number: Int) -> Value? { nil }
  /// Returns an error for each value that its field does not allow, in the order of the objects.
  func breaches() -> [SimulationError] { [] }
  func contains(_ number: Int) -> Bool { false }
  /// Calls a closure with each object that the open transaction removed, and its label.
  func forEachRemoved(_ body: (_ number: Int, _ label: () -> String) throws -> Void) throws {}
  var hasOpenChange: Bool { false }
  func openNumbers() -> Set<Int> { [] }
  /// Checks the changes of the open transaction.
  func check() throws {}
  /// Reserves the names that the open transaction assigns, as ``check()`` does, without checking anything.
  func reserveNames() {}
  /// Checks the changes of the open transaction as if each changed object were new, so that transitions are not
  /// checked.
  func checkAsNew() throws {}
  /// Calls the guards of the fields that the open transaction changed.
  func checkGuards() throws {}
  var changeType: ObjectIdentifier? { nil }
  func describe(_ change: any AnyChange, _ named: (Value) -> Value) -> CommittedTransaction.Change? { nil }
  /// The names of the fields that `change` may set.
  var changeableFields: [String] { [] }
  func add(_ name: String?, _ fields: [(String, Value)]) throws {}
  func change(_ number: Int, _ fields: [(String, Value)]) throws {}
  func remove(_ number: Int) throws {}
  /// Removes an object without applying the removal rules of the fields that refer to it.
  func delete(_ number: Int) throws {}
  /// Throws an error if `add`, `change` and `remove` may not write objects of the kind.
  func checkAccess(verb: String) throws {}
}
