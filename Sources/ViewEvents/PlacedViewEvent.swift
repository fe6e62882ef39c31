/// A view event and the position of its line in a text.
public struct PlacedViewEvent: Sendable {
  /// The event.
  public var event: ViewEvent
  /// The source of the row; `nil` where none is known.
  public var source: ViewSource?
  /// The offsets of the event's line in the text, with its line end.
  public var range: Range<Int>

  /// An event whose line stands at a position of a text.
  public init(_ event: ViewEvent, of source: ViewSource? = nil, at range: Range<Int>) {
    self.event = event
    self.source = source
    self.range = range
  }
}

/// The source of what a row shows.
public enum ViewSource: Sendable, Equatable {
  /// An object of a kind, by its identity as JSON.
  case object(kind: String, id: String)
  /// Facts that the row is made of, in words: `game.phase = active`, or the name of kinds.
  case facts([String])
}
