public import AutoUpdate
public import CommandLanguage
import TerminalText

/// The objects of one kind in a simulation: the table, and the objects' numbers and names in the language.
public final class Objects<M: Model>: AnyObjects {
  /// The rows of the kind, in the simulation's store.
  public let table: Table<M>
  /// The declaration of the kind.
  public let schema: Schema<M>
  @usableFromInline let allNumbers: ObjectNumbers<M>
  private var indexes: [FieldIndex<M>] = []
  /// The follower that notifies readers of single objects, by number; created at the first such read.
  private var reading: TableFollower<M>?
  /// The indices of fields that were looked up by their key paths, since comparing key paths is slow.
  private var knownPaths: [(path: AnyKeyPath, fieldIndex: Int?)] = []
  private var areNumbersOld = false
  private var follower: TableFollower<M>?
  private var holding: Holding?
  @usableFromInline private(set) var isAboutNamesAlone = true

  /// A charge for the memory of the objects in addition to their rows.
  struct Holding {
    /// The comparisons that, together with the comparison of names, determine whether two objects have the
    /// same size; `nil` if that cannot be determined.
    let comparisons: [@Sendable (M, M) -> Bool]?
    let charge: (_ before: M?, _ after: M?) -> Void
  }

  // Inlinable, for ``TypedOperations``.
  @inlinable
  init(_ schema: Schema<M>, kindIndex: Int, in simulation: Simulation) {
    table = simulation.store.table(of: M.self)
    self.schema = schema
    allNumbers = ObjectNumbers()
    super.init(kindIndex: kindIndex, in: simulation)
    if schema.nameOf != nil { follow() }
  }

  /// Sets the charge, which is called with each committed object whose size may have changed.
  func charge(_ holding: Holding) {
    self.holding = holding
    isAboutNamesAlone = holding.comparisons?.count == 0
    if follower == nil { follow() }
  }

  @usableFromInline
  func follow() {
    let follower = schema.operations.followObjects(self)
    if schema.nameOf != nil { simulation.names.follow(follower) }
    self.follower = follower
  }

  override func keepInitialState() {
    super.keepInitialState()
    allNumbers.keepInitialState()
  }

  override func reset() {
    super.reset()
    allNumbers.reset()
    areNumbersOld = true
    for index in indexes { index.reset() }
  }

  /// Updates the names and the charged size after a committed change.
  @usableFromInline
  func note(_ before: M?, _ after: M?) {
    let keepsName = schema.nameOf == nil || schema.hasSameName(before, after)
    if !keepsName { noteName(before, after) }
    guard let holding else { return }
    if keepsName, let before, let after, let comparisons = holding.comparisons,
      comparisons.allSatisfy({ $0(before, after) })
    {
      return
    }
    holding.charge(before, after)
  }

  private func noteName(_ before: M?, _ after: M?) {
    guard let nameOf = schema.nameOf, let id = (after ?? before)?.id else { return }
    let entry = NameIndex.Entry(kind: kindIndex, number: number(of: id))
    if let before { simulation.names.remove(nameOf(before), entry) }
    if let after { simulation.names.put(nameOf(after), entry) }
  }

  // MARK: Numbers

  /// Returns the number of an identity, assigning one if needed.
  @inlinable
  public func number(of id: M.ID) -> Int { allNumbers.number(of: id) }

  /// Returns the identity with a number; `nil` if there is none.
  @inlinable
  public func id(of number: Int) -> M.ID? { allNumbers.id(of: number) }

  /// Returns the object with a number; `nil` if it is gone.
  @inlinable
  public func object(_ number: Int) -> M? {
    // Not a closure, because unspecialized code would look up the closure's types at each call.
    guard let id = id(of: number) else { return nil }
    return object(withID: id)
  }

  /// Returns the object with an identity; `nil` if it is gone. Records a read of this object alone.
  @inlinable
  func object(withID id: M.ID) -> M? {
    noteRead(of: id)
    return table.unnoted(id)
  }

  /// Returns the objects that have some numbers, in the order of the numbers. Records a read of these objects alone.
  func objects(_ numbers: [Int]) -> [M] {
    if simulation.store.isNotingReads { for number in numbers { readFollower.noteRead(ofKey: number) } }
    return schema.operations.chosen(table, allNumbers, numbers)
  }

