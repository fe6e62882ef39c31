public import AutoUpdate
public import CommandLanguage

/// A selection that somebody wants to see, and to see change.
public struct Watch: Storable {
  /// Its name.
  public let id: String
  /// Its number in the order of making.
  public let number: Int
  public var selection: Selection
  /// The first visible row, from 0.
  public var firstRow = 0

  public init(id: String, number: Int, selection: Selection) {
    self.id = id
    self.number = number
    self.selection = selection
  }
}
