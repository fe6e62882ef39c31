public import AutoUpdate
public import CommandLanguage

/// Commands that run when their time has come.
public struct Job: Storable {
  /// Its number in the order of making.
  public let id: Int
  /// The tick at which it runs next.
  public var at: Int
  /// How many ticks lie between two runs; `nil` when it runs once.
  public var interval: Int?
  public var block: Block
  /// Whether `poll every` made it.
  public var isPoll: Bool

  public init(id: Int, at: Int, interval: Int?, block: Block, isPoll: Bool = false) {
    self.id = id
    self.at = at
    self.interval = interval
    self.block = block
    self.isPoll = isPoll
  }
}
