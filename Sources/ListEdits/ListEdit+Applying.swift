extension Array {
  /// Returns the list after some edits. The list has no sections.
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

  /// Returns the list after some edits. Its elements are the rows of the edits. The list has no sections.
  @inlinable
  public func applying(_ edits: [ListEdit<Element>]) -> [Element]? {
    guard let sections = [self].applyingSections(edits), sections.count == 1 else { return nil }
    return sections[0]
  }

  /// Returns the sections after some edits. Their elements are the rows of the edits.
  @inlinable
  public func applyingSections<Row>(_ edits: [ListEdit<Row>]) -> [[Row]]? where Element == [Row] {
    var sections = self
    for edit in edits {
      switch edit {
      case .insert(let row, let position):
        guard sections.insert(row, at: position) else { return nil }
      case .update(let position):
        guard sections.has(position) else { return nil }
      default:
        guard sections.rearrange(edit) else { return nil }
      }
    }
    return sections
  }

  /// Returns the sections after some edits.
  ///
  /// - Parameter element: returns the element at a position of the new list, for insertions and updates.
  @inlinable
  public func applyingSections<Row, Cell>(
    _ edits: [ListEdit<Row>], _ element: (ListPosition) throws -> Cell
  ) rethrows -> [[Cell]]? where Element == [Cell] {
    var sections = self
    for edit in edits {
      switch edit {
      case .insert(_, let position):
        guard sections.insert(try element(position), at: position) else { return nil }
      case .update(let position):
        guard sections.has(position) else { return nil }
        sections[position.section][position.row] = try element(position)
      default:
        guard sections.rearrange(edit) else { return nil }
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

  /// Applies an edit that needs no new element.
  @inlinable
  mutating func rearrange<Row, Cell>(_ edit: ListEdit<Row>) -> Bool where Element == [Cell] {
    switch edit {
    case .remove(_, let position):
      return remove(at: position) != nil
    case .move(let from, let to):
      guard let cell = remove(at: from) else { return false }
      return insert(cell, at: to)
    case .sectionInserted(let section):
      guard (0...count).contains(section) else { return false }
      insert([], at: section)
    case .sectionRemoved(let section):
      guard indices.contains(section), self[section].isEmpty else { return false }
      remove(at: section)
    case .insert, .update:
      return false
    }
    return true
  }
}
