/// The combination of many values, which is updated when single values change.
///
/// It is a binary tree in an array. Each node contains the combination of its two children.
///
/// - Complexity: a change takes O(log n) combinations. The memory is up to four times that of the values.
@usableFromInline
package struct CombiningTree<Value> {
  /// The nodes. The root is at index 1, and the values begin at `capacity`.
  @usableFromInline var nodes: ContiguousArray<Value?> = [nil, nil]
  @usableFromInline var capacity = 1
  /// The index of each row's value.
  @usableFromInline var slots: [Int32: Int] = [:]
  @usableFromInline var freeSlots: ContiguousArray<Int> = []
  @usableFromInline let combine: (Value, Value) -> Value

  @inlinable
  package init(_ combine: @escaping (Value, Value) -> Value) {
    self.combine = combine
  }

  /// The combination of all values; `nil` if there are none.
  @inlinable package var total: Value? { nodes[1] }

  @inlinable
  package mutating func fill(_ values: [(row: Int32, value: Value)]) {
    slots.removeAll(keepingCapacity: true)
    freeSlots.removeAll(keepingCapacity: true)
    capacity = 1
    while capacity < values.count { capacity *= 2 }
    nodes = ContiguousArray(repeating: nil, count: 2 * capacity)
    for (slot, entry) in values.enumerated() {
      slots[entry.row] = slot
      nodes[capacity + slot] = entry.value
    }
    for node in (1..<capacity).reversed() { nodes[node] = combined(node) }
  }

  @inlinable
  package mutating func set(_ value: Value?, of row: Int32) {
    guard let slot = slots[row] ?? (value == nil ? nil : addSlot(for: row)) else { return }
    if value == nil {
      slots[row] = nil
      freeSlots.append(slot)
    }
    var node = capacity + slot
    nodes[node] = value
    while node > 1 {
      node /= 2
      nodes[node] = combined(node)
    }
  }

  @inlinable
  func combined(_ node: Int) -> Value? {
    guard let left = nodes[2 * node] else { return nodes[2 * node + 1] }
    guard let right = nodes[2 * node + 1] else { return left }
    return combine(left, right)
  }

  @inlinable
  mutating func addSlot(for row: Int32) -> Int {
    let slot = freeSlots.popLast() ?? slots.count
    slots[row] = slot
    if slot < capacity { return slot }
    let values = nodes[capacity...]
    nodes =
      ContiguousArray(repeating: nil, count: 2 * capacity) + values
      + ContiguousArray(repeating: nil, count: capacity)
    capacity *= 2
    for node in (1..<capacity).reversed() { nodes[node] = combined(node) }
    return slot
  }
}
