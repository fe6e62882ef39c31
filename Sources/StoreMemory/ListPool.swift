/// A list whose first element is stored inline, since most lists have only one element. Further elements are in a
/// ``ListPool``.
@usableFromInline
package struct PooledList<Element> {
  /// The first element, whose slot is always 0.
  @usableFromInline package var first: Element
  /// The slot of the second element, or -1.
  @usableFromInline package var next: Int32 = -1
  /// The slot of the last element.
  @usableFromInline var last: Int32 = 0

  @inlinable
  package init(_ first: Element) {
    self.first = first
  }
}

/// The further elements of many lists. They are linked by slot numbers, which are above 0 and are reused.
@usableFromInline
package struct ListPool<Element> {
  @usableFromInline
  package struct Node {
    @usableFromInline package var element: Element
    /// The slot of the next element, or -1.
    @usableFromInline package var next: Int32
    @usableFromInline var previous: Int32

    @inlinable
    init(_ element: Element, next: Int32, previous: Int32) {
      self.element = element
      self.next = next
      self.previous = previous
    }
  }

  /// The nodes. The node of slot 1 is at index 0.
  @usableFromInline package var nodes: ContiguousArray<Node> = []
  @usableFromInline var firstFree: Int32 = -1

  @inlinable
  package init() {}

  @inlinable
  package static func index(_ position: Int32) -> Int { Int(position) &- 1 }

  /// Adds an element at the end of a list.
  ///
  /// - Returns: its slot.
  @inlinable
  package mutating func append(_ element: Element, to list: inout PooledList<Element>) -> Int32 {
    let node = Node(element, next: -1, previous: list.last)
    var position = firstFree
    if position > 0 {
      firstFree = nodes[Self.index(position)].next
      nodes[Self.index(position)] = node
    } else {
      nodes.append(node)
      position = Int32(truncatingIfNeeded: nodes.count)
    }
    link(list.last, to: position, in: &list)
    list.last = position
    return position
  }

  /// Removes an element from its list.
  ///
  /// - Parameter vacant: a value for the slot until it is reused.
  @inlinable
  package mutating func remove(
    _ position: Int32, from list: inout PooledList<Element>, leaving vacant: Element
  ) {
    let (previous, next) = (nodes[Self.index(position)].previous, nodes[Self.index(position)].next)
    link(previous, to: next, in: &list)
    if next > 0 { nodes[Self.index(next)].previous = previous } else { list.last = previous }
    nodes[Self.index(position)] = Node(vacant, next: firstFree, previous: 0)
    firstFree = position
  }

  @inlinable
  mutating func link(_ position: Int32, to next: Int32, in list: inout PooledList<Element>) {
    if position == 0 { list.next = next } else { nodes[Self.index(position)].next = next }
  }
}
