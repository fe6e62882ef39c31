import TerminalText

extension CommandLineInterface {
  /// A function for bash's `complete`.
  ///
  /// The function reads the words before the cursor as the program does, and then offers the words that may follow.
  /// bash splits words at `=` and `:`.
  var bashCompletions: String {
    let name = functionName
    var script = """
      # Completions of \(program) for bash, generated from its options.
      _\(name)() {
        local current="${COMP_WORDS[COMP_CWORD]}" command="" option="" ended="" count=0 options="" words="" word i
        for ((i = 1; i < COMP_CWORD; i++)); do
          word="${COMP_WORDS[i]}"
          if [[ -n "$option" ]]; then
            [[ "$word" == "=" ]] || option=""
          elif [[ "$word" == ":" ]]; then
            ((i++))
          elif [[ -z "$ended" && "$word" == "--" ]]; then
            ended=1
          elif [[ -z "$ended" && "$word" == -?* ]]; then
            case "$command:$word" in
              \(formsWithValue.map { "\($0.command):\($0.form)" }.joined(separator: "|"))) option="$word" ;;
            esac
          else
            ((count++))
            case "$command:$count:$word" in
              \(choices(subcommandNames.map { ":1:\($0)" }))) command="$word" count=0 ended="" ;;
              \(choices(subcommands.filter(\.stopsAtOperand).map { "\($0.name):1:*" }))) ended=1 ;;
            esac
          fi
        done
        case "$command" in
          "") options="\(longOptions(of: main))" ;;

      """
    for subcommand in subcommands {
      script += "    \(subcommand.name)) options=\"\(longOptions(of: subcommand))\" ;;\n"
    }
    script += """
        esac
        if [[ -n "$option" ]]; then
          [[ "$current" == "=" ]] && current=""
          case "$command:$option" in

      """
    for (command, form, option) in formsWithValue where !option.choices.isEmpty {
      script += "      \(command):\(form)) words=\"\(option.choices.joined(separator: " "))\" ;;\n"
    }
    script += """
          esac
        elif [[ -z "$ended" && "$current" == -* ]]; then
          words="$options"
        else
          case "$command:$count" in

      """
    if !subcommands.isEmpty {
      let names = subcommandNames.joined(separator: " ")
      script += "      :0)\n        mapfile -t COMPREPLY < <(compgen -W \"\(names)\" -- \"$current\""
      script += "; compgen -f -- \"$current\")\n        return ;;\n"
      script += "      \(Self.helpName):0) words=\"\(names)\" ;;\n      \(Self.helpName):*) return ;;\n"
    }
    for subcommand in subcommands where !subcommand.actions.isEmpty {
      script += "      \(subcommand.name):0) words=\"\(subcommand.actions.joined(separator: " "))\" ;;\n"
    }
    script += """
          esac
        fi
        if [[ -n "$words" ]]; then
          mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
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
    script += "_\(functionName)() {\n"
    if subcommands.isEmpty {
      script += zshArguments(of: main, operands: ["*:file:_files"])
      return script + "}\n_\(functionName) \"$@\"\n"
    }
    script += "  local curcontext=\"$curcontext\" state\n  local -a commands line\n  commands=(\n"
    for subcommand in subcommands {
      script += "    \(Self.quoted("\(subcommand.name):\(Self.zshText(subcommand.summary))"))\n"
    }
    script += "    '\(Self.helpName):Show the help of a command'\n  )\n"
    // The first operand ends the program's own options. The words after it are those of the subcommand.
    script += zshArguments(of: main, "-C", operands: ["(-): :->command", "(-)*:: :->words"])
    script += "  case \"$state:${words[1]}\" in\n    command:*) _describe command commands; _files ;;\n"
    script += "    words:\(Self.helpName)) (( CURRENT == 2 )) && _describe command commands ;;\n"
    for subcommand in subcommands {
      let first =
        subcommand.actions.isEmpty ? [] : ["1:action:(\(subcommand.actions.joined(separator: " ")))"]
      let rest = subcommand.stopsAtOperand ? ["(-):file:_files", "(-)*:file:_files"] : ["*:file:_files"]
      script +=
        "    words:\(subcommand.name))\n" + zshArguments(of: subcommand, operands: first + rest)
        + "      ;;\n"
    }
    return script + "  esac\n}\n_\(functionName) \"$@\"\n"
  }

  private func zshArguments(of subcommand: Subcommand<Settings>, _ flag: String = "", operands: [String])
    -> String
  {
    var text = "      " + joined("_arguments", flag)
    for option in options(of: subcommand) {
      let values = option.choices.isEmpty ? "_files" : "(\(option.choices.joined(separator: " ")))"
      let value = option.valueName.map { ":\(Self.zshText($0)):\(values)" } ?? ""
      let help = "[\(Self.zshText(option.help))]"
      if let short = option.short { text += " \\\n        \(Self.quoted("-\(short)\(help)\(value)"))" }
      let sign = option.valueName == nil ? "" : "="
      text += " \\\n        \(Self.quoted("--\(option.long)\(sign)\(help)\(value)"))"
    }
    return text + operands.map { " \\\n        \(Self.quoted($0))" }.joined() + "\n"
  }

  /// The calls of fish's `complete`. Their conditions read the words before the cursor as the program does.
  var fishCompletions: String {
    var script = "# Completions of \(program) for fish, generated from its options.\n"
    guard !subcommands.isEmpty else { return script + fishOptions(of: main, when: "") }
    let at = "__\(functionName)_at"
    script += """
      # Succeeds if the command before the cursor and the number of its operands match a pattern; - is no command.
      function \(at)
          set -l command -
          set -l count 0
          set -l skips 0
          for word in (commandline -opc)[2..-1]
              if test $skips = 1
                  set skips 0
              else if string match -qr -- '^-.' "$word"
                  contains -- "$command$word" \(formsWithValue.map { "\($0.command.isEmpty ? "-" : $0.command)\($0.form)" }.joined(separator: " "))
                  and set skips 1
              else if test "$command $count" = '- 0'; and contains -- "$word" \(subcommandNames.joined(separator: " "))
                  set command "$word"
              else
                  set count (math $count + 1)
              end
          end
          string match -q -- "$argv" "$command $count"
      end

      """
    let summaries =
      subcommands.map { ($0.name, $0.summary) } + [(Self.helpName, "Show the help of a command")]
    for (name, summary) in summaries {
      for place in ["- 0", "\(Self.helpName) 0"] {
        script += "complete -c \(program) -n \"\(at) '\(place)'\" -a \(name) -d \(Self.quoted(summary))\n"
      }
    }
    script += "complete -c \(program) -n \"\(at) '\(Self.helpName) *'\" -f\n"
    for subcommand in subcommands where !subcommand.actions.isEmpty {
      let words = Self.quoted(subcommand.actions.joined(separator: " "))
      script += "complete -c \(program) -n \"\(at) '\(subcommand.name) 0'\" -f -a \(words)\n"
    }
    for subcommand in [main] + subcommands {
      let name = subcommand.name.isEmpty ? "-" : subcommand.name
      script += fishOptions(of: subcommand, when: "\(at) '\(name) \(subcommand.stopsAtOperand ? "0" : "*")'")
    }
    return script
  }

  private func fishOptions(of subcommand: Subcommand<Settings>, when condition: String) -> String {
    options(of: subcommand).map { option in
      var line = "complete -c \(program)"
      if !condition.isEmpty { line += " -n \"\(condition)\"" }
      if let short = option.short { line += " -s \(short)" }
      line += " -l \(option.long)"
      if !option.choices.isEmpty {
        line += " -x -a \(Self.quoted(option.choices.joined(separator: " ")))"
      } else if option.valueName != nil {
        line += " -r"
      }
      return line + " -d \(Self.quoted(option.help))\n"
    }.joined()
  }

  // MARK: Parts

  /// The forms of all options with a value, such as `-s` and `--long`, with the name of their subcommand.
  private var formsWithValue: [(command: String, form: String, option: ProgramOption<Settings>)] {
    ([main] + subcommands).flatMap { subcommand in
      options(of: subcommand).filter { $0.valueName != nil }.flatMap { option in
        let forms = (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.long)"]
        return forms.map { (subcommand.name, $0, option) }
      }
    }
  }

  /// Returns a pattern of `case` for some words, or one that matches nothing.
  private func choices(_ words: [String]) -> String { words.isEmpty ? "''" : words.joined(separator: "|") }

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
