import AutoUpdate
import CommandLanguage

/// The objects of a kind by the values of some of their fields.
///
/// It follows each commit before those who read it do. What the open transaction wrote is added where somebody asks within it. Whoever asks
/// for values reads these alone: live queries, live values and rules ask again when an object comes to have them, or has them no more.
final class FieldIndex<M: Model> {
  /// The places of the fields in the schema, in ascending order.
  let places: [Int]
  private unowned let objects: Objects<M>
  private let fields: [Field<M>]
  /// The place of the kind that a field refers to, for each field that does.
  private let targets: [Int?]
  /// A Boolean value that indicates whether it is kept when the session begins anew.
  private let isLasting: Bool
  /// A Boolean value that indicates whether it has the objects; they are put into it again when somebody reads it after a reset.
  private(set) var isFilled = false
  /// The numbers of keys, for those that objects have or somebody read.
  private var slots: [[Value]: Int] = [:]
  /// By the number of a key: the numbers of the objects that have it, and whether the key was read.
  private var entries: [(numbers: Set<Int>, isRead: Bool)] = []
  private var freeSlots: [Int] = []
  private var follower: TableFollower<M>?
  /// The changes of the open transaction, while that is checked.
  private var checked: (check: UInt64, changes: OpenChanges)?

  /// The keys that objects get and lose in the open transaction.
  private struct OpenChanges {
    var removed: [[Value]: Set<Int>] = [:]
    var added: [[Value]: Set<Int>] = [:]
  }

  /// Makes the index of what is committed; `nil` if the values of a field cannot be looked up.
  init?(_ places: [Int], of objects: Objects<M>, isLasting: Bool) {
    self.places = places
    self.isLasting = isLasting
    self.objects = objects
    fields = places.map { objects.schema.fields[$0] }
    let schemas = objects.simulation.schemas
    targets = fields.map { field in field.referencedKind.flatMap { schemas.place(named: $0) } }
    for (field, target) in zip(fields, targets)
    where !Self.canIndex(field, target, isAlone: fields.count == 1) {
      return nil
    }
    let follower = objects.schema.operations.follow(objects.table) { [unowned self] before, after in
      note(before, after)
    }
    follower.setOpenKeys { [unowned self] in openSlots() }
    self.follower = follower
    if isLasting { fill() }
  }

  /// Puts the committed objects into it.
  private func fill() {
    isFilled = true
    objects.simulation.store.readCommitted {
      objects.table.forEachUnnoted { insert(keys(of: $1), objects.number(of: $1.id)) }
    }
  }

  /// Takes the objects out, whose numbers may become others; those that are kept have had theirs from the beginning.
  func reset() {
    checked = nil
    if isLasting { return }
    isFilled = false
    for slot in entries.indices { entries[slot].numbers = [] }
  }

  /// Returns a Boolean value that indicates whether a field has values that can be looked up: references, and what is equal exactly if
  /// it is the same.
  private static func canIndex(_ field: Field<M>, _ target: Int?, isAlone: Bool) -> Bool {
    if field.compute != nil { return false }
    if field.referencedKind != nil {
      if case .list = field.type { return isAlone && target != nil }
      return target != nil
    }
    var type = field.type
    if case .optional(let wrapped) = type { type = wrapped }
    switch type {
    case .truth, .number, .decimal, .duration, .text, .word: return true
    default: return false
    }
  }

  // MARK: Keys

  /// The keys of an object: one, or one for each reference of a list.
  private func keys(of object: M) -> [[Value]] {
    if fields.count == 1, case .list(let values) = fields[0].read(object) {
      return values.map { [Self.part(of: $0)] }
    }
    return [fields.map { Self.part(of: $0.read(object)) }]
  }

  /// The part of a key that stands for a field's value.
  private static func part(of value: Value) -> Value {
    if case .reference(_, let id) = value { return id }
    return value.evaluated?.canonical ?? .none
  }

