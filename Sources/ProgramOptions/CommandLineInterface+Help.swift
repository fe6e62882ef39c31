import TerminalText

extension CommandLineInterface {
  /// Returns the help of a subcommand, or of the program.
  public func help(of subcommand: Subcommand<Settings>) -> String {
    var text = usage(of: subcommand) + "\n\n" + paragraphs(subcommand.summary + ".")
    if subcommand.name.isEmpty, !subcommands.isEmpty {
      var rows = subcommands.map { (left: joined($0.name, $0.operands), right: $0.summary) }
      rows.append((left: "\(Self.helpName) [COMMAND]", right: "Show the help of a command"))
      text += section("Commands", rows)
    }
    text += section(
      "Options", shownOptions(of: subcommand).map { (left: form(of: $0), right: $0.help) })
    if !subcommand.details.isEmpty { text += "\n" + paragraphs(subcommand.details) }
    return text
  }

  /// Returns the options for the help of a subcommand. Only the program's own help lists `--generate`.
  private func shownOptions(of subcommand: Subcommand<Settings>) -> [ProgramOption<Settings>] {
    options(of: subcommand).filter { subcommand.name.isEmpty || !$0.isAboutProgram }
  }

  func misuse(_ problem: String, of subcommand: Subcommand<Settings>) -> Request {
    let more = joined(program, subcommand.name, "--help")
    return .misuse("\(program): \(problem)\n\(usage(of: subcommand))\nsee \(more)\n")
  }

  private func usage(of subcommand: Subcommand<Settings>) -> String {
    let own = row("usage: ", 5, joined(program, subcommand.name, "[OPTION…]", subcommand.operands))
    guard subcommand.name.isEmpty, !subcommands.isEmpty else { return own }
    let others = "\(program) [OPTION…] COMMAND …"
    return own + "\n" + row("", 5, others)
  }

  /// Returns the non-empty words, with spaces between them.
  func joined(_ words: String...) -> String {
    words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Returns the form of an option: `-s, --long VALUE`.
  private func form(of option: ProgramOption<Settings>) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    return short + joined("--\(option.long)", option.valueName ?? "")
  }

  /// Returns a table. A left part that is too wide for the first column is on a line of its own.
  private func section(_ title: String, _ rows: [(left: String, right: String)]) -> String {
    let width = rows.map(\.left.count).filter { $0 + 2 <= columns / 2 }.max() ?? 0
    var text = "\n\(title):\n"
    for row in rows {
      let left = "  " + row.left
      guard row.left.count > width else {
        text += self.row(left, width + 2, row.right) + "\n"
        continue
      }
      let indent = String(left.prefix { $0 == " " })
      let lines = TextWidth.wrapped(Self.words(of: left), to: columns, behind: indent, margin: indent + "  ")
      for line in lines + [self.row("", width + 2, row.right)] { text += line + "\n" }
    }
    return text
  }

  /// Returns a row of two columns, in which the words of the second continue below each other.
  private func row(_ left: String, _ width: Int, _ right: String) -> String {
    let margin = String(repeating: " ", count: width + 2)
    return TextWidth.wrapped(
      Self.words(of: right), to: columns, behind: TextWidth.padded(left, to: width + 2), margin: margin
    ).joined(separator: "\n")
  }

  /// Returns wrapped paragraphs, which are separated by blank lines.
  private func paragraphs(_ text: String) -> String {
    text.split(separator: "\n\n").map { paragraph in
      TextWidth.wrapped(Self.words(of: String(paragraph)), to: columns).map { $0 + "\n" }.joined()
    }.joined(separator: "\n")
  }

  private static func words(of text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }
}
