public import Journaling
public import CommandLanguage
public import TerminalText

/// The errors of storing a session and of commands about the store.
public enum PersistenceError: CatalogedError {
  /// Objects of the kind could be written but not read back.
  case unreadableKind(String)
  /// A command needs a store, and none is open.
  case noStore
  /// The word is not a ``Durability``.
  case unknownDurability(String)
  /// Data would be lost or misread, and no migration resolves it.
  case unresolved([SchemaDifference])
  /// A migration failed. Nothing was changed.
  case migrationFailed(String, String)
  /// There is no loss with this name; `known` lists the losses that can be accepted.
  case nothingToAccept(String, known: [String])
  /// The journal cannot be read or written.
  case failed(name: UntrustedText, reason: JournalError)
  /// The journal cannot be written, and lines that ran are in memory only.
  case unwritten(name: UntrustedText, reason: JournalError, lineCount: Int)

  /// The kinds of these errors.
  public enum Kind: String, CaseIterable {
    /// The kind of the case with the same name.
    case unreadableKind, noStore, unknownDurability, failed, unwritten
    /// The kind of the case with the same name.
    case unresolved, migrationFailed, nothingToAccept
  }

  public static var group: String { "store" }

  // All but one are guards, because no replay opens a store.
  public static func message(of kind: Kind) -> ErrorMessage {
    switch kind {
    case .unreadableKind:
      .init(
        "{kind} cannot be stored: its schema needs “new” or “restoring”",
        "The world does not declare how to recreate such an object.", isGuard: true)
    case .noStore:
      .init(
        "no store is open: start the program with --store FILE",
        "The command needs a store, which the option “--store FILE” of the program opens.", isGuard: true)
    case .unknownDurability:
      .init(
        "“{word}” is not a durability: choose step or group", "“set durability” takes “step” or “group”.")
    case .unresolved:
      .init(
        "{difference}; nothing was changed",
        "The store has data that the program cannot read, and no migration of the program reads it.",
        isGuard: true)
    case .migrationFailed:
      .init(
        "the migration {name} failed: {reason}; nothing was changed",
        "The code of the migration threw an error, or left values that are not allowed.",
        isGuard: true)
    case .nothingToAccept:
      .init(
        "there is no loss to accept for {name}",
        "“store accept” takes KIND or KIND.FIELD with data that the program cannot read, or KIND ID of an object that is set aside. “store problems” lists them.",
        isGuard: true)
    case .failed:
      .init(
        "the store “{name}”: {reason}",
        "The store cannot be written or read; the session continues in memory.",
        isGuard: true)
    case .unwritten:
      .init(
        "the store “{name}”: {reason}; {lines} that ran {are} not on disk",
        "Lines that ran are only in memory. Run “store” to write them; later lines and the end of the session try again.",
        isGuard: true)
    }
  }

  public var report: ErrorReport<Kind> {
    switch self {
    case .unreadableKind(let kind): .init(.unreadableKind, [English.article(kind)])
    case .noStore: .init(.noStore)
    case .unknownDurability(let word): .init(.unknownDurability, [word])
    case .unresolved(let differences):
      .init(
        .unresolved, [differences.first.map { "\($0)" } ?? ""],
        notes: differences.dropFirst().map { "\($0)" })
    case .migrationFailed(let name, let reason):
      .init(.migrationFailed, [Quoting.message(name), reason])
    case .nothingToAccept(let name, let known):
      .init(
        .nothingToAccept, [Quoting.message(name)],
        notes: known.isEmpty
          ? [] : ["“store accept” takes \(English.choice(known.map { Quoting.message($0) }))"])
    case .failed(let name, let reason): .init(.failed, ["\(name)", "\(reason)"])
    case .unwritten(let name, let reason, let count):
      .init(
        .unwritten, ["\(name)", "\(reason)", English.count(count, "line"), count == 1 ? "is" : "are"])
    }
  }

  init(_ name: UntrustedText, _ error: JournalError) { self = .failed(name: name, reason: error) }
}

extension StoreJournal {
  /// Runs a closure that uses the journal.
  ///
  /// - Throws: A ``PersistenceError`` that names the journal, if the closure throws.
  func explaining(_ body: () throws(JournalError) -> Void) throws(PersistenceError) {
    do throws(JournalError) {
      try body()
    } catch {
      throw PersistenceError(journal.name, error)
    }
  }
}
