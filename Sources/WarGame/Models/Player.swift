public import AutoUpdate

/// One of the two who play.
public struct Player: Storable {
  public enum Role: UInt8, Sendable {
    case me, opponent
  }

  public let id: Role
  public var name: String
  public var side: Side

  public init(id: Role, name: String, side: Side) {
    self.id = id
    self.name = name
    self.side = side
  }
}
