/// Commands, settings and help pages that a library above the language adds to a host's table.
///
/// The commands and settings act on the session through the interpreter, and store their state in
/// ``Interpreter/part(_:)``.
public struct CommandLibrary: Sendable {
  /// The commands, which follow the language's own in help.
  public var commands: [Command]
  /// The settings, which follow the language's own in `set`.
  public var settings: [Setting]
  /// The help pages in addition to those of commands.
  public var pages: [HelpPage]

  /// Creates a library of commands, settings and help pages.
  public init(commands: [Command], settings: [Setting] = [], pages: [HelpPage] = []) {
    self.commands = commands
    self.settings = settings
    self.pages = pages
  }
}

/// A help page about something other than a command.
public struct HelpPage: Sendable {
  let name: String
  let summary: String
  let text: String

  /// Creates a help page.
  ///
  /// - Parameters:
  ///   - name: the word after `help`.
  ///   - summary: a one-line description.
  ///   - text: lines; indented lines are shown unchanged, the others are wrapped as prose.
  public init(name: String, summary: String, text: String) {
    self.name = name
    self.summary = summary
    self.text = text
  }
}
