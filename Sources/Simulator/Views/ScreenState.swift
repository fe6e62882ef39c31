/// The state of a screen, or of a list outside one, that commands can change.
public struct ScreenState: Model {
  /// The view's path.
  public let id: String
  /// A Boolean value that indicates whether the view is open.
  public var isOpen: Bool
  /// The number of the first visible row of its list, from 1; `nil` if the last rows are visible.
  public var first: Int?
  /// The number of visible rows.
  public var height: Int

  /// The default height, in rows.
  public static let usualHeight = 20

  /// Creates the initial state of a view.
  public init(id: String, isOpen: Bool, first: Int? = 1, height: Int = usualHeight) {
    self.id = id
    self.isOpen = isOpen
    self.first = first
    self.height = height
  }

  public static let schema = Schema<ScreenState>(
    "screen", plural: "screens", "the open screens and their visible rows", label: { $0.id },
    access: .commandsOnly(), restoring: Restoring { ScreenState(id: $0, isOpen: false) }
  ) {
    Field("name", \.id)
    Field("open", \.isOpen)
    Field("first", \.first, "the first visible row; none for the last ones")
    Field("rows", \.height, "the number of visible rows")
  }

  /// The offset of the first visible row, from 0.
  var offset: Int { first.map { max(1, $0) - 1 } ?? .max }
}
