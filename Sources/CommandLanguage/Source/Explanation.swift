import TerminalText

/// An error that a host's command or parameter throws, as facts about a failed command.
///
///     throw Explanation("there is no unit \(Quoting.message(name))", suggestion: "Arthur")
///
/// The language converts it to a `Diagnostic` with a location, and renders it.
public struct Explanation: Error, Sendable, Equatable {
  /// The message, in lower case and without a full stop.
  public var message: String
  /// The likely intended text; shown as `did you mean “…”?`.
  public var suggestion: String?
  /// More lines, each shown after `note: `.
  public var notes: [String]
  /// The index of the parameter whose argument is invalid, in the order of declaration; `nil` means the whole command.
  /// An error that a parameter's parser throws always refers to that parameter.
  public var argument: Int?
  /// The label of the parameter whose argument is invalid, if its index is unknown.
  public var parameter: String?
  /// The name of the setting whose limit was reached; `nil` if the error is not about a limit. A scenario that ends
  /// with such an error is not re-recorded.
  public var limit: String?
  /// The kind of the `CatalogedError` that this explains; `nil` for any other error.
  public internal(set) var kind: String?

  /// Creates the explanation of a failed command.
  ///
  /// - Parameters:
  ///   - message: the error, in lower case and without a full stop.
  ///   - suggestion: the likely intended text.
  ///   - notes: more lines.
  ///   - argument: the index of the parameter whose argument is invalid; `nil` for the whole command.
  ///   - limit: the name of the setting whose limit was reached, if any.
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

/// An error of a host that can explain itself to the person who typed the command.
public protocol Explainable: Error {
  /// The explanation for the person who typed the command.
  var explanation: Explanation { get }
}

extension Explanation: Explainable {
  /// The explanation itself.
  public var explanation: Explanation { self }
}
