/// Something of the host that `set NAME VALUE` changes and `set` lists.
public struct Setting<World: CommandWorld>: Sendable {
  public var name: String
  public var summary: String
  let read: @Sendable (World) -> Value
  let write: @Sendable (World, Value) throws -> Void

  public init(
    _ name: String, _ summary: String, read: @escaping @Sendable (World) -> Value,
    write: @escaping @Sendable (World, Value) throws -> Void
  ) {
    self.name = name
    self.summary = summary
    self.read = read
    self.write = write
  }
}
