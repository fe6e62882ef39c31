public import AutoUpdate

/// The virtual time of a session, in ticks.
public struct Clock: Storable {
  public let id: Int
  public var tick: Int

  public init(tick: Int = 0) {
    id = 0
    self.tick = tick
  }
}
