extension Array {
  /// Returns the list after applying edits. The list has no sections.
  ///
  /// - Parameters:
  ///   - edits: the edits, in order.
  ///   - element: returns the element at a position of the new list, for insertions and updates.
  /// - Returns: `nil` if the edits do not fit this list.
  /// - Complexity: O(edits × count).
  @inlinable
  public func applying<Row>(
    _ edits: [ListEdit<Row>], _ element: (ListPosition) throws -> Element
  ) rethrows -> [Element]? {
    guard let sections = try [self].applyingSections(edits, element), sections.count == 1 else { return nil }
    return sections[0]
  }

  /// Returns the list after applying edits whose rows are elements of the list. The list has no sections.
  ///
  /// The rows of removals are not compared with the elements, and updates change nothing.
  ///
  /// - Returns: `nil` if the positions of the edits do not fit this list.
  @inlinable
  public func applying(_ edits: [ListEdit<Element>]) -> [Element]? {
    guard let sections = [self].applyingSections(edits), sections.count == 1 else { return nil }
    return sections[0]
  }

  /// Returns the sections after applying edits whose rows are elements of the sections; `nil` if the positions of the
  /// edits do not fit the sections.
  @inlinable
  public func applyingSections<Row>(_ edits: [ListEdit<Row>]) -> [[Row]]? where Element == [Row] {
    applyingSections(edits) { row, _ in row }
  }

  /// Returns the sections after applying edits; `nil` if the positions of the edits do not fit the sections.
  ///
  /// - Parameter element: returns the element at a position of the new list, for insertions and updates.
  @inlinable
  public func applyingSections<Row, Cell>(
    _ edits: [ListEdit<Row>], _ element: (ListPosition) throws -> Cell
  ) rethrows -> [[Cell]]? where Element == [Cell] {
    try applyingSections(edits) { _, position in try element(position) }
  }

  /// - Parameter cell: returns the cell for an inserted row, or for an update, which has no row. For an insertion,
  ///   `nil` means that the edits do not fit. For an update, `nil` leaves the old cell in place.
  @inlinable
  func applyingSections<Row, Cell>(
    _ edits: [ListEdit<Row>], _ cell: (Row?, ListPosition) throws -> Cell?
  ) rethrows -> [[Cell]]? where Element == [Cell] {
    var sections = self
    for edit in edits {
      switch edit {
      case .insert(let row, let position):
        guard let new = try cell(row, position), sections.insert(new, at: position) else { return nil }
      case .remove(_, let position):
        guard sections.remove(at: position) != nil else { return nil }
      case .move(let from, let to):
        guard let moved = sections.remove(at: from), sections.insert(moved, at: to) else { return nil }
      case .update(let position):
        guard sections.has(position) else { return nil }
        if let new = try cell(nil, position) { sections[position.section][position.row] = new }
      case .sectionInserted(let section):
        guard (0...sections.count).contains(section) else { return nil }
        sections.insert([], at: section)
      case .sectionRemoved(let section):
        guard sections.indices.contains(section), sections[section].isEmpty else { return nil }
        sections.remove(at: section)
      }
    }
    return sections
  }

  @inlinable
  func has<Cell>(_ position: ListPosition) -> Bool where Element == [Cell] {
    indices.contains(position.section) && self[position.section].indices.contains(position.row)
  }

  @inlinable
  mutating func insert<Cell>(_ cell: Cell, at position: ListPosition) -> Bool where Element == [Cell] {
    guard indices.contains(position.section), (0...self[position.section].count).contains(position.row)
    else { return false }
    self[position.section].insert(cell, at: position.row)
    return true
  }

  @inlinable
  mutating func remove<Cell>(at position: ListPosition) -> Cell? where Element == [Cell] {
    guard has(position) else { return nil }
    return self[position.section].remove(at: position.row)
  }
}
