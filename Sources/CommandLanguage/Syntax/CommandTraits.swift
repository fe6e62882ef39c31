/// The traits of a command for drivers and hosts. Hosts define their own traits from bit 8.
public struct CommandTraits: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Excluded from help and completion.
  public static let hidden = CommandTraits(rawValue: 1)
  /// Not wrapped by `CommandHost.perform`, because it only reads or manages its own transactions (`undo`).
  public static let direct = CommandTraits(rawValue: 2)
  /// Accesses only the world, not files, programs or the network.
  public static let contained = CommandTraits(rawValue: 4)
  /// Concerns the prompt, not the session, so that recordings omit it.
  public static let unrecorded = CommandTraits(rawValue: 8)
  /// Its condition may use values from before a command, so that completion offers `old(…)`.
  public static let comparing = CommandTraits(rawValue: 16)
}
