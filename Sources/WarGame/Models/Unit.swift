public import Simulator

/// A unit of the game, of any type.
///
/// What all units have is written as if the unit had it itself: `hero.hp`.
@dynamicMemberLookup
public protocol Unit: Sendable, Equatable {
  /// The state that all units have.
  var state: UnitState { get set }
}

extension Unit {
  /// The unit's identity.
  public var id: UnitID { state.id }
  /// The status as a face.
  public var face: String { state.status.face }

  /// A part of what all units have.
  public subscript<Value>(dynamicMember path: WritableKeyPath<UnitState, Value>) -> Value {
    get { state[keyPath: path] }
    set { state[keyPath: path] = newValue }
  }
}

/// The state that all units have, of every type.
public struct UnitState: Sendable, Equatable {
  /// The unit's identity.
  public let id: UnitID
  /// Unique among the names of a session.
  public var name: String
  /// The party that it fights for.
  public var side: Side
  /// Hit points, from 0 to `maxHP`.
  public var hp: Int
  /// The most hit points that it can have.
  public var maxHP: Int
  /// The current status.
  public var status = UnitStatus.ready

  /// The most hit points that any unit may have.
  public static let hpLimit = 9_999
}

/// A unit's identity: its number in the order of spawning, never used twice.
public struct UnitID: RawRepresentable, Comparable, FieldCodable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The identity of a number.
  public init(_ number: Int) { rawValue = number }

  public static func < (left: UnitID, right: UnitID) -> Bool { left.rawValue < right.rawValue }
}

/// The two parties of a game.
public enum Side: String, FieldWord {
  /// The side that attacks, and the side that is attacked.
  case attacker, defender

  /// The opponent's side.
  public var other: Side { self == .attacker ? .defender : .attacker }
}
