/// The state of a screen, or of a separate list, that commands can change.
public struct ScreenState: Model {
  /// The view's path.
  public let id: String
  /// A Boolean value that indicates whether the view is on the screen.
  public var isOpen: Bool
  /// The first visible row of its list, from 1; `nil` shows the last ones.
  public var first: Int?
  /// The number of visible rows.
  public var height: Int

  /// The usual height.
  public static let usualHeight = 20

  /// The state of a view that nobody has changed yet.
  public init(id: String, isOpen: Bool, first: Int? = 1, height: Int = usualHeight) {
    self.id = id
    self.isOpen = isOpen
    self.first = first
    self.height = height
  }

  public static let schema = Schema<ScreenState>(
    "screen", plural: "screens", "the open screens and their visible rows", label: { $0.id },
    restoring: Restoring { ScreenState(id: $0, isOpen: false) }
  ) {
    Field("name", \.id)
    Field("open", \.isOpen)
    Field("first", \.first, "the first visible row; none for the last ones")
    Field("rows", \.height, "the number of visible rows")
  }

  /// The first visible row, from 0, as a list takes it.
  var offset: Int { first.map { max(1, $0) - 1 } ?? .max }
}
