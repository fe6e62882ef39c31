public import AutoUpdate
public import TextViews

/// The operations of commits, rows and views for every kind: closures that are made where the model's type is known,
/// so that the compiler specializes them. Generic closures would look up the type's operations at each call.
public struct TypedOperations<Object: Model>: Sendable {
  /// Makes what a session keeps of the kind.
  @usableFromInline let makeObjects: @Sendable (Schema<Object>, _ place: Int, Simulation) -> Objects<Object>
  /// The numbers of all objects, in their order.
  @usableFromInline let numbers: @Sendable (Table<Object>, ObjectNumbers<Object>) -> [Int]
  /// All objects, in the order of their numbers.
  @usableFromInline let all: @Sendable (Table<Object>, ObjectNumbers<Object>) -> [Object]
  /// Calls `tell` with each change of a table, before anybody observes it.
  @usableFromInline let follow:
    @Sendable (Table<Object>, _ tell: @escaping (Object?, Object?) -> Void) -> TableFollower<Object>
  /// Notes each change of a kind's objects that is about their names or what they hold.
  @usableFromInline let followObjects: @Sendable (Objects<Object>) -> TableFollower<Object>
  /// Checks what the open transaction changed.
  @usableFromInline let check: @Sendable (Objects<Object>) throws -> Void
  /// Calls a closure with each object that the open transaction changed, as it was before and as it is now.
  @usableFromInline let forEachOpenChange:
    @Sendable (Table<Object>, _ body: (Object?, Object?) throws -> Void) throws -> Void
  /// Evaluates a test for each object.
  @usableFromInline let evaluateAll: @Sendable (Objects<Object>, ObjectRuleTest<Object>) throws -> Void
  /// Evaluates tests of the kind for each object that the open transaction changed.
  @usableFromInline let evaluateChanged: @Sendable (Objects<Object>, ContiguousArray<RuleTest>) throws -> Void
  /// Hashes the stored fields of an object, all but its name where that is left out.
  @usableFromInline let hash:
    @Sendable (Object, Schema<Object>, _ isNameless: Bool, _ hasher: inout ValueHasher) -> Void
  /// Notes in a digest what an object was and is, field by field; `nil` is none.
  @usableFromInline let digest:
    @Sendable (Object?, Object?, Schema<Object>, FieldDigests, inout StateDigest) -> Void
  /// Writes the stored fields of an object by the values that `value` returns for their names; a field without a value stays as
  /// it is. Asks `isLeftOut` of a field that cannot have its value, and ends with the first of which that returns `false`.
  ///
  /// Returns the place of that field; `nil` where the object is written.
  @usableFromInline let write:
    @Sendable (
      inout Object, Schema<Object>, _ value: (String) -> Value?, _ isLeftOut: (String) -> Bool
    ) -> Int?
  /// Moves a cursor to the object of a number; returns `false` when it is gone.
  @usableFromInline let move: @Sendable (ObjectCursor<Object>, _ number: Int) -> Bool
  /// The value of a field of the object that a cursor stands on, by its place.
  @usableFromInline let read: @Sendable (ObjectCursor<Object>, _ place: Int) -> Value
  /// A live query in an order that is known at run time.
  @usableFromInline let makeQuery:
    @Sendable (Table<Object>, @escaping (Object) -> Bool, @escaping (Object, Object) -> Bool) -> LiveQuery<
      Object
    >
  /// A live query of what a selection chooses.
  @usableFromInline let makeSelected:
    @Sendable (
      Table<Object>, ObjectNumbers<Object>, ObjectTest<Object>, _ limit: @escaping () -> Int?,
      RowFailures<Object>
    ) -> LiveQuery<Object>
  /// A list view of a live query.
  @usableFromInline let makeList:
    @Sendable (ViewPath, @escaping () -> LiveQuery<Object>, Int, Console, @escaping () -> Cell<Object>) ->
      ListView<Object>

