public import AutoUpdate
public import CommandLanguage
public import Journaling
public import TextViews

/// The operations of commits, rows and views for a kind: closures created in the module that declares the model, so
/// that the compiler specializes them. Unspecialized generic code would look up the type's operations at each call.
public struct TypedOperations<Object: Model>: Sendable {
  @usableFromInline let makeObjects:
    @Sendable (Schema<Object>, _ kindIndex: Int, Simulation) -> Objects<Object>
  /// A closure that returns the numbers of all objects in ascending order.
  @usableFromInline let numbers: @Sendable (Table<Object>, ObjectNumbers<Object>) -> [Int]
  /// A closure that returns all objects in the order of their numbers.
  @usableFromInline let all: @Sendable (Table<Object>, ObjectNumbers<Object>) -> [Object]
  @usableFromInline let chosen: @Sendable (Table<Object>, ObjectNumbers<Object>, _ numbers: [Int]) -> [Object]
  @usableFromInline let contains: @Sendable (Table<Object>, Object.ID) -> Bool
  /// A closure that calls `notify` with each change of a table, before observers are called.
  @usableFromInline let follow:
    @Sendable (Table<Object>, _ notify: @escaping (Object?, Object?) -> Void) -> TableFollower<Object>
  @usableFromInline let followObjects: @Sendable (Objects<Object>) -> TableFollower<Object>
  @usableFromInline let check: @Sendable (Objects<Object>) throws -> Void
  @usableFromInline let breaches: @Sendable (Objects<Object>, _ all: [Object]) -> [SimulationError]
  /// A closure that calls `body` with each object that the open transaction changed, as it was before and as it is now.
  @usableFromInline let forEachOpenChange:
    @Sendable (Table<Object>, _ body: (Object?, Object?) throws -> Void) throws -> Void
  @usableFromInline let evaluateAll: @Sendable (Objects<Object>, ObjectRuleTest<Object>) throws -> Void
  @usableFromInline let evaluateChanged:
    @Sendable (Objects<Object>, ContiguousArray<GroupedTest<Object>>, _ hasBreaches: Bool, Simulation) throws
      -> Void
  /// A closure that returns the function that determines whether a changed object violates a rule.
  @usableFromInline let findsViolation:
    @Sendable (ObjectRuleTest<Object>) -> (_ world: Simulation, _ before: Object, _ after: Object) throws ->
      Bool
  @usableFromInline let hash:
    @Sendable (Object, Schema<Object>, _ isNameless: Bool, _ hasher: inout ValueHasher) -> Void
  /// A closure that replaces an object in a digest, field by field; `nil` means that the object does not exist.
  @usableFromInline let digest:
    @Sendable (Object?, Object?, Schema<Object>, FieldDigests, inout StateDigest) -> Void
  /// A closure that writes the stored fields of an object with the values that `value` returns for their names. A field
  /// without a value is unchanged. If a field cannot have its value, `isLeftOut` decides whether to skip it.
  ///
  /// It returns the index of the first field that could be neither written nor skipped; `nil` if there is none.
  @usableFromInline let write:
    @Sendable (
      inout Object, Schema<Object>, _ value: (String) -> Value?, _ isLeftOut: (String) -> Bool
    ) -> Int?
  /// A closure that writes the fields of a change, as they are after the change, or before it if `isInverted` is true.
  ///
  /// It returns `false` if the object must be created again, because a field is not stored, or affects the name or
  /// another field.
  @usableFromInline let update:
    @Sendable (inout Object, Schema<Object>, JournalChange, _ isInverted: Bool) -> Bool
  /// A closure that calls `body` with each change in steps of the history after which an object may refer to other
  /// memory.
  @usableFromInline let forEachResizing:
    @Sendable (Table<Object>, Schema<Object>, Range<Int>, _ body: (_ step: Int, Object?, Object?) -> Void) ->
      Void
  @usableFromInline let makeJournalKind: @Sendable (JournalParts<Object>) -> JournalKind
  /// A closure that returns a change of an object for an event; `nil` for a change of another kind. `named` replaces
  /// references in values with names.
  @usableFromInline let describe:
    @Sendable (Schema<Object>, any AnyChange, _ named: (Value) -> Value) -> CommittedTransaction.Change?
  @usableFromInline let move: @Sendable (ObjectCursor<Object>, _ number: Int) -> Bool
  @usableFromInline let read: @Sendable (ObjectCursor<Object>, _ fieldIndex: Int) -> Value
  @usableFromInline let makeQuery:
    @Sendable (Table<Object>, @escaping (Object) -> Bool, @escaping (Object, Object) -> Bool) -> LiveQuery<
      Object
    >
  @usableFromInline let makeSelected:
    @Sendable (
      Table<Object>, ObjectNumbers<Object>, ObjectTest<Object>, _ limit: @escaping () -> Int?,
      RowFailures<Object>
    ) -> LiveQuery<Object>
  @usableFromInline let makeList:
    @Sendable (ViewPath, @escaping () -> LiveQuery<Object>, Int, Console, @escaping () -> Cell<Object>) ->
      ListView<Object>

