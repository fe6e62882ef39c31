public import CommandLanguage

/// The state of a session that the prompt's commands and settings change.
final class PromptState {
  weak var services: (any PromptServices)?
  var preferences = PromptPreferences()
  var timesLines = false
}

extension Interpreter {
  var promptState: PromptState { part { PromptState() } }
}

extension CommandSession {
  /// The services that `load`, `live`, `demo` and other commands of the prompt use. The reference is weak. If it is
  /// `nil`, these commands fail.
  public var promptServices: (any PromptServices)? {
    get { interpreter.promptState.services }
    set { interpreter.promptState.services = newValue }
  }

  /// The user's preferences for the prompt.
  public var preferences: PromptPreferences { interpreter.promptState.preferences }

  /// A Boolean value that indicates whether the prompt shows the durations of lines, which `time on` sets.
  public var timesLines: Bool { interpreter.promptState.timesLines }
}

/// The services of a prompt for commands of its session.
public protocol PromptServices: AnyObject {
  /// Runs the commands of a file, for `load FILE`, and returns a warning if they may have other effects than when they
  /// were recorded. Throws an `Explanation`.
  func load(_ path: String) throws -> String?
  /// Replays the scenario at a path, or the session so far, for `replay`. Throws an `Explanation`.
  func replay(_ path: String?) throws
  /// Explores from the present state for a time such as `30s`, for `explore`. Throws an `Explanation`.
  func explore(for time: String?) throws
  /// Searches, from the present state, for commands after which a condition holds, for `reach`. Throws an
  /// `Explanation`.
  func reach(_ condition: String) throws
  /// Shows the screens as they change, for `live`.
  func live() throws
  /// Begins a lesson, which is a scenario, for `demo`, and returns its first text; `nil` ends the lesson. Throws an
  /// `Explanation`.
  func demo(_ lesson: String?) throws -> String
}

/// The files of a session that can itself be written to a file.
public protocol SessionRecords: SessionFiles {
  /// Writes the session so far to a file, for `save FILE`. Throws an `Explanation`.
  func save(to path: String) throws

  /// Writes the session so far to a file and keeps it up to date, for `record FILE`; `nil` ends the recording.
  func record(to path: String?) throws
}

/// The settings of a prompt that a user chose.
public struct PromptPreferences: Sendable, Equatable {
  /// A Boolean value that indicates whether a line has colours, suggestions and hints while it is typed.
  public var showsHints = true
  /// A Boolean value that indicates whether long output is shown one window at a time.
  public var pages = true
  /// A Boolean value that indicates whether the prompt shows the state of the session before its mark.
  public var showsStatus = false

  /// Creates the default preferences.
  public init() {}
}
