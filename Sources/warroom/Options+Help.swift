import CommandLanguage
import TerminalText

/// The texts about the command line, all made from the declarations.
enum OptionsHelp {
  /// The whole help of a subcommand, or of the program.
  static func text(of subcommand: Subcommand) -> String {
    var text = usage(of: subcommand) + "\n\n" + subcommand.summary + ".\n"
    if subcommand.name.isEmpty {
      let commands = Subcommand.named.map { (left: joined($0.name, $0.operands), right: $0.summary) }
      text += section("Commands", commands)
    }
    text += section("Options", subcommand.allOptions.map { (left: form(of: $0), right: $0.help) })
    if subcommand.name.isEmpty {
      text += """

        Exit codes: 0 all as expected, 1 a scenario or script failed, 2 wrong usage or an unreadable file,
        130 interrupted.

        WARROOM_HISTORY names the file that keeps the prompt's history, or is “off”. NO_COLOR switches colour off.

        """
    }
    return text
  }

  /// `warroom help [COMMAND]`
  static func invocation(for name: String?) -> Invocation {
    guard let name else { return .help(text(of: .prompt)) }
    guard let subcommand = Subcommand.named.first(where: { $0.name == name }) else {
      return unknownCommand(name)
    }
    return .help(text(of: subcommand))
  }

  static func unknownCommand(_ name: String) -> Invocation {
    let near = NearNames.nearest(to: name, among: Subcommand.named.map(\.name))
    let hint = near.map { ", did you mean “\($0)”?" } ?? ""
    return misuse("there is no command \(Quoting.message(name))\(hint)", of: .prompt)
  }

  /// What is wrong, and the usage line.
  static func misuse(_ problem: String, of subcommand: Subcommand) -> Invocation {
    let more = joined("warroom", subcommand.name, "--help")
    return .misuse("warroom: \(problem)\n\(usage(of: subcommand))\nsee \(more)\n")
  }

  private static func usage(of subcommand: Subcommand) -> String {
    subcommand.name.isEmpty
      ? "usage: warroom [OPTION…] [COMMAND …]"
      : "usage: " + joined("warroom", subcommand.name, "[OPTION…]", subcommand.operands)
  }

  private static func joined(_ words: String...) -> String {
    words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// `-s, --long VALUE`
  private static func form(of option: OptionDeclaration) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    return short + joined("--\(option.long)", option.valueName ?? "")
  }

  private static func section(_ title: String, _ rows: [(left: String, right: String)]) -> String {
    let width = rows.map(\.left.count).max() ?? 0
    return rows.reduce("\n\(title):\n") { text, row in
      text + "  " + row.left + String(repeating: " ", count: width - row.left.count + 2) + row.right + "\n"
    }
  }
}
