/// A view event with the location of its line in a text.
public struct PlacedViewEvent: Sendable {
  /// The event.
  public var event: ViewEvent
  /// The source of the row; `nil` if it is not known.
  public var source: ViewSource?
  /// The range of the event's line in the text, including its line end.
  public var range: Range<Int>

  /// Creates an event with the range of its line.
  public init(_ event: ViewEvent, of source: ViewSource? = nil, at range: Range<Int>) {
    self.event = event
    self.source = source
    self.range = range
  }
}

/// The source of a row's contents.
public enum ViewSource: Sendable, Equatable {
  /// An object of a kind, whose identity is JSON.
  case object(kind: String, id: String)
  /// The facts from which the row is computed: `game.phase = active`, or names of kinds.
  case facts([String])
}
