/// The layout of one field of a row.
public struct Column: Sendable {
  /// The alignment of a field within its width.
  public enum Alignment: Sendable {
    /// The field begins at the left.
    case leading
    /// The field ends at the right, as is usual for numbers.
    case trailing
  }

  /// The field's name, as in `why map/units 1.status`.
  public var name: String
  /// The minimum width of the field in a full row, in terminal columns.
  public var width: Int
  /// The number of spaces after the field. A field that is wider than `width` takes space from the gap, down to one
  /// space. A field that contains a space takes none, so that its end stays visible.
  public var gap: Int
  /// The alignment of the field within its width.
  public var alignment: Alignment
  /// The text after the field. In a changed field, it appears only after the new text: `100→80 hp`.
  public var unit: StaticString
  /// A Boolean value that indicates whether the field is shown to identify a row that moved.
  public var identifies: Bool

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - name: the field's name, as in `why map/units 1.status`.
  ///   - width: the minimum width of the field in a full row, in terminal columns.
  ///   - gap: the number of spaces after the field.
  ///   - alignment: the alignment of the field within its width.
  ///   - unit: the text after the field, such as ` hp`.
  ///   - identifies: whether the field identifies a row that moved.
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

/// The columns of a list or of a single row.
public struct Columns: Sendable, ExpressibleByArrayLiteral {
  /// The columns from left to right.
  public let columns: [Column]
  /// An upper bound for the number of bytes of a row's padding, gaps, units and arrows.
  package let slack: Int
  /// A Boolean value that indicates whether any column identifies a row. If none does, all fields of a moved row are
  /// shown.
  let identify: Bool

  /// Creates columns, from left to right.
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

  /// A single field of any width, as in a title.
  public static let single: Columns = [Column("text")]
}
