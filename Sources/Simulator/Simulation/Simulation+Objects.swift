public import AutoUpdate

/// Methods that read and write objects. A write is part of the running command's transaction. Outside a command, it is
/// a transaction by itself.
extension Simulation {
  /// Returns the objects of a type.
  ///
  /// - Throws: A ``SimulationError`` if the world does not declare the type.
  @inlinable
  public func objects<M: Model>(_ type: M.Type) throws -> Objects<M> {
    if let objects = objects(of: ObjectIdentifier(type)) as? Objects<M> { return objects }
    throw SimulationError.unknownKind("\(M.self)")
  }

  /// Returns the objects of a type. Returns `nil` and records a warning if the world does not declare the type.
  private func declaredObjects<M: Model>(_ type: M.Type) -> Objects<M>? {
    if let objects = try? objects(type) { return objects }
    noteUndeclared("\(M.self)")
    return nil
  }

  @usableFromInline
  func objects(of type: ObjectIdentifier) -> AnyObjects? { schemas.index(of: type).map { objects[$0] } }

  func objects(ofKindNamed name: String) -> AnyObjects? { schemas.index(named: name).map { objects[$0] } }

  /// Returns the table of a model type.
  @inlinable
  public func table<M: Model>(of type: M.Type) -> Table<M> { store.table(of: type) }

  /// Returns the object of a reference; `nil` if it is gone.
  @inlinable
  public subscript<M: Model>(reference: Reference<M>) -> M? {
    if isNotingReads, let objects = try? objects(M.self) { return objects.object(withID: reference.id) }
    return store.table(of: M.self)[reference.id]
  }

  @usableFromInline var isNotingReads: Bool { store.isNotingReads }

  /// Returns the objects of a type, in the order of their numbers. A type that the world does not declare has none, and
  /// the command ends with a warning.
  public func all<M: Model>(_ type: M.Type) -> [M] {
    guard let objects = declaredObjects(type) else { return [] }
    chargeReading(of: objects.table.count)
    return objects.schema.operations.all(objects.table, objects.allNumbers)
  }

  /// Returns the objects of a type whose field has a value, in the order of their numbers:
  /// `world.all(Card.self, where: \.owner, is: person)`.
  ///
  /// The lookup uses an index. A rule, label or derived field that reads the result is computed again only if an object
  /// gains or loses the value, or one of the returned objects changes.
  ///
  /// - Parameters:
  ///   - type: The model.
  ///   - path: The key path of a field.
  ///   - value: The value of the field.
  /// - Complexity: O(k log k) for the k objects that have the value; the first call for a field takes O(objects).
  public func all<M: Model, Content: FieldCodable>(
    _ type: M.Type, where path: any KeyPath<M, Content> & Sendable, is value: Content
  ) -> [M] {
    guard let objects = declaredObjects(type) else { return [] }
    if let index = objects.fieldIndex(at: path),
      let numbers = objects.numbers(
        where: [index], are: [self.value(of: value.fieldValue)], makesIndex: true)
    {
      chargeReading(of: numbers.count)
      return objects.objects(numbers.sorted())
    }
    return all(type).filter { $0[keyPath: path] == value }
  }

  /// Returns a reference to the object with a name; `nil` if there is none of this type. Within a command, the names
  /// are those after the command's changes so far.
  ///
  /// - Complexity: O(1); within a command O(changes of the type so far).
  public func find<M: Model>(_ type: M.Type, named name: String) -> Reference<M>? {
    guard let objects = declaredObjects(type), let kind = schemas.index(of: type) else { return nil }
    for entry in names.candidates(for: name) where entry.kind == kind && currentName(of: entry) == name {
      return objects.id(of: entry.number).map { Reference($0) }
    }
    // Names that a running command has assigned are not in the index yet.
    if store.openTransaction == nil || names.hasReservations { return nil }
    return objects.changed(to: name).map { Reference($0) }
  }

  // MARK: Writing

  /// Writes within the running command's transaction, or in a new one if none is open.
  @inlinable
  public func write<Result>(
    cause: String = "write", _ body: (Transaction) throws -> Result
  ) throws -> Result {
    if let open = store.openTransaction { return try body(open) }
    return try store.transaction(cause, body)
  }

