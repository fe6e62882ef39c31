import TerminalText

/// The meaning of a name in other languages.
enum Suggestion {
  /// The command of `names` that is called `name` elsewhere.
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
  /// `there is no status “redy”`, with the nearest of `names` as suggestion, or else, when they are few,
  /// all of them in a note.
  ///
  /// - Parameters:
  ///   - what: the noun for what is looked for: `status`.
  ///   - name: what was typed.
  ///   - names: all that there are.
  ///   - argument: the parameter that it is about, from 0.
  public static func unknown(
    _ what: String, _ name: String, among names: [String], argument: Int? = nil
  ) -> Explanation {
    let near = NearNames.nearest(to: name, among: names)
    var explanation = LanguageError.unknownWord(what: what, name, suggestion: near, known: names).explanation
    explanation.argument = argument
    return explanation
  }
}
