public import CommandLanguage

/// The services of a program for its prompt, besides running commands.
///
/// Every requirement has a default, so a prompt works without a host.
public protocol PromptHost: AnyObject {
  /// The user's preferences for the prompt; read before every line.
  var preferences: PromptPreferences { get }

  /// The state of the session in a few words, such as `7 recording`; shown before the prompt's mark by `set prompt
  /// status`.
  var status: String { get }

  /// The suggestion on an empty line; `nil` for none.
  var proposal: String? { get }

  /// A Boolean value that indicates whether the terminal can show a suggestion after the line. The prompt sets it
  /// before the first line.
  var canSuggest: Bool { get set }

  /// Returns the commands to run before the first line, such as those of a file. Each runs like a typed command.
  func takeStartCommands() -> [[UInt8]]

  /// Returns the text to show before the first line; empty for none.
  func greeting() -> [UInt8]

  /// Called before a command runs.
  ///
  /// - Parameters:
  ///   - line: the line that is about to run.
  ///   - isTyped: whether the user typed the line. Otherwise, it comes from a file.
  func willRun(_ line: PreparedLine, isTyped: Bool)

  /// Called before several waiting commands run. Their changes may be made durable together.
  func beginBatch()

  /// A Boolean value that indicates whether commands of the batch are not durable yet. Until they are durable, the
  /// prompt holds back their output.
  var holdsOutput: Bool { get }

  /// Makes the batch durable. Appends messages about failures to the output.
  func endBatch(_ output: inout [UInt8])

  /// Returns the request of the last command to the prompt, once.
  func takeRequest() -> PromptRequest?

  /// Returns the open screens, drawn for the width of a window: lines that end in `\n`.
  func screens(columns: Int) -> [UInt8]

  /// Returns the question to ask when the user leaves; `nil` ends the prompt. The host should not ask again until a
  /// command has changed something.
  func farewell() -> String?

  /// Opens a text in the user's editor and returns the edited text; `nil` if nothing was changed. Throws an
  /// `Explanation` if there is no editor.
  func edit(_ text: [UInt8]) throws -> [UInt8]?

  /// Shows a text in the user's pager. Returns `false` if there is no pager.
  func page(_ text: [UInt8]) -> Bool
}

extension PromptHost {
  public var preferences: PromptPreferences { PromptPreferences() }
  public var status: String { "" }
  public var proposal: String? { nil }
  public var canSuggest: Bool {
    get { false }
    set {}
  }
  public func takeStartCommands() -> [[UInt8]] { [] }
  public func greeting() -> [UInt8] { [] }
  public func willRun(_ line: PreparedLine, isTyped: Bool) {}
  public func beginBatch() {}
  public var holdsOutput: Bool { false }
  public func endBatch(_ output: inout [UInt8]) {}
  public func takeRequest() -> PromptRequest? { nil }
  public func screens(columns: Int) -> [UInt8] { [] }
  public func farewell() -> String? { nil }
  public func edit(_ text: [UInt8]) throws -> [UInt8]? { nil }
  public func page(_ text: [UInt8]) -> Bool { false }
}

/// A request of a command, which the prompt fulfils after the command has ended.
public enum PromptRequest: Sendable, Equatable {
  /// Show the open screens until a key leaves them.
  case live
  /// Run these commands as if they were typed.
  case run([[UInt8]])
}