  /// Records that the live query or value being evaluated read one object, or all objects if this object never existed.
  @usableFromInline
  func noteRead(of id: M.ID) {
    if !simulation.store.isNotingReads { return }
    guard let key = allNumbers.knownNumber(of: id) else { return _ = table.count }
    readFollower.noteRead(ofKey: key)
  }

  private var readFollower: TableFollower<M> {
    if let reading { return reading }
    let reading = schema.operations.follow(table) { [weak self] before, after in
      if let id = (after ?? before)?.id { self?.noteChange(of: id) }
    }
    reading.setOpenKeys { [weak self] in self?.openNumbers() ?? [] }
    self.reading = reading
    return reading
  }

  private func noteChange(of id: M.ID) {
    // An object that was read before a reset may have had another number.
    if areNumbersOld {
      reading?.noteChangeOfAllKeys()
    } else if let number = allNumbers.knownNumber(of: id) {
      reading?.noteChange(ofKey: number)
    }
    areNumbersOld = false
  }

  override func openNumbers() -> Set<Int> {
    var numbers: Set<Int> = []
    try? schema.operations.forEachOpenChange(table) { before, after in
      if let id = (after ?? before)?.id, let number = allNumbers.knownNumber(of: id) {
        numbers.insert(number)
      }
    }
    return numbers
  }

  public override func changes(of properties: [String]) -> RowChanges? {
    if simulation.store.openTransaction == nil { return nil }
    var (added, changed): (Set<Int>, Set<Int>) = ([], [])
    try? schema.operations.forEachOpenChange(table) { before, after in
      guard let after, let number = allNumbers.knownNumber(of: after.id) else { return }
      if before == nil { added.insert(number) } else { changed.insert(number) }
    }
    // Other properties are computed from other objects.
    let areFields = properties.allSatisfy { schema.field(named: $0) != nil }
    return RowChanges(added: added, changed: areFields ? changed : nil)
  }

  // MARK: Indexes

  /// Returns the index of some fields, created on demand; `nil` if it does not exist and cannot be created.
  ///
  /// - Parameter isReusable: Indicates whether it is an index of the kind's relations, which exist as long as the
  ///   session.
  func index(of fields: [Int], makesIndex: Bool, isReusable: Bool = false) -> FieldIndex<M>? {
    let known = indexes.first { $0.fieldIndices == fields }
    // An index that a reset has emptied does not count, so that a reset session has the same indexes as a new one.
    if let known, known.isFilled { return known }
    guard makesIndex, isReusable || indexes.count(where: \.isFilled) < Self.indexCountMax else { return nil }
    if let known { return known }
    guard
      let index = FieldIndex(fields, of: self, isReusable: isReusable)
    else { return nil }
    indexes.append(index)
    return index
  }

  func fieldIndex(at path: any PartialKeyPath<M> & Sendable) -> Int? {
    // A key path literal is one object however often it is evaluated.
    if let known = knownPaths.first(where: { $0.path === path }) { return known.fieldIndex }
    let index = schema.fields.firstIndex { $0.leads(to: path) }
    if knownPaths.count < schema.fields.count { knownPaths.append((path, index)) }
    return index
  }

  /// The maximum number of indexes of a kind, including those of its relations.
  private static var indexCountMax: Int { 16 }

  public override func numbers(where properties: [Int], are values: [Value], makesIndex: Bool) -> Set<Int>? {
    let order = properties.indices.sorted { properties[$0] < properties[$1] }
    guard let index = index(of: order.map { properties[$0] }, makesIndex: makesIndex),
      let key = index.key(of: order.map { values[$0] })
    else { return nil }
    return index.numbers(with: key)
  }

  func label(of object: M) -> String {
    if let name = schema.nameOf?(object) { return Quoting.label(name) }
    if let label = schema.label { return label(object) }
    return schema.isSingle ? schema.name : "\(schema.name) \(number(of: object.id))"
  }

  public override var count: Int { table.count }
  public override var isEmpty: Bool { table.count == 0 }

  public override func makeCursor() -> RowCursor { ObjectCursor(self) }

  public override func numbers() -> [Int] { schema.operations.numbers(table, allNumbers) }

  override func name(of number: Int) -> String? {
    schema.nameOf.flatMap { nameOf in object(number).map(nameOf) }
  }

