import TextViews

/// A view of a session, as the stage needs to know it.
protocol StagedView: AnyObject {
  var view: TextView { get }
  /// Begins to follow the store; called once.
  func begin()
  /// Takes in what the last commit did to the state of the view.
  ///
  /// - Returns: whether a list in it has just begun to observe the store, and is told after those behind it.
  func follow() -> Bool
  /// Makes the store tell its lists after all others.
  func moveToEndOfOrder()
  /// Shows what stands in the store now, for a view that is about to appear.
  func refresh()
  /// The reasons why it is visible, or is not.
  var reasons: Reasons { get }
  /// Further remarks for `why`.
  var remarks: [String] { get }
  // Asked of each view by each session; a cast would look through all conformances of the program.
  /// The view as a list, if it is one.
  var asList: (any StagedList)? { get }
  /// The view as a group, if it is one.
  var asGroup: (any StagedGroup)? { get }
}

extension StagedView {
  func begin() {}
  func moveToEndOfOrder() {}
  func refresh() {}
  var remarks: [String] { [] }
  var asList: (any StagedList)? { nil }
  var asGroup: (any StagedGroup)? { nil }
}

extension StagedList {
  var asList: (any StagedList)? { self }
}

extension StagedGroup {
  /// The list that stands first in it.
  var firstList: (any StagedList)? {
    for part in parts {
      if let list = part.asList { return list }
    }
    return nil
  }

  var asGroup: (any StagedGroup)? { self }
}

/// A list of whatever objects.
protocol StagedList: StagedView {
  /// Shows `height` rows from `offset` on.
  func show(_ height: Int, from offset: Int)
  /// The state after somebody asked to see `row` first, from 1.
  func scrolled(_ state: ScreenState, to row: Int) -> ScreenState
  /// The lines about a row, by its number or its object's name.
  func lines(aboutRow row: String, in screen: Reasons?) throws -> [String]
}

/// Views that one view consists of.
protocol StagedGroup: StagedView {
  var parts: [any StagedView] { get }
}
