/// The layout of one field of a row.
public struct Column: Sendable {
  /// On which side of its width a field stands.
  public enum Alignment: Sendable {
    /// The field begins at the left of its width.
    case leading
    /// The field ends at the right of its width, as numbers do.
    case trailing
  }

  /// The field's name, as in `why map/units 1.status`.
  public var name: String
  /// The least number of terminal columns that the field takes in a full row.
  public var width: Int
  /// Spaces behind the field; a field wider than `width` borrows from them down to one.
  public var gap: Int
  /// On which side of its width the field stands.
  public var alignment: Alignment
  /// Follows the text, and in a changed field the new text alone: `100→80 hp`.
  public var unit: StaticString
  /// A Boolean value that indicates whether the field identifies a row that moved.
  public var identifies: Bool

  /// A column of a row.
  ///
  /// - Parameters:
  ///   - name: the field's name, as in `why map/units 1.status`.
  ///   - width: the least number of terminal columns that the field takes in a full row.
  ///   - gap: the spaces behind the field.
  ///   - alignment: on which side of its width the field stands.
  ///   - unit: follows the text: ` hp`.
  ///   - identifies: whether the field is shown to say which row moved.
  public init(
    _ name: String, width: Int = 0, gap: Int = 2, alignment: Alignment = .leading,
    unit: StaticString = "", identifies: Bool = false
  ) {
    self.name = name
    self.width = width
    self.gap = gap
    self.alignment = alignment
    self.unit = unit
    self.identifies = identifies
  }
}

/// The columns of a list or of a single view, in their order.
public struct Columns: Sendable, ExpressibleByArrayLiteral {
  /// From the left.
  public let columns: [Column]
  /// More bytes than a row takes for padding, gaps, units and arrows.
  package let slack: Int
  /// A Boolean value that indicates whether any column identifies a row; if none does, a moved row shows all its
  /// fields.
  let identify: Bool

  /// Columns from the left to the right.
  public init(_ columns: [Column]) {
    self.columns = columns
    slack = columns.reduce(0) {
      $0 + max(0, $1.width) + max(0, $1.gap) + $1.unit.utf8CodeUnitCount + 4
    }
    identify = columns.contains { $0.identifies }
  }

  public init(arrayLiteral columns: Column...) {
    self.init(columns)
  }

  /// One field of any width, as in a title.
  public static let single: Columns = [Column("text")]
}
