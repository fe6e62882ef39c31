public import AutoUpdate

/// Whether a screen is open, and which of its rows are visible.
public struct ScreenState: Storable {
  public enum Name: String, CaseIterable, Sendable {
    case map, chat
  }

  public let id: Name
  public var isOpen: Bool
  /// The first visible row, from 0; `nil` shows the last ones.
  public var firstRow: Int?
  /// How many rows are visible.
  public var height: Int

  public static let usualHeight = 20

  public init(id: Name, isOpen: Bool, firstRow: Int? = 0, height: Int = usualHeight) {
    self.id = id
    self.isOpen = isOpen
    self.firstRow = firstRow
    self.height = height
  }
}
