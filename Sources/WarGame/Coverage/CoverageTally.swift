import TextViews

/// Notes what a session does to the game and its views, besides what the language tells of its use.
///
/// Only a session that was asked to has one, so that others pay for no more than a look whether it is there.
final class CoverageTally {
  /// Bits of the allowed changes, and of those that were refused.
  private(set) var changes: UInt64 = 0
  private(set) var refusals: UInt64 = 0
  /// Bits of the cells of phase, side and screen.
  private(set) var screens: UInt64 = 0
  private(set) var marks: Set<ViewMark> = []

  func note(_ old: UnitStatus?, _ new: UnitStatus?) {
    guard let old, let new, StatusChange.allowed.contains(StatusChange(old, new)) else { return }
    changes |= StatusChange(old, new).bit
  }

  func note(_ error: any Error) {
    guard case GameError.statusNotAllowed(_, let old, let new) = error else { return }
    refusals |= StatusChange(old, new).bit
  }

  /// Looks at what is on the screens, and at what the views are about to print.
  func look(at room: WarRoom) {
    for screen in room.stage.screens where screen.screen.isOpen {
      screens |= ScreenCell(phase: room.game.phase, side: room.me.side, screen: screen.name).bit
    }
    for line in room.console.bytes.split(separator: UInt8(ascii: "\n")) {
      guard let mark = ViewMark(line: line, in: room) else { continue }
      marks.insert(mark)
    }
  }
}

/// A unit's status and another one.
struct StatusChange: Equatable {
  let old: UnitStatus
  let new: UnitStatus

  init(_ old: UnitStatus, _ new: UnitStatus) {
    self.old = old
    self.new = new
  }

  var bit: UInt64 { 1 << (UInt64(old.rawValue) * UInt64(UnitStatus.allCases.count) + UInt64(new.rawValue)) }
  var name: String { "\(old.name)→\(new.name)" }

  static let allowed = changes { $0 != $1 && StatusRules.allows($0, $1) }
  static let refused = changes { !StatusRules.allows($0, $1) }

  private static func changes(where isOne: (UnitStatus, UnitStatus) -> Bool) -> [StatusChange] {
    UnitStatus.allCases.flatMap { old in
      UnitStatus.allCases.filter { isOne(old, $0) }.map { StatusChange(old, $0) }
    }
  }
}

/// A screen that is open in a phase of the game, for those who play on a side.
struct ScreenCell {
  let phase: GamePhase
  let side: Side
  let screen: ScreenState.Name

  static let all = GamePhase.allCases.flatMap { phase in
    Side.allCases.flatMap { side in
      ScreenState.Name.allCases.map { ScreenCell(phase: phase, side: side, screen: $0) }
    }
  }

  var bit: UInt64 {
    let place = Self.all.firstIndex { $0.phase == phase && $0.side == side && $0.screen == screen }
    return place.map { 1 << UInt64($0) } ?? 0
  }

  var name: String { "\(phase.name) \(side.name) \(screen.rawValue)" }
}
