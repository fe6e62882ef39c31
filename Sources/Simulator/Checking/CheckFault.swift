public import CommandLanguage
import TerminalText
import TextViews

/// What a check of a session found wrong with the world, not with the command.
public struct CheckFault: CountedError, Sendable, Equatable {
  /// What was found out.
  public enum Kind: String, CaseIterable, Sendable {
    /// An invariant does not hold, or a command tried to break one that commands keep.
    case invariant = "check: invariant"
    /// A view shows something else than one made now would.
    case view = "check: view"
    /// What was printed does not lead from what was shown to what is shown.
    case lines = "check: lines"
    /// Taking a line back does not lead to what was before it.
    case undo = "check: undo"
    /// Doing a line again does not lead to what was after it.
    case redo = "check: redo"
    /// The digest that is kept up to date is not that of the state, or does not tell two states apart.
    case digest = "check: digest"
    /// The world's own code went wrong, or reached a limit.
    case fault = "check: fault"
    /// A command reached a limit.
    case limit = "check: limit"
  }

  public let kind: Kind
  /// What it is about: an invariant's or a limit's name, a view's path; empty for the session as a whole.
  public let subject: String
  /// In a sentence without a full stop.
  public let message: String

  /// What help says of the kind's code.
  public static func meaning(of kind: Kind) -> String {
    switch kind {
    case .invariant: "An invariant does not hold, or a command tried to break one that commands keep."
    case .view: "A view shows something else than one that is made now."
    case .lines: "What was printed does not lead from what was shown to what is shown."
    case .undo: "Taking a line back does not lead to what was before it."
    case .redo: "Doing a line again does not lead to what was after it."
    case .digest: "The digest that is kept up to date is not that of the state."
    case .fault: "The world's own code went wrong."
    case .limit: "A command reached a limit."
    }
  }

  /// They tell of a mistake in the world's own code.
  public static var guards: [Kind] { Kind.allCases }

  public var prose: Explanation { Explanation(message) }
}

extension CheckFault {
  /// A view that shows something else than it should.
  init(_ kind: Kind, _ difference: ScreenImage.Difference, _ when: String) {
    let shown = difference.shown.map { "shows \(Quoting.message($0))" } ?? "shows nothing"
    let expected = difference.expected.map { "is \(Quoting.message($0))" } ?? "is nothing"
    self.init(
      kind: kind, subject: difference.path,
      message: "“\(difference.path)” \(shown), but \(when) there \(expected)")
  }
}
