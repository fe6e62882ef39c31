import CommandLanguage

/// A fault of a world.
public struct Fault: Error, Sendable, Equatable {
  /// The kind of a fault.
  public enum Kind: String, Sendable, CaseIterable {
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
    /// The incremental digest differs from the digest of the whole state.
    case digest
    /// The world's code failed.
    case fault
    /// A command reached a limit.
    case limit
    /// A saved session replays differently.
    case save
    /// The same lines lead to a different state in a session that was reset.
    case chance
    /// Definitions lead to a different state or log than the lines that are their bodies.
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

    /// A Boolean value that indicates whether the fault concerns a session as a whole, and not one of its lines.
    var isOfWholeSession: Bool { [.save, .chance, .form, .journal].contains(self) }
  }

  /// The kind of the fault.
  public var kind: Kind
  /// The subject of the fault: the name of an invariant or a limit, or the path of a view; empty for the session as a
  /// whole.
  public var subject: String
  /// The description, a sentence without a full stop.
  public var message: String
  /// The injected fault of the store that it needs; `nil` if it needs none.
  public var storeFault: StoreFault?

  /// Creates a fault.
  public init(_ kind: Kind, _ subject: String = "", _ message: String) {
    self.kind = kind
    self.subject = subject
    self.message = message
  }

  /// Returns the cause of the fault: its kind and subject, regardless of its message.
  ///
  /// A view that the lines created, such as a watch, is identified by the command that created it, since its name is random.
  func cause(in lines: [Invocation], _ commands: [CommandDescription]) -> FaultCause {
    let parts = subject.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty else { return FaultCause(kind: kind, subject: subject) }
    for line in lines where line.command >= 0 && line.makes(name, commands) {
      let rest = parts.count > 1 ? "/\(parts[1])" : ""
      return FaultCause(kind: kind, subject: "(\(line.name))\(rest)")
    }
    return FaultCause(kind: kind, subject: subject)
  }
}

/// The cause of a fault: its kind, and its subject without random names.
public struct FaultCause: Sendable, Hashable {
  /// The kind of the fault.
  public var kind: Fault.Kind
  /// The subject, in which `(watch)` replaces the name of a view that the command created.
  public var subject: String

  /// Creates a cause.
  public init(kind: Fault.Kind, subject: String) {
    self.kind = kind
    self.subject = subject
  }

  /// The cause as it appears in the header of a finding's scenario: `view (watch)`.
  var text: String { subject.isEmpty ? kind.rawValue : "\(kind.rawValue) \(subject)" }

  /// Creates a cause from its text; `nil` for any other text.
  init?(text: String) {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Fault.Kind(rawValue: String(parts[0])) else { return nil }
    self.init(kind: kind, subject: parts.count > 1 ? String(parts[1]) : "")
  }
}

extension Invocation {
  /// Returns a Boolean value that indicates whether the line creates an object or a view with a name.
  fileprivate func makes(_ name: Substring, _ commands: [CommandDescription]) -> Bool {
    arguments.contains { argument in
      guard commands[command].parameters[argument.parameter].content == .newName,
        case .text(let text) = argument.value
      else { return false }
      return text == name || text == "\"\(name)\""
    }
  }
}

/// The reason why an exploration cannot begin.
public struct ExplorationError: Error, Sendable, Equatable {
  /// The reason, a sentence without a full stop.
  public var message: String

  /// Creates an error with a reason.
  public init(_ message: String) { self.message = message }

  /// Creates an error with the message of another one.
  static func message(of error: any Error) -> String {
    (error as? ExplorationError)?.message ?? (error as? any Explainable)?.explanation.message ?? "\(error)"
  }
}
