/// A position in a list: the section and the row within it.
///
/// In a list without sections, `section` is 0 and `row` is the index.
@frozen
public struct ListPosition: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
  /// The section's index, from 0.
  public var section: Int
  /// The row's index within the section, from 0.
  public var row: Int

  /// Creates the position of a row in a section.
  @inlinable
  public init(section: Int = 0, row: Int) {
    self.section = section
    self.row = row
  }

  /// Creates the position of a row in a list without sections.
  @inlinable
  public init(integerLiteral row: Int) {
    self.init(row: row)
  }

  /// Orders positions by section, and within a section by row.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }
}

/// A change of a list.
///
/// Applying the edits of a transaction to the old list, one after another, results in the new list. Their order makes
/// it possible to use most positions without applying anything:
/// 1. removals, the last row first: positions in the old list;
/// 2. new sections, the first one first;
/// 3. moves: positions in the list at that point;
/// 4. removed sections, the last one first, which are empty at that point;
/// 5. insertions, the first row first: positions in the new list;
/// 6. updates: positions in the new list of rows that were in the old list and whose model changed, whether they moved
///    or not.
///
/// The number of moves is minimal: only rows outside a longest sequence that keeps its order move. A row that changes
/// its section always moves.
@frozen
public enum ListEdit<Row> {
  /// The row is removed.
  case remove(Row, at: ListPosition)
  /// An empty section is inserted before the section with this index.
  case sectionInserted(at: Int)
  /// The row is removed at `from` and inserted at `to`, which is its position after the removal.
  case move(from: ListPosition, to: ListPosition)
  /// The section with this index, which is empty, is removed.
  case sectionRemoved(at: Int)
  /// The row is inserted at this position.
  case insert(Row, at: ListPosition)
  /// The model of the row at this position changed.
  case update(at: ListPosition)
}

extension ListEdit: Equatable where Row: Equatable {}
extension ListEdit: Hashable where Row: Hashable {}
extension ListEdit: Sendable where Row: Sendable {}

extension ListEdit {
  /// Returns the edit for a list of other elements; `nil` if `transform` returns `nil` for the edit's row.
  @inlinable
  package func compactMap<Other>(_ transform: (Row) -> Other?) -> ListEdit<Other>? {
    switch self {
    case .remove(let row, let position): transform(row).map { .remove($0, at: position) }
    case .insert(let row, let position): transform(row).map { .insert($0, at: position) }
    case .sectionInserted(let section): .sectionInserted(at: section)
    case .move(let from, let to): .move(from: from, to: to)
    case .sectionRemoved(let section): .sectionRemoved(at: section)
    case .update(let position): .update(at: position)
    }
  }

  /// Returns the edit for a list of other elements.
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
