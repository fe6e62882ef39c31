public import Simulator

/// A unit of any type.
///
/// The properties of ``UnitState`` are also available on the unit itself: `hero.hp`.
@dynamicMemberLookup
public protocol Unit: Sendable, Equatable {
  /// The state that units of all types have.
  var state: UnitState { get set }
}

extension Unit {
  /// The unit's identity.
  public var id: UnitID { state.id }
  /// The emoji of the status.
  public var face: String { state.status.face }

  /// Accesses a property of the unit's state.
  public subscript<Value>(dynamicMember path: WritableKeyPath<UnitState, Value>) -> Value {
    get { state[keyPath: path] }
    set { state[keyPath: path] = newValue }
  }
}

/// The state that units of all types have.
public struct UnitState: Sendable, Equatable {
  /// The unit's identity.
  public let id: UnitID
  /// The name, which is unique among all objects of a session.
  public var name: String
  /// The side that the unit fights for.
  public var side: Side
  /// The hit points, from 0 to `maxHP`.
  public var hp: Int
  /// The maximum number of hit points of the unit.
  public var maxHP: Int
  /// The current status.
  public var status = UnitStatus.ready

  /// The maximum of `maxHP` for all units.
  public static let hpLimit = 9_999
}

/// A unit's identity: a number that increases with each spawned unit and is never reused.
public struct UnitID: RawRepresentable, Comparable, FieldCodable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Creates the identity with a number.
  public init(_ number: Int) { rawValue = number }

  public static func < (left: UnitID, right: UnitID) -> Bool { left.rawValue < right.rawValue }
}

/// The two sides of a game.
public enum Side: String, FieldWord {
  /// The side that attacks, and the side that defends.
  case attacker, defender

  /// The opponent's side.
  public var other: Side { self == .attacker ? .defender : .attacker }
}
