/// A text for other programs that is generated from a program's declarations.
enum GeneratedText: String, CaseIterable {
  case man, bash, zsh, fish
}

extension CommandLineInterface {
  /// Returns a manual page, or a script that completes the program's arguments in a shell.
  func text(_ generated: GeneratedText) -> String {
    switch generated {
    case .man: manualPage
    case .bash: bashCompletions
    case .zsh: zshCompletions
    case .fish: fishCompletions
    }
  }

  /// The words that select a subcommand, including `help`.
  var subcommandNames: [String] { subcommands.isEmpty ? [] : subcommands.map(\.name) + [Self.helpName] }
}
