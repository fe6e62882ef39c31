import TerminalText

/// The failure of a command, as facts: the error that a host's command or parameter throws.
///
///     throw Explanation("there is no unit \(Quoting.message(name))", suggestion: "Arthur")
///
/// The language turns it into a `Diagnostic` with the place it is about, and renders it.
public struct Explanation: Error, Sendable, Equatable {
  /// The message, in lower case and without a full stop.
  public var message: String
  /// The probable intention; shown as `did you mean “…”?`.
  public var suggestion: String?
  /// Further lines, each shown after `note: `.
  public var notes: [String]
  /// The parameter (from 0, in the order of declaration) whose argument is at fault; `nil` means
  /// the whole command. What a parameter's parser throws is always about that parameter.
  public var argument: Int?
  /// The label of the parameter whose argument is at fault, for errors that do not know the command.
  public var parameter: String?
  /// The limit that was reached, by the name of its setting; `nil` when it is about none. A scenario that
  /// ends so is not re-recorded.
  public var limit: String?
  /// The kind of the `CatalogedError` that it explains; `nil` for any other error.
  public internal(set) var kind: String?

  /// Creates the explanation of a failed command, with a correction.
  ///
  /// - Parameters:
  ///   - message: what is wrong, in lower case and without a full stop.
  ///   - suggestion: what was probably meant.
  ///   - notes: further lines.
  ///   - argument: the place of the parameter whose argument is at fault, from 0; `nil` for the whole command.
  ///   - limit: the name of the setting whose limit was reached, if it is one.
  public init(
    _ message: String, suggestion: String? = nil, notes: [String] = [], argument: Int? = nil,
    limit: String? = nil
  ) {
    self.message = message
    self.suggestion = suggestion
    self.notes = notes
    self.argument = argument
    self.limit = limit
  }
}

/// An error of a host that can say what it means to the person who typed the command.
public protocol Explainable: Error {
  /// The explanation for the person who typed the command.
  var explanation: Explanation { get }
}

extension Explanation: Explainable {
  /// The explanation itself.
  public var explanation: Explanation { self }
}
