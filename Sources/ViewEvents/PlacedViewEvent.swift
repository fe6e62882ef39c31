/// A view event and the place of its line in a text.
public struct PlacedViewEvent: Sendable {
  /// The event.
  public var event: ViewEvent
  /// The object that the event's row shows; `nil` for a view of no object.
  public var object: ShownObject?
  /// The offsets of the event's line in the text, with its line end.
  public var range: Range<Int>

  /// An event whose line stands at a place of a text.
  public init(_ event: ViewEvent, of object: ShownObject? = nil, at range: Range<Int>) {
    self.event = event
    self.object = object
    self.range = range
  }
}

/// The object that a row shows.
public struct ShownObject: Sendable, Equatable {
  /// The name of the object's kind.
  public var kind: String
  /// The object's identity, as JSON.
  public var id: String

  /// An object of a kind.
  public init(kind: String, id: String) {
    self.kind = kind
    self.id = id
  }
}
