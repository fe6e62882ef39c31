/// A set of a store's tables, by number; there are few.
@usableFromInline
struct TableSet: Equatable {
  @usableFromInline private(set) var numbers: ContiguousArray<Int32> = []

  @inlinable
  init() {}

  @usableFromInline
  init(_ numbers: some Sequence<Int32>) {
    for number in numbers { insert(number) }
  }

  @usableFromInline var isEmpty: Bool { numbers.isEmpty }

  @usableFromInline
  func contains(_ table: Int32) -> Bool { numbers.contains(table) }

  @usableFromInline
  mutating func insert(_ table: Int32) {
    if !numbers.contains(table) { numbers.append(table) }
  }

  @usableFromInline
  mutating func formUnion(_ other: TableSet) {
    for number in other.numbers { insert(number) }
  }
}

/// Tables in an order. The first stands beside the others: most transactions touch no other.
struct TableList {
  private var first: Int32 = -1
  private var others: ContiguousArray<Int32> = []

  var count: Int { first < 0 ? 0 : others.count &+ 1 }

  subscript(index: Int) -> Int32 { index == 0 ? first : others[index &- 1] }

  mutating func append(_ table: Int32) {
    if first < 0 { first = table } else { others.append(table) }
  }

  mutating func removeAll() {
    first = -1
    if !others.isEmpty { others = [] }
  }
}
