extension CommandLineInterface {
  /// Returns the help of a subcommand, or of the program.
  public func help(of subcommand: Subcommand<Settings>) -> String {
    var text = usage(of: subcommand) + "\n\n" + subcommand.summary + ".\n"
    if subcommand.name.isEmpty, !subcommands.isEmpty {
      var rows = subcommands.map { (left: joined($0.name, $0.operands), right: $0.summary) }
      rows.append((left: "\(Self.helpName) [COMMAND]", right: "Show the help of a command"))
      text += section("Commands", rows)
    }
    text += section(
      "Options", shownOptions(of: subcommand).map { (left: form(of: $0), right: $0.help) })
    if !subcommand.details.isEmpty { text += "\n" + subcommand.details + "\n" }
    return text
  }

  /// Returns the options in the help of a subcommand. `--generate` is only in the program's help.
  private func shownOptions(of subcommand: Subcommand<Settings>) -> [ProgramOption<Settings>] {
    options(of: subcommand).filter { subcommand.name.isEmpty || !$0.isAboutProgram }
  }

  func misuse(_ problem: String, of subcommand: Subcommand<Settings>) -> Request {
    let more = joined(program, subcommand.name, "--help")
    return .misuse("\(program): \(problem)\n\(usage(of: subcommand))\nsee \(more)\n")
  }

  private func usage(of subcommand: Subcommand<Settings>) -> String {
    subcommand.name.isEmpty && !subcommands.isEmpty
      ? "usage: \(program) [OPTION…] [COMMAND …]"
      : "usage: " + joined(program, subcommand.name, "[OPTION…]", subcommand.operands)
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

  private func section(_ title: String, _ rows: [(left: String, right: String)]) -> String {
    let width = rows.map(\.left.count).max() ?? 0
    return rows.reduce("\n\(title):\n") { text, row in
      text + "  " + row.left + String(repeating: " ", count: width - row.left.count + 2) + row.right + "\n"
    }
  }
}
