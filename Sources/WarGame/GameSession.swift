import AutoUpdate
public import CommandLanguage
import TextViews

/// A session of the war room: the game's world and all its commands.
public typealias GameSession = CommandSession<WarRoom>

extension CommandSession where World == WarRoom {
  /// A fresh session; the seed decides every random number in it.
  public convenience init(seed: UInt64 = 1) throws {
    self.init(try WarRoom(seed: seed), .warRoom)
  }
}

extension CommandTable where World == WarRoom {
  /// Everything that the game declares.
  public static let warRoom = CommandTable(
    commands: UnitCommands.all + GameCommands.all + FeedCommands.all + TimeCommands.all
      + ViewCommands.all + HistoryCommands.all,
    kinds: GameKinds.all,
    roots: GameKinds.roots,
    vocabulary: GameWords.vocabulary,
    settings: GameSettings.all,
    topics: ["units", "game", "feed and time", "views", "checks", "history", "files", "prompt"],
    errors: [GameError.self, HistoryError.self])
}

/// What `set` can change besides the language's limits.
enum GameSettings {
  static let all: [Setting<WarRoom>] = [
    Setting(
      "watches", "how many watches there may be", read: { .number($0.watchLimit) },
      write: { room, value in room.watchLimit = try count(value, atMost: 1_000) }),
    Setting(
      "units", "how many units there may be", read: { .number($0.unitLimit) },
      write: { room, value in room.unitLimit = try count(value, atMost: 10_000_000) }),
    Setting(
      "jobs", "how many jobs may be planned", read: { .number($0.jobLimit) },
      write: { room, value in room.jobLimit = try count(value, atMost: 1_000_000) }),
    Setting(
      "feedline", "bytes of a line of a feed", read: { .number($0.feedLineLimit) },
      write: { room, value in room.feedLineLimit = try count(value, atMost: 16_777_216) }),
    Setting(
      "history", "how many steps are kept to be undone", read: { .number($0.store.history.limit.steps) },
      write: { room, value in
        room.store.history.limit.steps = try count(value, atMost: 10_000_000)
        room.noteUndone()
      }),
    Setting(
      "changes", "how many changes the kept steps may have in all",
      read: { .number($0.store.history.limit.changes) },
      write: { room, value in
        room.store.history.limit.changes = try count(value, atMost: 100_000_000)
        room.noteUndone()
      }),
  ]

  static func count(_ value: Value, atMost limit: Int) throws -> Int {
    guard case .number(let number) = value, (0...limit).contains(number) else {
      throw GameError.valueOutOfRange(max: limit)
    }
    return number
  }
}
