public import AutoUpdate

/// Reading and writing objects. Writes are part of the command's transaction; outside of one, each is its own.
extension Simulation {
  /// The objects of a type; throws when the world does not declare it.
  @inlinable
  public func objects<M: Model>(_ type: M.Type) throws -> Objects<M> {
    if let objects = objects(of: ObjectIdentifier(type)) as? Objects<M> { return objects }
    throw SimulationError.unknownKind("\(M.self)")
  }

  @usableFromInline
  func objects(of type: ObjectIdentifier) -> AnyObjects? { schemas.place(of: type).map { objects[$0] } }

  /// The table of a type of model.
  @inlinable
  public func table<M: Model>(of type: M.Type) -> Table<M> { store.table(of: type) }

  /// The object that a reference leads to; `nil` when it is gone.
  @inlinable
  public subscript<M: Model>(reference: Reference<M>) -> M? {
    if isNotingReads, let objects = try? objects(M.self) { return objects.object(withID: reference.id) }
    return store.table(of: M.self)[reference.id]
  }

  @usableFromInline var isNotingReads: Bool { store.isNotingReads }

  /// The objects of a type, in the order of their numbers.
  public func all<M: Model>(_ type: M.Type) -> [M] {
    guard let objects = try? objects(type) else { return [] }
    return objects.schema.operations.all(objects.table, objects.allNumbers)
  }

  /// The objects of a type whose field has a value, in the order of their numbers: `world.all(Card.self, where: \.owner, is: person)`.
  ///
  /// They are found by an index. What reads them, as a rule, a label or a derived field, is computed again when an object comes to have the
  /// value or has it no more, or when one of them changes.
  ///
  /// - Parameters:
  ///   - type: the model.
  ///   - path: the key path of a field.
  ///   - value: the value of the field.
  /// - Complexity: O(k log k) for the k objects that have the value; the first call for a field takes O(objects).
  public func all<M: Model, Content: FieldCodable>(
    _ type: M.Type, where path: any KeyPath<M, Content> & Sendable, is value: Content
  ) -> [M] {
    guard let objects = try? objects(type) else { return [] }
    if let place = objects.schema.fields.firstIndex(where: { $0.leads(to: path) }),
      let numbers = objects.numbers(
        where: [place], are: [self.value(of: value.fieldValue)], makesIndex: true)
    {
      return numbers.sorted().compactMap { objects.object($0) }
    }
    return all(type).filter { $0[keyPath: path] == value }
  }

  /// The object of a name; `nil` when there is none of this type.
  public func find<M: Model>(_ type: M.Type, named name: String) -> Reference<M>? {
    guard let entry = names.find(name), entry.kind == schemas.place(of: type),
      let objects = try? objects(type)
    else { return nil }
    return objects.id(of: entry.number).map { Reference($0) }
  }

  // MARK: Writing

  /// Writes within the running command's transaction, or in one of its own.
  @inlinable
  public func write<Result>(
    cause: String = "write", _ body: (Transaction) throws -> Result
  ) throws -> Result {
    if let open = store.openTransaction { return try body(open) }
    return try store.transaction(cause, body)
  }

  /// Adds an object that its schema makes of a fresh number and a name.
  ///
  /// - Parameters:
  ///   - type: the model.
  ///   - name: the object's name; empty for a kind whose objects have none.
  ///   - configure: sets what the schema's `new` does not.
  /// - Throws: a ``SimulationError`` when the schema has no `new`.
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

  /// Adds an object. Throws when there is one with its id already.
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

  /// Changes an object; throws when it is gone. The rules of its fields are checked when the command ends.
  @inlinable
  public func change<M: Model>(_ reference: Reference<M>, _ body: (inout M) throws -> Void) throws {
    let table = table(of: M.self)
    let isThere = try write(cause: "change") { try $0.update(reference.id, in: table, body) }
    if !isThere { throw SimulationError.gone(kind: M.kindName) }
  }

  /// Changes the object of the same identity; throws when it is gone.
  @inlinable
  public func change<M: Model>(_ object: M, _ body: (inout M) throws -> Void) throws {
    try change(Reference(to: object), body)
  }

  /// Removes an object; throws when it is gone. References to it are cleared, and objects that refer to it removed, where their
  /// fields say so; others keep it from being removed when the command ends.
  @inlinable
  public func remove<M: Model>(_ reference: Reference<M>) throws {
    let table = table(of: M.self)
    let wasThere = try write(cause: "remove") { transaction in
      guard transaction.delete(reference.id, from: table) else { return false }
      try release(reference)
      return true
    }
    if !wasThere { throw SimulationError.gone(kind: M.kindName) }
  }

  /// Removes the object of the same identity; throws when it is gone.
  @inlinable
  public func remove<M: Model>(_ object: M) throws { try remove(Reference(to: object)) }

  @usableFromInline
  func release<M: Model>(_ reference: Reference<M>) throws {
    guard let objects = try? objects(M.self) else { return }
    try relations.release(objects.number(of: reference.id), ofKind: objects.place)
  }

  // MARK: Chance

  /// Draws from the session's generator, which is a model like all else.
  ///
  ///     let damage = try world.draw { Int.random(in: 5...30, using: &$0) }
  public func draw<Result>(_ body: (inout Generator) throws -> Result) throws -> Result {
    let table = table(of: Generator.self)
    var generator = table[0] ?? Generator(seed: 1)
    let result = try body(&generator)
    try write(cause: "draw") { $0.save(generator, in: table) }
    return result
  }

  /// A number that no object of the type had before.
  public func nextNumber<M: Model>(of type: M.Type) throws -> Int {
    guard let place = schemas.place(of: type) else { throw SimulationError.unknownKind("\(M.self)") }
    return try draw { $0.nextNumber(ofKind: place, above: 0) }
  }
}