  /// Adds an object that its schema creates from a new number and a name.
  ///
  /// - Parameters:
  ///   - type: The model.
  ///   - name: The object's name; empty for a kind without names.
  ///   - configure: Sets fields that the schema's `new` does not.
  /// - Throws: A ``SimulationError`` if the schema has no `new`.
  @inlinable
  @discardableResult
  public func add<M: Model>(
    _ type: M.Type, named name: String = "", _ configure: (inout M) throws -> Void = { _ in }
  ) throws -> Reference<M> {
    guard let make = M.schema.make else { throw SimulationError.cannotAdd(kind: M.kindName) }
    var object = make(try nextNumber(of: type), name)
    try configure(&object)
    return try add(object)
  }

  /// Adds an object.
  ///
  /// - Throws: A ``SimulationError`` if an object with its id exists.
  @inlinable
  @discardableResult
  public func add<M: Model>(_ object: M) throws -> Reference<M> {
    let table = table(of: M.self)
    if table[object.id] != nil {
      throw SimulationError.identityTaken(kind: M.kindName, id: object.id.fieldValue)
    }
    try write(cause: "add") { $0.save(object, in: table) }
    return Reference(to: object)
  }

  /// Changes an object. The rules of its fields are checked when the command ends.
  ///
  /// The closure changes a copy, which then replaces the object. The command fails if the closure writes to the same
  /// object in another way.
  ///
  /// - Throws: A ``SimulationError`` if the object is gone.
  @inlinable
  public func change<M: Model>(_ reference: Reference<M>, _ body: (inout M) throws -> Void) throws {
    let table = table(of: M.self)
    let isThere = try write(cause: "change") { try $0.update(reference.id, in: table, body) }
    if !isThere { throw SimulationError.gone(kind: M.kindName) }
  }

  /// Changes the object with the same identity.
  ///
  /// - Throws: A ``SimulationError`` if the object is gone.
  @inlinable
  public func change<M: Model>(_ object: M, _ body: (inout M) throws -> Void) throws {
    try change(Reference(to: object), body)
  }

  /// Removes an object. Objects that refer to it are handled by their fields' ``RemovalRule``: references are cleared,
  /// the objects are removed, or the removal is refused when the command ends.
  ///
  /// - Throws: A ``SimulationError`` if the object is gone.
  @inlinable
  public func remove<M: Model>(_ reference: Reference<M>) throws {
    let table = table(of: M.self)
    guard table[reference.id] != nil else { throw SimulationError.gone(kind: M.kindName) }
    let plan = try removalPlan(of: reference)
    try write(cause: "remove") { transaction in
      transaction.delete(reference.id, from: table)
      try plan?.apply()
    }
  }

  /// Returns the effects of removing an object; `nil` if its type is not a kind of the world.
  @usableFromInline
  func removalPlan<M: Model>(of reference: Reference<M>) throws -> RemovalPlan? {
    guard let objects = try? objects(M.self) else { return nil }
    return try whileUnchanged {
      try RemovalPlan(removing: objects.number(of: reference.id), of: objects, in: self)
    }
  }

  /// Removes the object with the same identity.
  ///
  /// - Throws: A ``SimulationError`` if the object is gone.
  @inlinable
  public func remove<M: Model>(_ object: M) throws { try remove(Reference(to: object)) }

  // MARK: Chance

  /// Draws from the session's generator, which is a model in the store.
  ///
  ///     let damage = try world.draw { Int.random(in: 5...30, using: &$0) }
  public func draw<Result>(_ body: (inout Generator) throws -> Result) throws -> Result {
    let table = table(of: Generator.self)
    var generator = table[0] ?? Generator(seed: 1)
    let result = try body(&generator)
    try write(cause: "draw") { $0.save(generator, in: table) }
    return result
  }

  /// Returns a number that no object of the type has had.
  public func nextNumber<M: Model>(of type: M.Type) throws -> Int {
    guard let index = schemas.index(of: type) else { throw SimulationError.unknownKind("\(M.self)") }
    return try draw { $0.nextNumber(ofKind: index, above: 0) }
  }
}
