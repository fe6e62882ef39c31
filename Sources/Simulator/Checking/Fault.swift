public import CommandLanguage
import TerminalText
import TextViews

/// A fault of a world, not of a command. A check finds it after a line, or an exploration finds it in a session.
public struct Fault: CatalogedError, Sendable, Equatable {
  /// The kind of a fault.
  public enum Kind: String, CaseIterable, Sendable {
    /// A constraint or an invariant is broken.
    case invariant
    /// A command violates its contract.
    case contract
    /// A constraint refuses a command of the world that does not declare it.
    case refusal
    /// A view differs from a newly created one.
    case view
    /// The printed lines do not describe the change of the screens.
    case lines
    /// Undoing a line does not restore the state before it.
    case undo
    /// Redoing a line does not restore the state after it.
    case redo
    /// A job ran before one that was due earlier, or at the wrong tick.
    case jobs
    /// `why` names the wrong step.
    case reason
    /// The incremental digest is wrong, or two states have the same one.
    case digest
    /// The world's own code failed.
    case fault
    /// A command reached a limit.
    case limit

    // MARK: Found by exploration only

    /// A saved session replays differently.
    case save
    /// The same lines lead to a different state in a session that was reset.
    case chance
    /// Lines give a different state or log when definitions run them.
    case form
    /// A session differs after its journal is reopened.
    case journal
    /// A line ended the program.
    case trap
    /// A line did not return in time.
    case hang
    /// A forbidden condition became true.
    case never
    /// The condition of a search became true. This is not a fault, but it is found in the same way.
    case reached
  }

  public static var group: String { "check" }

  public static func message(of kind: Kind) -> ErrorMessage {
    let meaning =
      switch kind {
      case .invariant: "A constraint or an invariant does not hold."
      case .contract: "A command does not do what its contract says."
      case .refusal: "A constraint refuses a command of the world that does not declare it."
      case .jobs: "A job ran before one that was due earlier, or at the wrong tick."
      case .view: "A view differs from a newly created one."
      case .lines: "The printed lines do not turn the old screens into the new ones."
      case .undo: "Undoing a line does not restore the state before it."
      case .redo: "Redoing a line does not restore the state after it."
      case .reason: "“why” names a step other than the last one that changed the field."
      case .digest: "The incremental digest differs from the digest of the whole state."
      case .fault: "The world's code failed."
      case .limit: "A command reached a limit."
      case .save: "A saved session replays differently."
      case .chance: "The same lines lead to a different state in a session that was reset."
      case .form: "Calls of definitions lead to a different state or log than their bodies."
      case .journal: "A session differs after its store is reopened."
      case .trap: "A line ended the program."
      case .hang: "A line did not return in time."
      case .never: "A forbidden condition became true."
      case .reached: "The condition of a search became true."
      }
    return ErrorMessage("{message}", meaning, isGuard: true)
  }

  public var report: ErrorReport<Kind> { .init(kind, [message]) }

  /// The kind of the fault.
  public let kind: Kind
  /// The subject of the fault: the name of an invariant or a limit, or the path of a view; empty for the session as a
  /// whole.
  public let subject: String
  /// A description: a sentence without a full stop.
  public let message: String
  /// A Boolean value that indicates whether a rule or contract of the world is violated in a state that is intact, so
  /// that other faults can still be found after it.
  public internal(set) var isViolation = false

  /// Creates a fault.
  public init(_ kind: Kind, _ subject: String, _ message: String) {
    (self.kind, self.subject, self.message) = (kind, subject, message)
  }

  /// Returns a Boolean value that indicates whether another fault has the same kind and subject.
  func isSame(as other: Fault) -> Bool { kind == other.kind && subject == other.subject }
}

extension Fault {
  /// Creates the fault of a view with the wrong contents.
  init(_ kind: Kind, _ difference: ScreenImage.Difference, _ other: String) {
    let shown = difference.shown.map { "shows \(Quoting.message($0))" } ?? "shows nothing"
    let expected = difference.expected.map { "shows \(Quoting.message($0))" } ?? "shows nothing"
    self.init(
      kind, difference.path, "“\(difference.path)” \(shown), but \(other) \(expected)")
  }
}
