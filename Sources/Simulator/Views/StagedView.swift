import TextViews

/// A view in a session that the stage manages.
protocol StagedView: AnyObject {
  var view: TextView { get }
  /// Begins to observe the store. Called once.
  func begin()
  /// Updates the view from its state in the store after a commit.
  ///
  /// - Returns: A Boolean value that indicates whether a list in the view has just begun to observe the store, so that
  ///   this list would be called after the lists that follow it.
  func follow() -> Bool
  func moveToEndOfOrder()
  /// Shows the present state of the store, for a view that is about to appear.
  func refresh()
  var reasons: Reasons { get }
  /// Returns the reasons for the text of a row, given by its number; `nil` for a view without rows and for a list of
  /// objects.
  ///
  /// - Throws: ``ViewError`` if there is no such row.
  func reasons(ofRow row: String) throws -> Reasons?
  var remarks: [String] { get }
  // Properties, because each session reads them for each view, and a cast searches all conformances of the program.
  var asList: (any StagedList)? { get }
  var asScreen: (StagedScreen)? { get }
}

extension StagedView {
  func begin() {}
  func moveToEndOfOrder() {}
  func refresh() {}
  func reasons(ofRow row: String) throws -> Reasons? { nil }
  var remarks: [String] { [] }
  var asList: (any StagedList)? { nil }
  var asScreen: (StagedScreen)? { nil }
}

extension StagedList {
  var asList: (any StagedList)? { self }
  var ownOffset: Int? { nil }
  func scrollItself(to row: Int) -> Bool { false }
}

/// A list of objects of any type.
protocol StagedList: StagedView {
  func show(_ height: Int, from offset: Int)
  /// The rows that the list shows.
  var viewport: Viewport { get }
  /// The requested offset, if the list keeps it in its own model and not in a ``ScreenState``; `nil` otherwise.
  var ownOffset: Int? { get }
  /// Returns the state after scrolling to `row`, from 1.
  func scrolled(_ state: ScreenState, to row: Int) -> ScreenState
  /// Scrolls to a row if the list keeps its position in its own model and not in a ``ScreenState``.
  ///
  /// - Returns: A Boolean value that indicates whether the list has scrolled.
  func scrollItself(to row: Int) throws -> Bool
  func lines(aboutRow row: String, in screen: Reasons?) throws -> [String]
}
