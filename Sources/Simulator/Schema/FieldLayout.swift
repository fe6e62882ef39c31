/// The layout of a field in a row of a list, unless a view sets its own.
public struct FieldLayout: Sendable, Equatable {
  /// The minimum width in terminal columns.
  public var width: Int
  /// The number of spaces after the field.
  public var gap = 2
  /// A Boolean value that indicates whether the field is aligned to the right of its column, as numbers are.
  public var isTrailing = false
  /// The text that follows the value: ` hp`.
  public var unit: StaticString = ""
  /// A Boolean value that indicates whether rows leave the field out.
  public var isHidden = false

  /// Returns the layout of a left-aligned field.
  public static func leading(_ width: Int = 0, gap: Int = 2, unit: StaticString = "") -> FieldLayout {
    FieldLayout(width: width, gap: gap, unit: unit)
  }

  /// Returns the layout of a right-aligned field, for numbers.
  public static func trailing(_ width: Int, gap: Int = 2, unit: StaticString = "") -> FieldLayout {
    FieldLayout(width: width, gap: gap, isTrailing: true, unit: unit)
  }

  /// The layout of a field that rows do not show.
  public static let hidden = FieldLayout(width: 0, isHidden: true)

  public static func == (left: FieldLayout, right: FieldLayout) -> Bool {
    left.width == right.width && left.gap == right.gap && left.isTrailing == right.isTrailing
      && left.isHidden == right.isHidden
      && left.unit.description == right.unit.description
  }
}
