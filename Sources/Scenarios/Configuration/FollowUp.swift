/// The commands to suggest after a failure: the names of the program and of the editor on a command line.
///
/// With it, the report for people ends each failed scenario with the commands that replay it alone, review it and
/// open it at its line.
public struct FollowUp: Sendable, Equatable {
  /// The words that begin the command of a replay, such as `warroom replay`; shown as they are.
  public var replayCommand: String
  /// The command of the user's editor, such as the value of `EDITOR`; without one no scenario is opened.
  public var editor: String?
  /// A Boolean value that indicates whether the report for people shows them, and not only those for programs.
  public var isShown = true

  /// The commands that a failed scenario ends with.
  public init(replayCommand: String, editor: String? = nil) {
    self.replayCommand = replayCommand
    self.editor = editor
  }
}
