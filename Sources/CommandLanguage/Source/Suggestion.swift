import TerminalText

/// The suggestions for command names that are common in other programs.
enum Suggestion {
  static func usual(_ name: String, isKnown: (String) -> Bool) -> String? {
    let meant =
      switch name {
      case "exit", "bye", "logout", "q", "x", "wq", "leave", "end", "stop": "quit"
      case "man", "h", "history?", "commands", "?": "help"
      case "echo", "puts", "printf", "eval": "print"
      case "history": "log"
      case "source", "load", "include": "run"
      case "clear", "cls": "show"
      case "function", "func", "fn", "proc", "alias": "def"
      case "var", "const": "let"
      case "assert": "expect"
      default: ""
      }
    return isKnown(meant) ? meant : nil
  }
}

extension Explanation {
  /// Returns an error such as `there is no status “redy”`. It suggests the nearest of `names`; if none is near and they
  /// are few, a note lists all of them.
  ///
  /// - Parameters:
  ///   - what: the noun for the word: `status`.
  ///   - name: the unknown name.
  ///   - names: the known names.
  ///   - argument: the index of the parameter that the error is about.
  public static func unknown(
    _ what: String, _ name: String, among names: [String], argument: Int? = nil
  ) -> Explanation {
    let near = NearNames.nearest(to: name, among: names)
    var explanation = LanguageError.unknownWord(what: what, name, suggestion: near, known: names).explanation
    explanation.argument = argument
    return explanation
  }
}
