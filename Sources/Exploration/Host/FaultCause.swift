public import CommandLanguage
public import Simulator

extension Fault.Kind {
  /// A Boolean value that indicates whether the fault concerns a session as a whole, and not one of its lines.
  var isOfWholeSession: Bool { [.save, .chance, .form, .journal].contains(self) }
}

extension Fault {
  /// Returns the cause of the fault: its kind and subject, regardless of its message.
  ///
  /// A view that the lines created, such as a watch, is identified by the command that created it, since the name of
  /// the view is random.
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
public struct ExplorationError: Explainable, Sendable, Equatable {
  /// The reason, a sentence without a full stop.
  public var message: String

  /// Creates an error with a reason.
  public init(_ message: String) { self.message = message }

  public var explanation: Explanation { Explanation(message) }
}
