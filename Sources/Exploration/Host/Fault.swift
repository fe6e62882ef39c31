/// Something that is wrong with a world.
public struct Fault: Error, Sendable, Equatable {
  /// The kind of a fault.
  public enum Kind: String, Sendable, CaseIterable {
    /// A constraint or an invariant does not hold.
    case invariant
    /// A command does not do what its contract says.
    case contract
    /// A constraint refuses a command of the world's own that does not say so.
    case refusal
    /// A view shows something else than one made afresh.
    case view
    /// The printed lines do not lead from the old screen to the new one.
    case lines
    /// Taking a line back does not lead to what was before it.
    case undo
    /// Doing a line again does not lead to what was after it.
    case redo
    /// A job ran before one that was due earlier, or at another tick than its own.
    case jobs
    /// The digest that is kept up to date is not that of the state.
    case digest
    /// The world's own code went wrong.
    case fault
    /// A command reached a limit.
    case limit
    /// A saved session replays otherwise.
    case save
    /// The same lines lead to another state in another session of the same seed.
    case chance
    /// A session that is kept in a journal is another one when it is opened again.
    case journal
    /// The program itself ended.
    case trap

    /// A Boolean value that indicates whether a session shows it as a whole, and not one of its lines.
    var isOfWholeSession: Bool { [.save, .chance, .journal].contains(self) }
  }

  /// The kind of the fault.
  public var kind: Kind
  /// The subject of the fault: the name of an invariant or a limit, or the path of a view; empty for the session as a
  /// whole.
  public var subject: String
  /// In a sentence without a full stop.
  public var message: String

  /// A fault of a kind, what it is about, and what it says.
  public init(_ kind: Kind, _ subject: String = "", _ message: String) {
    self.kind = kind
    self.subject = subject
    self.message = message
  }

  /// Returns a Boolean value that indicates whether both are about the same kind and subject, in any words.
  func isSame(as other: Fault) -> Bool { kind == other.kind && subject == other.subject }
}

/// A reason why an exploration cannot begin.
public struct ExplorationError: Error, Sendable, Equatable {
  /// In a sentence without a full stop.
  public var message: String

  /// An error that says why.
  public init(_ message: String) { self.message = message }
}