  override func label(of number: Int) -> String? { object(number).map(label(of:)) }

  override var hasNames: Bool { schema.hasNames }

  /// - Complexity: O(1); O(*n*) if the schema has labels of its own, where *n* is the number of objects.
  override func find(label: String) -> Int? {
    if schema.label != nil { return numbers().first { self.label(of: $0) == label } }
    let number = schema.isSingle ? numbers().first : Int(label.dropFirst(schema.name.count + 1))
    return number.flatMap { self.label(of: $0) == label ? $0 : nil }
  }

  override func label(of id: Value, in state: PastState) -> String? {
    M.ID(fieldValue: id).flatMap { state[$0, in: table] }.map(label(of:))
  }

  /// Returns the object that the open transaction added with a name, or to which it gave that name; `nil` if there is
  /// none.
  ///
  /// - Complexity: O(changes of the open transaction in this kind).
  func changed(to name: String) -> M.ID? {
    guard let nameOf = schema.nameOf else { return nil }
    var (found, changeCount) = (M.ID?.none, 0)
    try? schema.operations.forEachOpenChange(table) { _, after in
      changeCount += 1
      // The table does not contain the change if the running code reads the committed state.
      if let after, nameOf(after) == name, table[after.id].map(nameOf) == name { found = after.id }
    }
    simulation.chargeReading(of: changeCount)
    return found
  }

  override func contains(_ number: Int) -> Bool { id(of: number).map(contains(withID:)) ?? false }

  /// Returns a Boolean value that indicates whether an object with an identity exists. Records a read of this object alone.
  @usableFromInline
  func contains(withID id: M.ID) -> Bool {
    noteRead(of: id)
    return schema.operations.contains(table, id)
  }

  override func forEachRemoved(_ body: (_ number: Int, _ label: () -> String) throws -> Void) throws {
    try schema.operations.forEachOpenChange(table) { before, after in
      guard let before, after == nil else { return }
      try body(number(of: before.id)) { label(of: before) }
    }
  }

  override var hasOpenChange: Bool {
    var isFound = false
    try? schema.operations.forEachOpenChange(table) { isFound = isFound || $0 != $1 }
    return isFound
  }

  override func number(of id: Value) -> Int? { M.ID(fieldValue: id).map(number(of:)) }

  override func fieldID(of number: Int) -> Value? { id(of: number)?.fieldValue }

  // MARK: Writing

  override var changeableFields: [String] {
    schema.fields.filter { $0.isWritable && $0.access.allowsSetting(ofNewObject: false) }.map(\.name)
  }

  override func add(_ name: String?, _ fields: [(String, Value)]) throws {
    if schema.nameOf != nil, name == nil {
      let kind = English.article(schema.name)
      throw PrototypingError.withoutName([kind], argument: 0)
    }
    try checkAccess(verb: "add")
    try simulation.add(M.self, named: name ?? "") { try write(fields, to: &$0, isNew: true) }
  }

  override func change(_ number: Int, _ fields: [(String, Value)]) throws {
    try checkAccess(verb: "change")
    try simulation.change(reference(to: number)) { try write(fields, to: &$0, isNew: false) }
  }

  private func write(_ fields: [(String, Value)], to object: inout M, isNew: Bool) throws {
    for (name, value) in fields {
      if let access = schema.field(named: name)?.access, !access.allowsSetting(ofNewObject: isNew) {
        let label = label(of: object)
        throw AccessError.field([name, label], notes: AccessError.notes(access), parameter: name)
      }
      try simulation.write(value, to: name, of: &object)
    }
  }

  override func remove(_ number: Int) throws { try simulation.remove(reference(to: number)) }

  override func delete(_ number: Int) throws {
    guard let id = id(of: number) else { return }
    try simulation.write(cause: "remove") { _ = $0.delete(id, from: table) }
  }

  override func checkAccess(verb: String) throws {
    if schema.access.isForAnyone { return }
    let (name, access) = (schema.collectiveName, schema.access)
    throw AccessError.kind([verb, name], notes: AccessError.notes(access), argument: 0)
  }

  private func reference(to number: Int) throws -> Reference<M> {
    guard let id = id(of: number) else { throw SimulationError.gone(kind: schema.name) }
    return Reference(id)
  }

