import TerminalText

extension CommandLineInterface {
  /// A function for bash's `complete`.
  var bashCompletions: String {
    let name = functionName
    var script = """
      # Completions of \(program) for bash, generated from its options.
      _\(name)() {
        local current="${COMP_WORDS[COMP_CWORD]}" command="" word
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case "$word" in
            \(subcommandNames.isEmpty ? "''" : subcommandNames.joined(separator: "|"))) command="$word"; break ;;
          esac
        done
        local options="\(longOptions(of: main))"
        case "$command" in

      """
    for subcommand in subcommands {
      script += "    \(subcommand.name)) options=\"\(longOptions(of: subcommand))\" ;;\n"
    }
    script += """
        esac
        if [[ "$current" == -* ]]; then
          mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
        elif [[ -z "$command" && COMP_CWORD -eq 1 ]]; then
          mapfile -t COMPREPLY < <(compgen -W "\(subcommandNames.joined(separator: " "))" -- "$current"; compgen -f -- "$current")
        else
          mapfile -t COMPREPLY < <(compgen -f -- "$current")
        fi
      }
      complete -o filenames -F _\(name) \(program)

      """
    return script
  }

  /// A function for zsh's completion system.
  var zshCompletions: String {
    var script = "#compdef \(program)\n# Completions of \(program) for zsh, generated from its options.\n"
    script += "_\(functionName)() {\n  local -a commands\n  commands=(\n"
    for subcommand in subcommands {
      script += "    \(Self.quoted("\(subcommand.name):\(Self.zshText(subcommand.summary))"))\n"
    }
    if !subcommands.isEmpty { script += "    'help:Show the help of a command'\n" }
    script +=
      "  )\n  local command=${words[(r)(\(subcommandNames.joined(separator: "|")))]}\n  case $command in\n"
    for subcommand in subcommands {
      script += "    \(subcommand.name))\n" + zshArguments(of: subcommand) + "      ;;\n"
    }
    script += "    *)\n" + zshArguments(of: main)
    if !subcommands.isEmpty { script += "      (( CURRENT == 2 )) && _describe command commands\n" }
    script += "      ;;\n  esac\n}\n_\(functionName) \"$@\"\n"
    return script
  }

  private func zshArguments(of subcommand: Subcommand<Settings>) -> String {
    var text = "      _arguments \\\n"
    for option in options(of: subcommand) {
      let value = option.valueName.map { ":\(Self.zshText($0)):_files" } ?? ""
      let help = "[\(Self.zshText(option.help))]"
      if let short = option.short { text += "        \(Self.quoted("-\(short)\(help)\(value)")) \\\n" }
      text +=
        "        \(Self.quoted("--\(option.long)\(option.valueName == nil ? "" : "=")\(help)\(value)")) \\\n"
    }
    return text + "        '*:file:_files'\n"
  }

  /// Calls of fish's `complete`.
  var fishCompletions: String {
    var script = "# Completions of \(program) for fish, generated from its options.\n"
    let names = subcommandNames.joined(separator: " ")
    for subcommand in subcommands {
      script +=
        "complete -c \(program) -n '__fish_use_subcommand' -a \(subcommand.name) -d \(Self.quoted(subcommand.summary))\n"
    }
    script += fishOptions(
      of: main, when: subcommands.isEmpty ? "" : "not __fish_seen_subcommand_from \(names)")
    for subcommand in subcommands {
      script += fishOptions(of: subcommand, when: "__fish_seen_subcommand_from \(subcommand.name)")
    }
    return script
  }

  private func fishOptions(of subcommand: Subcommand<Settings>, when condition: String) -> String {
    options(of: subcommand).map { option in
      var line = "complete -c \(program)"
      if !condition.isEmpty { line += " -n '\(condition)'" }
      if let short = option.short { line += " -s \(short)" }
      line += " -l \(option.long)"
      if option.valueName != nil { line += " -r" }
      return line + " -d \(Self.quoted(option.help))\n"
    }.joined()
  }

  // MARK: Parts

  private func longOptions(of subcommand: Subcommand<Settings>) -> String {
    options(of: subcommand).map { "--\($0.long)" }.joined(separator: " ")
  }

  /// The program's name as a valid name of a shell function.
  private var functionName: String {
    String(decoding: program.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
  }

  /// Returns a word in single quotes.
  private static func quoted(_ text: String) -> String {
    String(decoding: Quoting.shell(text.utf8), as: UTF8.self)
  }

  /// Returns a text in which the ends of zsh's descriptions and messages are escaped.
  private static func zshText(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      if scalar == ":" || scalar == "[" || scalar == "]" || scalar == "\\" { shown += "\\" }
      shown.unicodeScalars.append(scalar)
    }
    return shown
  }
}
