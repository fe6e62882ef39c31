import AutoUpdate
import CommandLanguage

/// An index of a kind's objects by the values of some of their fields.
///
/// It is updated at each commit, before its readers. Within an open transaction, a lookup merges that transaction's
/// changes. A lookup records a read of its key alone: live queries, live values and rules are reevaluated only when the
/// set of objects with that key changes.
final class FieldIndex<M: Model> {
  /// The indexes of the fields in the schema, in ascending order.
  let fieldIndices: [Int]
  private unowned let objects: Objects<M>
  private let types: [ValueType]
  private let reads: [@Sendable (M) -> Value]
  private let comparisons: [@Sendable (M, M) -> Bool]
  private let targets: [Int?]
  private let isReusable: Bool
  /// A Boolean value that indicates whether the index has its contents. After a reset, the next lookup fills it.
  private(set) var isFilled = false
  private var slots: [[Value]: Int] = [:]
  /// The numbers of the objects with each key, by slot, and whether the key was looked up.
  private var entries: [(numbers: Set<Int>, isRead: Bool)] = []
  private var freeSlots: [Int] = []
  private var follower: TableFollower<M>?
  private var checked: (check: UInt64, changes: OpenChanges)?

  /// The objects that lose and gain each key in the open transaction.
  private struct OpenChanges {
    var removed: [[Value]: Set<Int>] = [:]
    var added: [[Value]: Set<Int>] = [:]
  }

  init?(_ fieldIndices: [Int], of objects: Objects<M>, isReusable: Bool) {
    self.fieldIndices = fieldIndices
    self.isReusable = isReusable
    self.objects = objects
    let fields = fieldIndices.map { objects.schema.fields[$0] }
    (types, reads, comparisons) = (fields.map(\.type), fields.map(\.read), fields.map(\.isSame))
    let schemas = objects.simulation.schemas
    targets = fields.map { field in field.referencedKind.flatMap { schemas.index(named: $0) } }
    for (field, target) in zip(fields, targets)
    where !Self.canIndex(field, target, isAlone: fields.count == 1) {
      return nil
    }
    let follower = objects.schema.operations.follow(objects.table) { [unowned self] before, after in
      note(before, after)
    }
    follower.setOpenKeys { [unowned self] in openSlots() }
    self.follower = follower
    if isReusable { fill() }
  }

  /// Inserts the committed objects.
  private func fill() {
    isFilled = true
    objects.simulation.store.readCommitted {
      objects.table.forEachUnnoted { insert(keys(of: $1), objects.number(of: $1.id)) }
    }
  }

  /// Removes all objects, because their numbers may change. A lasting index keeps its objects, whose numbers have been
  /// the same since the session began.
  func reset() {
    checked = nil
    if isReusable { return }
    isFilled = false
    for slot in entries.indices { entries[slot].numbers = [] }
  }

  /// Returns a Boolean value that indicates whether a field's values can be indexed: references, and values that are
  /// equal only if they are identical.
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

  private func keys(of object: M) -> [[Value]] {
    if reads.count == 1, case .list(let values) = reads[0](object) {
      return values.map { [Self.part(of: $0)] }
    }
    return [reads.map { Self.part(of: $0(object)) }]
  }

  /// Returns the keys of an object before and after a change, and its number; `nil` if the keys are the same.
  private func keys(_ before: M?, _ after: M?) -> (old: [[Value]], new: [[Value]], number: Int)? {
    if let before, let after, comparisons.allSatisfy({ $0(before, after) }) { return nil }
    guard let id = (after ?? before)?.id else { return nil }
    let (old, new) = (before.map(keys) ?? [], after.map(keys) ?? [])
    return old == new ? nil : (old, new, objects.number(of: id))
  }

  private static func part(of value: Value) -> Value {
    if case .reference(_, let id) = value { return id }
    return value.evaluated?.canonical ?? .none
  }

  func key(of values: [Value]) -> [Value]? {
    var key: [Value] = []
    for (index, value) in values.enumerated() {
      // A list never equals an object.
      if types[index].isList { return nil }
      switch (value, targets[index]) {
      case (.object(let object), let target?):
        let kind = objects.simulation.objects[target]
        guard object.kind == objects.simulation.kindID(target), kind.contains(object.id),
          let id = kind.fieldID(of: object.id)
        else { return nil }
        key.append(id)
      case (.none, nil): key.append(.none)
      case (_, nil):
        guard value.hasType(of: types[index]) else { return nil }
        key.append(value.canonical)
      // A reference to a removed object also reads as none.
      default: return nil
      }
    }
    return key
  }

  // MARK: Following

  private func note(_ before: M?, _ after: M?) {
    if !isFilled { return follower?.noteChangeOfAllKeys() ?? () }
    guard let (old, new, number) = keys(before, after) else { return }
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

  /// Returns the numbers of the objects with a key; `nil` within an inner transaction, where the changes of the outer
  /// ones are not available.
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
      guard let (old, new, number) = keys(before, after) else { return }
      for key in old where !new.contains(key) { changes.removed[key, default: []].insert(number) }
      for key in new where !old.contains(key) { changes.added[key, default: []].insert(number) }
    }
    checked = check.map { ($0, changes) }
    return changes
  }

  /// Returns the slots of the keys that an object gains or loses in the open transaction.
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
