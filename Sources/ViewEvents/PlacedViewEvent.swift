/// A view event and the place of its line in a text.
public struct PlacedViewEvent: Sendable {
  /// The event.
  public var event: ViewEvent
  /// The offsets of the event's line in the text, with its line end.
  public var range: Range<Int>

  /// An event whose line stands at a place of a text.
  public init(_ event: ViewEvent, at range: Range<Int>) {
    self.event = event
    self.range = range
  }
}