  /// The operations of the type, for a ``Schema``.
  @inlinable
  public init() {
    makeObjects = { Objects($0, place: $1, in: $2) }
    numbers = { table, numbers in
      var all: [Int] = []
      all.reserveCapacity(table.count)
      table.forEach { all.append(numbers.number(of: $1.id)) }
      all.sort()
      return all
    }
    all = { table, numbers in
      var all: [Object] = []
      all.reserveCapacity(table.count)
      // Rows are mostly in the order of making, as numbers are.
      var (last, isInOrder) = (Int.min, true)
      table.forEach { _, object in
        let number = numbers.number(of: object.id)
        if number < last { isInOrder = false }
        last = number
        all.append(object)
      }
      if !isInOrder { all.sort { numbers.number(of: $0.id) < numbers.number(of: $1.id) } }
      return all
    }
    follow = { table, tell in
      TableFollower(table) { changes in
        for index in changes.indices { tell(changes[index].before, changes[index].after) }
      }
    }
    followObjects = { objects in
      let hasSameName = objects.schema.hasSameName
      return TableFollower(objects.table) { [unowned objects] changes in
        for index in changes.indices {
          let change = changes[index]
          if hasSameName(change.before, change.after), objects.isAboutNamesAlone { continue }
          objects.note(change.before, change.after)
        }
      }
    }
    check = { try $0.checkOpenChanges() }
    forEachOpenChange = { table, body in try table.forEachOpenChange(body) }
    evaluateAll = { objects, test in try objects.table.forEachUnnoted { try test.evaluate($1) } }
    evaluateChanged = { objects, tests in
      try objects.table.forEachOpenChange { before, after in
        func forEachTest(_ body: (ObjectRuleTest<Object>) throws -> Void) rethrows {
          for index in 0..<tests.count {
            if let test = tests.span[index] as? ObjectRuleTest<Object> { try body(test) }
          }
        }
        if let before, let after {
          try forEachTest { try $0.evaluate(before, after) }
        } else if let after {
          try forEachTest { try $0.evaluate(after) }
        } else if let before {
          forEachTest { $0.noteRemoval(of: before) }
        }
      }
    }
    hash = { object, schema, isNameless, hasher in
      for place in schema.stored where !(isNameless && place == schema.namePlace) {
        hasher.append(schema.fields[place].name)
        hasher.append(schema.fields[place].read(object))
      }
    }
    digest = { before, after, schema, digests, digest in
      guard let object = after ?? before else { return }
      let id = object.id.fieldValue
      guard let before, let after else {
        let isThere = after != nil
        digests.note(id, isThere: isThere, in: &digest)
        for (index, place) in schema.stored.enumerated() {
          let value = schema.fields[place].read(object)
          digests.note(index, of: id, isThere ? nil : value, isThere ? value : nil, in: &digest)
        }
        return
      }
      for (index, place) in schema.stored.enumerated() where !schema.fields[place].isSame(before, after) {
        digests.note(
          index, of: id, schema.fields[place].read(before), schema.fields[place].read(after), in: &digest)
      }
    }
    write = { object, schema, value, isLeftOut in
      for place in schema.stored {
        guard let write = schema.fields[place].write, let value = value(schema.fields[place].name) else {
          continue
        }
        if !write(&object, value), !isLeftOut(schema.fields[place].name) { return place }
      }
      return nil
    }
    move = { cursor, number in
      cursor.object = cursor.objects.object(number)
      return cursor.object != nil
    }
    read = { cursor, place in
      guard let object = cursor.object, cursor.schema.fields.indices.contains(place) else { return .none }
      return cursor.schema.fields[place].value(of: object, in: cursor.objects.simulation)
    }
    makeQuery = { table, condition, isBefore in
      LiveQuery(table, where: condition, by: { $0 }, inOrder: isBefore)
    }
    makeSelected = { table, numbers, rows, limit, failures in
      LiveQuery(
        table, readers: KeyReaders(), where: { failures.isChosen($0, by: rows) }, limit: limit,
        by: { object in SelectionKey((try? rows.keys(object)) ?? [], number: numbers.number(of: object.id)) },
        inOrder: { left, right in
          let order = rows.order(left.keys, right.keys)
          return order == 0 ? left.number < right.number : order < 0
        })
    }
    makeList = { path, query, height, console, makeCell in
      ListView(path, of: query(), height: height, on: console, makeCell: makeCell)
    }
  }
}