  /// The key of values of expressions; `nil` if the fields cannot be equal to them exactly if they have this key.
  func key(of values: [Value]) -> [Value]? {
    var key: [Value] = []
    for (index, value) in values.enumerated() {
      // A list is equal to no object.
      if fields[index].type.isList { return nil }
      switch (value, targets[index]) {
      case (.object(let object), let target?):
        let kind = objects.simulation.objects[target]
        guard object.kind == objects.simulation.kindID(target), kind.contains(object.id),
          let id = kind.fieldID(of: object.id)
        else { return nil }
        key.append(id)
      case (.none, nil): key.append(.none)
      case (_, nil):
        guard value.hasType(of: fields[index].type) else { return nil }
        key.append(value.canonical)
      // A reference to an object that is gone is none, too.
      default: return nil
      }
    }
    return key
  }

  // MARK: Following

  private func note(_ before: M?, _ after: M?) {
    if !isFilled { return follower?.noteChangeOfAllKeys() ?? () }
    guard let id = (after ?? before)?.id else { return }
    let old = before.map(keys) ?? []
    let new = after.map(keys) ?? []
    if old == new { return }
    let number = objects.number(of: id)
    for key in old {
      guard let slot = slots[key] else { continue }
      follower?.noteChange(ofKey: slot)
      entries[slot].numbers.remove(number)
      if entries[slot].numbers.isEmpty, !entries[slot].isRead {
        slots[key] = nil
        freeSlots.append(slot)
      }
    }
    for slot in insert(new, number) { follower?.noteChange(ofKey: slot) }
  }

  @discardableResult
  private func insert(_ keys: [[Value]], _ number: Int) -> [Int] {
    keys.map { key in
      let slot = slot(of: key)
      entries[slot].numbers.insert(number)
      return slot
    }
  }

  /// The number of a key, which is made if need be.
  private func slot(of key: [Value]) -> Int {
    if let slot = slots[key] { return slot }
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = free
    } else {
      slot = entries.count
      entries.append((numbers: [], isRead: false))
    }
    slots[key] = slot
    return slot
  }

  // MARK: Reading

  /// The numbers of the objects that have a key; `nil` within an inner transaction, which does not know what the outer ones changed.
  func numbers(with key: [Value]) -> Set<Int>? {
    let store = objects.simulation.store
    follower?.catchUp()
    if !isFilled { fill() }
    var isOpen = false
    if store.openTransaction != nil, !store.readsCommitted {
      if store.hasInnerTransaction { return nil }
      isOpen = true
    }
    if store.isNotingReads {
      let slot = slot(of: key)
      entries[slot].isRead = true
      follower?.noteRead(ofKey: slot)
    }
    var numbers = slots[key].map { entries[$0].numbers } ?? []
    if isOpen {
      let changes = openChanges()
      if let removed = changes.removed[key] { numbers.subtract(removed) }
      if let added = changes.added[key] { numbers.formUnion(added) }
    }
    return numbers
  }

  private func openChanges() -> OpenChanges {
    let check = objects.simulation.runningCheck
    if let check, let checked, checked.check == check { return checked.changes }
    var changes = OpenChanges()
    try? objects.schema.operations.forEachOpenChange(objects.table) { before, after in
      guard let id = (after ?? before)?.id else { return }
      let old = before.map(keys) ?? []
      let new = after.map(keys) ?? []
      if old == new { return }
      let number = objects.number(of: id)
      for key in old where !new.contains(key) { changes.removed[key, default: []].insert(number) }
      for key in new where !old.contains(key) { changes.added[key, default: []].insert(number) }
    }
    checked = check.map { ($0, changes) }
    return changes
  }

  /// The numbers of the keys that the open transaction gives to objects, or takes from them, as far as somebody read them.
  private func openSlots() -> Set<Int> {
    if !isFilled { return Set(entries.indices) }
    let changes = openChanges()
    var open: Set<Int> = []
    for key in changes.removed.keys { if let slot = slots[key] { open.insert(slot) } }
    for key in changes.added.keys { if let slot = slots[key] { open.insert(slot) } }
    return open
  }
}

extension Value {
  /// Returns a Boolean value that indicates whether a value of an expression can be compared with the values of a field of a type.
  fileprivate func hasType(of type: ValueType) -> Bool {
    switch (self, type) {
    case (_, .optional(let wrapped)): hasType(of: wrapped)
    case (.truth, .truth), (.number, .number), (.number, .decimal), (.decimal, .number), (.decimal, .decimal),
      (.duration, .duration), (.text, .text), (.text, .word):
      true
    default: false
    }
  }
}
