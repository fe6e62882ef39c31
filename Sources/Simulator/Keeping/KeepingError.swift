public import Journaling
public import CommandLanguage
public import TerminalText

/// Why a session cannot be kept in a store, or a store cannot be asked.
public enum KeepingError: CountedError {
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

  public enum Kind: String, CaseIterable {
    /// Objects of a kind could be written and never read.
    case unreadableKind = "store: unreadableKind"
    /// A command asks about a store, and none is open.
    case noStore = "store: noStore"
    /// A word is no ``Durability``.
    case unknownDurability = "store: unknownDurability"
    /// The journal refuses.
    case failed = "store: failed"
    /// Lines that ran are in memory only.
    case unwritten = "store: unwritten"
  }

  /// No replay opens a store.
  public static var guards: [Kind] { [.unreadableKind, .noStore, .failed, .unwritten] }

  public var kind: Kind {
    switch self {
    case .unreadableKind: .unreadableKind
    case .noStore: .noStore
    case .unknownDurability: .unknownDurability
    case .failed: .failed
    case .unwritten: .unwritten
    }
  }

  /// What help says of the kind's code.
  public static func meaning(of kind: Kind) -> String {
    switch kind {
    case .unreadableKind: "The world's own code declares no way to make such an object again."
    case .noStore: "The command asks about a store, which “--store FILE” of the program opens."
    case .unknownDurability: "“set durability” takes “step” or “group”."
    case .failed:
      "The file of the store cannot be written or read as it should; the session goes on in memory."
    case .unwritten:
      "Lines that ran are in memory only. “store” tries to write them, as do later lines and the end of the session."
    }
  }

  public var prose: Explanation {
    switch self {
    case .unreadableKind(let kind):
      Explanation(
        "\(English.article(kind)) cannot be kept in a store: its schema has neither “new” nor “restoring”")
    case .noStore: Explanation("no store is open: start the program with --store FILE")
    case .unknownDurability(let word):
      Explanation("“\(word)” is no durability, which is step or group", suggestion: nil)
    case .failed(let name, let reason): Explanation("the store “\(name)”: \(reason)")
    case .unwritten(let name, let reason, let count):
      Explanation(
        "the store “\(name)”: \(reason); \(English.count(count, "line")) that ran \(count == 1 ? "is" : "are") not on disk"
      )
    }
  }

  init(_ name: UntrustedText, _ error: JournalError) { self = .failed(name: name, reason: error) }
}
