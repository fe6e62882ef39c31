public import CommandLanguage
import TerminalText
import TextViews

/// A fault of the world, not of a command, that a check found.
public struct CheckFault: CatalogedError, Sendable, Equatable {
  /// The kinds of faults.
  public enum Kind: String, CaseIterable, Sendable {
    /// A constraint or an invariant is broken.
    case invariant
    /// A command violates its contract.
    case contract
    /// A constraint refuses one of the world's own commands, which does not declare that.
    case refusal
    /// A view differs from a new view of the same state.
    case view
    /// The printed lines do not lead from the old screens to the new ones.
    case lines
    /// Undoing the line does not restore the state before it.
    case undo
    /// Redoing the line does not restore the state after it.
    case redo
    /// A job ran before one that was due earlier, or at the wrong tick.
    case jobs
    /// The incremental digest is wrong, or two states have the same one.
    case digest
    /// The world's own code failed, or reached a limit.
    case fault
    /// A command reached a limit.
    case limit
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
      case .digest: "The incremental digest differs from the digest of the whole state."
      case .fault: "The world's code failed."
      case .limit: "A command reached a limit."
      }
    return ErrorMessage("{message}", meaning, isGuard: true)
  }

  public var report: ErrorReport<Kind> { .init(kind, [message]) }

  /// The kind of the fault.
  public let kind: Kind
  /// The name of an invariant or a limit, or a view's path; empty if the fault concerns the whole session.
  public let subject: String
  /// A description: a sentence without a full stop.
  public let message: String
}

extension CheckFault {
  /// Creates the fault of a view with the wrong contents.
  init(_ kind: Kind, _ difference: ScreenImage.Difference, _ other: String) {
    let shown = difference.shown.map { "shows \(Quoting.message($0))" } ?? "shows nothing"
    let expected = difference.expected.map { "shows \(Quoting.message($0))" } ?? "shows nothing"
    self.init(
      kind: kind, subject: difference.path,
      message: "“\(difference.path)” \(shown), but \(other) \(expected)")
  }
}
