public import AutoUpdate

/// Something that was said in the chat.
public struct Message: Storable {
  /// Its number in the order of saying.
  public let id: Int
  public var author: String
  public var text: String
  public var tick: Int

  public init(id: Int, author: String, text: String, tick: Int) {
    self.id = id
    self.author = author
    self.text = text
    self.tick = tick
  }
}
