/// Commands, settings and help pages that a library above the language adds to a host's table.
///
/// The commands and settings act on the session through the interpreter, and store their state in
/// ``Interpreter/part(_:)``.
public struct CommandLibrary: Sendable {
  /// The commands, which follow the language's own in help.
  public var commands: [Command]
  /// The settings, which follow the language's own in `set`.
  public var switches: [SessionSwitch]
  /// The help pages in addition to those of commands.
  public var pages: [HelpPage]

  /// Creates a library of commands, settings and help pages.
  public init(commands: [Command], switches: [SessionSwitch] = [], pages: [HelpPage] = []) {
    self.commands = commands
    self.switches = switches
    self.pages = pages
  }
}

/// A setting of the session with two possible words.
public struct SessionSwitch: Sendable {
  let name: String
  let summary: String
  /// The word for on, then the word for off.
  let words: [String]
  let read: @Sendable (Interpreter) -> Bool
  let write: @Sendable (Interpreter, Bool) -> Void

  /// Creates a setting that `read` reads and `write` changes.
  ///
  /// - Parameters:
  ///   - name: the name of the setting.
  ///   - summary: a one-line description, for `set` and completion.
  ///   - words: the words for on and off.
  ///   - read: returns the current value.
  ///   - write: changes the value.
  public init(
    _ name: String, _ summary: String, on words: (on: String, off: String) = ("on", "off"),
    read: @escaping @Sendable (Interpreter) -> Bool,
    write: @escaping @Sendable (Interpreter, Bool) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.words = [words.on, words.off]
    self.read = read
    self.write = write
  }

  static let codes = SessionSwitch(
    "codes", "show the codes of error messages", read: { $0.renderer.showsCodes },
    write: { $0.renderer.showsCodes = $1 })
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
