public import Journaling
public import CommandLanguage
public import TerminalText

/// The errors of keeping a session in a store, and of asking about a store.
public enum KeepingError: CatalogedError {
  /// Objects of the kind could be written and never read.
  case unreadableKind(String)
  /// A command asks about a store, and none is open.
  case noStore
  /// The word is no ``Durability``.
  case unknownDurability(String)
  /// The journal refuses.
  case failed(name: UntrustedText, reason: JournalError)
  /// The journal refuses, and lines that ran are in memory only.
  case unwritten(name: UntrustedText, reason: JournalError, lineCount: Int)

  /// The kinds of these errors.
  public enum Kind: String, CaseIterable {
    /// For the case of the same name.
    case unreadableKind, noStore, unknownDurability, failed, unwritten
  }

  public static var group: String { "store" }

  // No replay opens a store: all but one are guards.
  public static func message(of kind: Kind) -> ErrorMessage {
    switch kind {
    case .unreadableKind:
      .init(
        "{kind} cannot be kept in a store: its schema has neither “new” nor “restoring”",
        "The world's own code declares no way to make such an object again.", isGuard: true)
    case .noStore:
      .init(
        "no store is open: start the program with --store FILE",
        "The command asks about a store, which “--store FILE” of the program opens.", isGuard: true)
    case .unknownDurability:
      .init(
        "“{word}” is no durability, which is step or group", "“set durability” takes “step” or “group”.")
    case .failed:
      .init(
        "the store “{name}”: {reason}",
        "The file of the store cannot be written or read as it should; the session goes on in memory.",
        isGuard: true)
    case .unwritten:
      .init(
        "the store “{name}”: {reason}; {lines} that ran {are} not on disk",
        "Lines that ran are in memory only. “store” tries to write them, as do later lines and the end of the session.",
        isGuard: true)
    }
  }

  public var report: ErrorReport<Kind> {
    switch self {
    case .unreadableKind(let kind): .init(.unreadableKind, [English.article(kind)])
    case .noStore: .init(.noStore)
    case .unknownDurability(let word): .init(.unknownDurability, [word])
    case .failed(let name, let reason): .init(.failed, ["\(name)", "\(reason)"])
    case .unwritten(let name, let reason, let count):
      .init(
        .unwritten, ["\(name)", "\(reason)", English.count(count, "line"), count == 1 ? "is" : "are"])
    }
  }

  init(_ name: UntrustedText, _ error: JournalError) { self = .failed(name: name, reason: error) }
}
