/// A numbering of types from 0, in the order in which they were added.
package struct TypeIndex {
  private var types: ContiguousArray<ObjectIdentifier> = []
  private var index = RowIndex()

  package init() {}

  package subscript(type: ObjectIdentifier) -> Int? {
    let hash = RowIndex.hash(type)
    var position = index.start(hash)
    while let next = index.next(hash, from: position) {
      if types[Int(next.row)] == type { return Int(next.row) }
      position = next.index
    }
    return nil
  }

  /// Assigns the next number to a type that has none.
  package mutating func append(_ type: ObjectIdentifier) {
    index.insert(Int32(truncatingIfNeeded: types.count), hash: RowIndex.hash(type))
    types.append(type)
  }

  package mutating func reserveCapacity(_ count: Int) { types.reserveCapacity(count) }
}
