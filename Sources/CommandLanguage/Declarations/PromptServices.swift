/// What a prompt's session may ask of the prompt it is typed at.
public protocol PromptServices: AnyObject {
  /// Goes on with the commands of a file, for `load FILE`. Throws an `Explanation`.
  func load(_ path: String) throws
  /// Replays the scenario at a path, or the session so far, for `replay`. Throws an `Explanation`.
  func replay(_ path: String?) throws
  /// Explores from the present state for a time such as `30s`, for `explore`. Throws an `Explanation`.
  func explore(for time: String?) throws
  /// Shows the screens as they change, for `live`.
  func live() throws
  /// Begins a lesson, or ends it, for `demo`; returns what it says. Throws an `Explanation`.
  func demo(_ isOn: Bool) throws -> String
}

/// How a person wants the prompt.
public struct PromptPreferences: Sendable, Equatable {
  /// Whether a line is coloured, completed faintly and hinted at while it is typed.
  public var showsHints = true
  /// Whether long output is shown a window at a time.
  public var pages = true
  /// Whether the prompt's mark tells where the session stands.
  public var showsStatus = false

  /// A prompt as it is where the person set nothing.
  public init() {}
}
