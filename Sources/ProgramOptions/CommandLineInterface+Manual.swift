extension CommandLineInterface {
  /// The manual page for section 1, in the macros of `man(7)`.
  var manualPage: String {
    var page = ".TH \(Self.roff(program.uppercased())) 1 \"\" \"\(Self.roff(joined(program, version)))\"\n"
    page += ".SH NAME\n\(Self.roff(program)) \\- \(Self.roff(lowercasedFirst(main.summary)))\n"
    page += ".SH SYNOPSIS\n"
    for subcommand in [main] + subcommands { page += synopsis(of: subcommand) }
    page += ".SH OPTIONS\n" + list(options(of: main))
    if !subcommands.isEmpty {
      page += ".SH COMMANDS\n"
      let common = commonOptions.map(\.long) + ProgramOption<Settings>.helpAndVersion.map(\.long)
      for subcommand in subcommands {
        page +=
          ".SS \(Self.roff(joined(subcommand.name, subcommand.operands)))\n\(Self.roff(subcommand.summary)).\n"
        page += list(options(of: subcommand).filter { !common.contains($0.long) })
        if !subcommand.details.isEmpty { page += ".PP\n\(Self.roff(subcommand.details))\n" }
      }
    }
    if !main.details.isEmpty { page += ".SH NOTES\n\(Self.roff(main.details))\n" }
    return page
  }

  private func synopsis(of subcommand: Subcommand<Settings>) -> String {
    let words = joined(program, subcommand.name)
    return ".B \(Self.roff(words))\n\(Self.roff(joined("[OPTION…]", subcommand.operands)))\n.br\n"
  }

  private func list(_ options: [ProgramOption<Settings>]) -> String {
    options.map { option in
      let short = option.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
      let value = option.valueName.map { " \\fI\(Self.roff($0))\\fR" } ?? ""
      return ".TP\n\(short)\\fB\\-\\-\(Self.roff(option.long))\\fR\(value)\n\(Self.roff(option.help)).\n"
    }.joined()
  }

  private func lowercasedFirst(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }

  /// Returns a text in which the syntax of roff is escaped.
  private static func roff(_ text: String) -> String {
    var shown = ""
    var isAtLineStart = true
    for scalar in text.unicodeScalars {
      // A line that begins with a dot or a quote would be a roff request.
      if isAtLineStart, scalar == "." || scalar == "'" { shown += "\\&" }
      switch scalar {
      case "\\": shown += "\\e"
      case "-": shown += "\\-"
      case "\"": shown += "\\(dq"
      default: shown.unicodeScalars.append(scalar)
      }
      isAtLineStart = scalar == "\n"
    }
    return shown
  }
}
