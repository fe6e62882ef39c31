/// Declarations that a library above the language adds to a host's table.
///
/// Its commands and settings act on the session through the interpreter, and keep their state in
/// ``Interpreter/part(_:)``.
public struct CommandLibrary: Sendable {
  /// The commands, which stand behind the language's own in help.
  public var commands: [Command]
  /// The settings that `set` shows behind the language's own.
  public var switches: [SessionSwitch]
  /// The pages that `help` shows besides those of commands.
  public var pages: [HelpPage]

  /// A library of commands, settings and pages of help.
  public init(commands: [Command], switches: [SessionSwitch] = [], pages: [HelpPage] = []) {
    self.commands = commands
    self.switches = switches
    self.pages = pages
  }
}

/// A setting of the session that is one of two words.
public struct SessionSwitch: Sendable {
  let name: String
  let summary: String
  /// The word that switches it on, then the other one.
  let words: [String]
  let read: @Sendable (Interpreter) -> Bool
  let write: @Sendable (Interpreter, Bool) -> Void

  /// A setting that `read` shows and `write` changes.
  ///
  /// - Parameters:
  ///   - name: the word by which `set` knows it.
  ///   - summary: one line about it, for `set` and completion.
  ///   - words: the word that switches it on, and the one that switches it off.
  ///   - read: returns its value.
  ///   - write: changes its value.
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
    "codes", "whether messages show the codes that “help” explains", read: { $0.renderer.showsCodes },
    write: { $0.renderer.showsCodes = $1 })
}

/// A page of help about something that is no command.
public struct HelpPage: Sendable {
  let name: String
  let summary: String
  let text: String

  /// A page of help.
  ///
  /// - Parameters:
  ///   - name: the word after `help`.
  ///   - summary: one line about it.
  ///   - text: lines; those that are indented stand as they are, the others are prose.
  public init(name: String, summary: String, text: String) {
    self.name = name
    self.summary = summary
    self.text = text
  }
}
