/// Something of the host that `set NAME VALUE` changes and `set` lists.
public struct Setting<World: CommandWorld>: Sendable {
  /// The word by which `set` knows the setting.
  public var name: String
  /// One line about the setting, for `set` and completion.
  public var summary: String
  /// The words that it may be; empty for a number or a text.
  public var words: [String]
  let read: @Sendable (World) -> Value
  let write: @Sendable (World, Value) throws -> Void

  /// A setting that `read` shows and `write` changes.
  ///
  /// - Parameters:
  ///   - name: the word by which `set` knows it.
  ///   - summary: one line about it.
  ///   - words: the words that it may be; empty for a number or a text.
  ///   - read: its value now.
  ///   - write: takes a value; it throws an ``Explanation`` about one that it cannot take.
  public init(
    _ name: String, _ summary: String, words: [String] = [],
    read: @escaping @Sendable (World) -> Value,
    write: @escaping @Sendable (World, Value) throws -> Void
  ) {
    self.name = name
    self.summary = summary
    self.words = words
    self.read = read
    self.write = write
  }
}
