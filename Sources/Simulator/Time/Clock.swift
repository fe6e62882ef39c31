/// The virtual time of a session, in ticks.
public struct Clock: Model {
  public let id: Int
  /// The number of ticks since the session began.
  public var tick: Int

  /// Creates a clock at a tick.
  public init(tick: Int = 0) {
    id = 0
    self.tick = tick
  }

  // The label is empty, so that the name of the field in the history is `tick` alone.
  public static let schema = Schema<Clock>(
    "clock", plural: "", "virtual time", label: { _ in "" }, restoring: Restoring { _ in Clock() }
  ) {
    Field("tick", \.tick)
  }
}