  override var changeType: ObjectIdentifier? { schema.isInternal ? nil : ObjectIdentifier(Change<M>.self) }

  override func describe(_ change: any AnyChange, _ named: (Value) -> Value) -> CommittedTransaction.Change? {
    schema.operations.describe(schema, change, named)
  }

  // MARK: Rules

  override func check() throws { try schema.operations.check(self) }

  @inlinable
  func checkOpenChanges() throws {
    var hasNew = false
    let schema = schema
    let (rules, nameOf) = (schema.rules, schema.nameOf)
    try table.forEachOpenChange { before, after in
      guard let after else { return }
      if case .none = before { hasNew = true }
      for index in 0..<rules.count {
        if let breach = rules.span[index].rule(before, after) {
          throw error(breach, of: rules.span[index].fieldIndex, after)
        }
      }
      if let nameOf, !schema.hasSameName(before, after) { try check(nameOf(after), of: after) }
    }
    if hasNew { try checkCount() }
  }

  override func reserveNames() {
    guard let nameOf = schema.nameOf else { return }
    try? schema.operations.forEachOpenChange(table) { before, after in
      guard let after, !schema.hasSameName(before, after) else { return }
      let entry = NameIndex.Entry(kind: kindIndex, number: number(of: after.id))
      _ = simulation.names.reserve(nameOf(after), for: entry)
    }
  }

  override func checkAsNew() throws {
    try schema.operations.forEachOpenChange(table) { _, after in
      guard let after else { return }
      for (fieldIndex, rule) in schema.rules {
        if let breach = rule(nil, after) { throw error(breach, of: fieldIndex, after) }
      }
      if let nameOf = schema.nameOf { try check(nameOf(after), of: after) }
    }
    try checkCount()
  }

  override func checkGuards() throws {
    let guarded = schema.guarded
    if guarded.isEmpty { return }
    try schema.operations.forEachOpenChange(table) { before, after in
      guard let after else { return }
      for fieldIndex in guarded {
        let field = schema.fields[fieldIndex]
        if let before, field.isSame(before, after) { continue }
        if let why = field.guardOfChanges?(simulation, before, after) {
          throw error(.refused(why: why), of: fieldIndex, after)
        }
      }
    }
  }

  @usableFromInline
  func checkCount() throws {
    guard table.count > limit else { return }
    throw SimulationError.tooMany(schema.collectiveName, limit: limit)
  }

  override func breaches() -> [SimulationError] {
    if schema.rules.isEmpty { return [] }
    return schema.operations.breaches(self, schema.operations.all(table, allNumbers))
  }

  @inlinable
  func breaches(of all: [M]) -> [SimulationError] {
    let rules = schema.rules
    var breaches: [SimulationError] = []
    for object in all {
      for index in 0..<rules.count {
        if let breach = rules.span[index].rule(nil, object) {
          breaches.append(error(breach, of: rules.span[index].fieldIndex, object))
        }
      }
    }
    return breaches
  }

  @usableFromInline
  func check(_ name: String, of object: M) throws {
    let entry = NameIndex.Entry(kind: kindIndex, number: number(of: object.id))
    if let other = simulation.names.reserve(name, for: entry), simulation.currentName(of: other) == name {
      throw SimulationError.nameTaken(name, by: simulation.schemas.schemas[other.kind].kindName)
    }
    if let why = ObjectName.problem(with: name, reserved: simulation.schemas.reservedNames) {
      throw SimulationError.badName(name, kind: schema.name, why: why)
    }
  }

  @usableFromInline
  func error(_ breach: FieldBreach, of fieldIndex: Int, _ object: M) -> SimulationError {
    let (field, label) = (schema.fields[fieldIndex], label(of: object))
    return switch breach {
    case .outOfRange(let value, let least, let most):
      .outOfRange(
        object: label, field: field.name, value: simulation.text(of: value),
        least: simulation.text(of: least),
        most: simulation.text(of: most))
    case .transition(let old, let new, let followers):
      .transitionRefused(
        kind: schema.name, object: label, field: field.name, from: old, to: new, followers: followers)
    case .refused(let why):
      .refused(object: label, field: field.name, why: why.isEmpty ? "its rule gives no reason" : why)
    }
  }
}
