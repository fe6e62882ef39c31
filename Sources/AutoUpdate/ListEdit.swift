/// A place in a list: the section and the row within it.
///
/// In a list without sections, `section` is 0 and `row` is the index.
@frozen
public struct ListPosition: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
  public var section: Int
  public var row: Int

  @inlinable
  public init(section: Int = 0, row: Int) {
    self.section = section
    self.row = row
  }

  @inlinable
  public init(integerLiteral row: Int) {
    self.init(row: row)
  }

  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }
}

/// One step of what happened to a list.
///
/// The edits of a transaction, applied one after the other to the old list, give the new one. They
/// come in this order, so that most positions can be used without applying anything:
/// 1. removals, the last one first: positions in the old list;
/// 2. new sections, the first one first;
/// 3. moves: positions in the list as it then stands;
/// 4. sections that are gone, the last one first (they are empty by now);
/// 5. insertions, the first one first: positions in the new list;
/// 6. updates: positions in the new list, of rows that were in the old one and whose model changed,
///    moved or not.
///
/// There are as few moves as can be: only rows outside a longest sequence that kept its order move. A
/// row that changes its section always moves.
@frozen
public enum ListEdit<Row> {
  case remove(Row, at: ListPosition)
  case sectionInserted(at: Int)
  /// The row is taken out at `from`; `to` is its position once it is out.
  case move(from: ListPosition, to: ListPosition)
  case sectionRemoved(at: Int)
  case insert(Row, at: ListPosition)
  case update(at: ListPosition)
}

extension ListEdit: Equatable where Row: Equatable {}
extension ListEdit: Hashable where Row: Hashable {}
extension ListEdit: Sendable where Row: Sendable {}

extension ListEdit {
  /// The same edit of a list of something else.
  @inlinable
  public func map<Other>(_ transform: (Row) -> Other) -> ListEdit<Other> {
    switch self {
    case .remove(let row, let position): .remove(transform(row), at: position)
    case .sectionInserted(let section): .sectionInserted(at: section)
    case .move(let from, let to): .move(from: from, to: to)
    case .sectionRemoved(let section): .sectionRemoved(at: section)
    case .insert(let row, let position): .insert(transform(row), at: position)
    case .update(let position): .update(at: position)
    }
  }
}

extension Array {
  /// The list that edits make of this one, which has no sections.
  ///
  /// - Parameters:
  ///   - edits: in their order.
  ///   - element: what stands at a position of the new list; asked for insertions and updates.
  /// - Returns: `nil` when the edits do not fit this list.
  /// - Complexity: O(edits × count).
  @inlinable
  public func applying<Row>(
    _ edits: [ListEdit<Row>], _ element: (ListPosition) throws -> Element
  ) rethrows -> [Element]? {
    guard let sections = try [self].applyingSections(edits, element), sections.count == 1 else { return nil }
    return sections[0]
  }

  /// The list that edits make of this one, a list of the rows themselves without sections.
  @inlinable
  public func applying(_ edits: [ListEdit<Element>]) -> [Element]? {
    guard let sections = [self].applyingSections(edits), sections.count == 1 else { return nil }
    return sections[0]
  }

  /// The sections that edits make of this list of sections of the rows themselves.
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

  /// The sections that edits make of this list of sections.
  ///
  /// - Parameter element: what stands at a position of the new list; asked for insertions and updates.
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
