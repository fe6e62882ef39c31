import CommandLanguage

/// Something that is wrong with a world.
public struct Fault: Error, Sendable, Equatable {
  /// The kind of a fault.
  public enum Kind: String, Sendable, CaseIterable {
    /// A constraint or an invariant does not hold.
    case invariant
    /// A command does not do what its contract says.
    case contract
    /// A constraint refuses a command of the world that does not declare it.
    case refusal
    /// A view differs from a newly created one.
    case view
    /// The printed lines do not lead from the old screen to the new one.
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
    /// A saved session replays otherwise.
    case save
    /// The same lines lead to another state in a session that was reset.
    case chance
    /// A session that is kept in a journal is another one when it is opened again.
    case journal
    /// The program itself ended.
    case trap
    /// A line did not end.
    case hang
    /// A condition became true that must never be.
    case never
    /// A condition became true that is looked for. It is no fault, and is found in the same way.
    case reached

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
  /// The fault of the store under which it shows; `nil` where it needs none.
  public var storeFault: StoreFault?

  /// A fault of a kind, what it is about, and what it says.
  public init(_ kind: Kind, _ subject: String = "", _ message: String) {
    self.kind = kind
    self.subject = subject
    self.message = message
  }

  /// The fault as its cause is told from others: by its kind and subject, whatever it says.
  ///
  /// A view that the lines themselves made, such as a watch, counts by the command that made it: its name is chosen by chance.
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

/// The cause of a fault, as far as findings tell: its kind, and its subject without names that were chosen by chance.
public struct FaultCause: Sendable, Hashable {
  /// The kind of the fault.
  public var kind: Fault.Kind
  /// The subject, in which `(watch)` stands for the name of a view that the command made.
  public var subject: String

  /// A cause of a kind with a subject.
  public init(kind: Fault.Kind, subject: String) {
    self.kind = kind
    self.subject = subject
  }

  /// The cause in one line, as the header of a finding's scenario has it: `view (watch)`.
  var text: String { subject.isEmpty ? kind.rawValue : "\(kind.rawValue) \(subject)" }

  /// Reads a cause from its text; `nil` for any other text.
  init?(text: String) {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Fault.Kind(rawValue: String(parts[0])) else { return nil }
    self.init(kind: kind, subject: parts.count > 1 ? String(parts[1]) : "")
  }
}

extension Invocation {
  /// Returns a Boolean value that indicates whether the line makes something of a name.
  fileprivate func makes(_ name: Substring, _ commands: [CommandDescription]) -> Bool {
    arguments.contains { argument in
      guard commands[command].parameters[argument.parameter].content == .newName,
        case .text(let text) = argument.value
      else { return false }
      return text == name || text == "\"\(name)\""
    }
  }
}

/// A reason why an exploration cannot begin.
public struct ExplorationError: Error, Sendable, Equatable {
  /// In a sentence without a full stop.
  public var message: String

  /// An error that says why.
  public init(_ message: String) { self.message = message }

  /// The message of any error.
  static func message(of error: any Error) -> String {
    (error as? ExplorationError)?.message ?? (error as? any Explainable)?.explanation.message ?? "\(error)"
  }
}