  /// Creates the operations of the model, for a ``Schema``.
  @inlinable
  public init() {
    makeObjects = { Objects($0, kindIndex: $1, in: $2) }
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
      // Rows are mostly in the order of creation, like numbers.
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
    chosen = { table, all, numbers in
      var chosen: [Object] = []
      chosen.reserveCapacity(numbers.count)
      for number in numbers {
        if let id = all.id(of: number), let object = table.unnoted(id) { chosen.append(object) }
      }
      return chosen
    }
    contains = { table, id in table.unnoted(id) != nil }
    follow = { table, notify in
      TableFollower(table) { changes in
        for index in changes.indices { notify(changes[index].before, changes[index].after) }
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
    breaches = { $0.breaches(of: $1) }
    forEachOpenChange = { table, body in try table.forEachOpenChange(body) }
    evaluateAll = { objects, test in
      let simulation = objects.simulation
      try objects.table.forEachUnnoted { try test.evaluate($1, in: simulation) }
    }
    evaluateChanged = { objects, tests, hasBreaches, simulation in
      try objects.table.forEachOpenChange { before, after in
        if let before, let after {
          for index in tests.indices {
            if tests.span[index].comparesFields, tests.span[index].test.isUnaffected(before, after) {
              continue
            }
            do {
              let isFound = try tests.span[index].finds(simulation, before, after)
              if isFound || hasBreaches || tests.span[index].mayReadMore && simulation.hasReadMore {
                try tests.span[index].test.conclude(after.id, isFound: isFound)
              }
            } catch {
              try tests.span[index].test.conclude(after.id, error)
            }
          }
        } else if let after {
          for index in tests.indices { try tests.span[index].test.evaluate(after, in: simulation) }
        } else if let before, hasBreaches {
          for index in tests.indices { tests.span[index].test.noteRemoval(of: before) }
        }
      }
    }
    findsViolation = { test in
      let foundValue = test.foundValue
      switch test.condition {
      case .object(let holds): return { world, _, after in try holds(world, after) == foundValue }
      case .change(let holds): return { _, before, after in try holds(before, after) == foundValue }
      case .selection(let selection, _): return { _, _, after in try selection.matches(after) == foundValue }
      }
    }
    hash = { object, schema, isNameless, hasher in
      for fieldIndex in schema.stored where !(isNameless && fieldIndex == schema.nameIndex) {
        hasher.append(schema.fields[fieldIndex].name)
        hasher.append(schema.fields[fieldIndex].read(object))
      }
    }
    digest = { before, after, schema, digests, digest in
      guard let object = after ?? before else { return }
      let id = object.id.fieldValue
      guard let before, let after else {
        let isThere = after != nil
        digests.note(id, isThere: isThere, in: &digest)
        for (index, fieldIndex) in schema.stored.enumerated() {
          let value = schema.fields[fieldIndex].read(object)
          digests.note(index, of: id, isThere ? nil : value, isThere ? value : nil, in: &digest)
        }
        return
      }
      for (index, fieldIndex) in schema.stored.enumerated()
      where !schema.fields[fieldIndex].isSame(before, after) {
        digests.note(
          index, of: id, schema.fields[fieldIndex].read(before), schema.fields[fieldIndex].read(after),
          in: &digest)
      }
    }
    write = { object, schema, value, isLeftOut in
      for fieldIndex in schema.stored {
        guard let write = schema.fields[fieldIndex].write, let value = value(schema.fields[fieldIndex].name)
        else {
          continue
        }
        if !write(&object, value), !isLeftOut(schema.fields[fieldIndex].name) { return fieldIndex }
      }
      return nil
    }
    update = { object, schema, change, isInverted in
      let old = object
      for field in change.fields {
        guard let value = isInverted ? field.before : field.after,
          let index = schema.stored.first(where: { schema.fields[$0].name == field.name }),
          index != schema.nameIndex, let write = schema.fields[index].write, write(&object, value)
        else { return false }
      }
      for index in schema.stored where !schema.fields[index].isSame(old, object) {
        let name = schema.fields[index].name
        if !change.fields.contains(where: { $0.name == name }) { return false }
      }
      return true
    }
    forEachResizing = { table, schema, steps, body in
      table.forEachChange(in: steps) { step, before, after in
        if let before, let after, schema.refersToSame(before, after) { return }
        body(step, before, after)
      }
    }
    makeJournalKind = { parts in
      JournalKind(
        parts.name, of: Object.self, formerly: parts.formerNames, identity: parts.identity, id: parts.id,
        fieldNames: parts.fieldNames, fields: parts.fields, differences: parts.differences,
        update: parts.update, make: parts.make)
    }
    describe = { schema, change, named in
      guard let change = change as? Change<Object> else { return nil }
      let (before, after) = (change.before, change.after)
      guard let object = after ?? before else { return nil }
      var action = CommittedTransaction.Change.Action.changed
      if case .none = before { action = .added }
      if case .none = after { action = .removed }
      var fields: [CommittedTransaction.Field] = []
      for index in schema.stored {
        if let before, let after, schema.fields[index].isSame(before, after) { continue }
        let field = schema.fields[index]
        fields.append(
          CommittedTransaction.Field(field.name, before.map(field.read), after.map(field.read), named))
      }
      return CommittedTransaction.Change(
        kind: schema.name, id: object.id.fieldValue, name: schema.nameOf?(object), action: action,
        fields: fields)
    }
    move = { cursor, number in
      cursor.object = cursor.objects.object(number)
      return cursor.object != nil
    }
    read = { cursor, fieldIndex in
      guard let object = cursor.object, cursor.schema.fields.indices.contains(fieldIndex) else {
        return .none
      }
      // Only the closures are read from the array, because a copy of the field would cost more than its value.
      if let compute = cursor.schema.fields[fieldIndex].compute {
        return compute(cursor.objects.simulation, object)
      }
      return cursor.schema.fields[fieldIndex].read(object)
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
