public import AutoUpdate

/// A fighter of the game, whatever its type.
public protocol Unit: Sendable {
  var id: UnitID { get }
  /// Unique among the units that are there.
  var name: String { get set }
  var side: Side { get set }
  /// From 0 to `maxHP`.
  var hp: Int { get set }
  var maxHP: Int { get set }
  var status: UnitStatus { get set }
}

extension Unit {
  /// The status as a face.
  public var face: String { status.face }
}

/// A view that shows one unit and follows it.
///
/// A conforming view implements `prepare(with:)`; `autoUpdate(from:)` does the rest.
public protocol UnitView: AutoUpdating where Model == AnyUnit {
  /// The unit that is shown.
  var unit: AnyUnit? { get }
}

extension UnitView {
  /// Shows the view's unit as it is now, and again whenever it changes.
  public func autoUpdate(from store: DataStore) {
    guard let unit else { return }
    autoUpdate(unit.id, from: store)
  }
}

/// A unit's identity: its number in the order of spawning, never used twice.
public struct UnitID: Hashable, Comparable, Sendable {
  public let number: Int32

  public init(_ number: Int32) { self.number = number }

  public static func < (left: UnitID, right: UnitID) -> Bool { left.number < right.number }
}

/// The two parties of a game.
public enum Side: UInt8, CaseIterable, Sendable {
  case attacker, defender

  public var name: String { self == .attacker ? "attacker" : "defender" }
  public var other: Side { self == .attacker ? .defender : .attacker }
}
