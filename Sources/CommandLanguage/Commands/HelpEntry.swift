/// A line of help: a name, how it is written, and what it is.
struct HelpEntry {
  let name: String
  let usage: String
  let summary: String

  init(_ name: String, _ usage: String, _ summary: String) {
    self.name = name
    self.usage = usage
    self.summary = summary
  }

  /// What an expression is made of, loosest first.
  static let expressions = [
    HelpEntry("or", "A or B", "whether one of them holds"),
    HelpEntry("and", "A and B", "whether both hold"),
    HelpEntry("not", "not A", "whether it does not hold"),
    HelpEntry("==", "A == B   A != B", "whether they are the same, or not"),
    HelpEntry("<", "A < B   A <= B   A > B   A >= B", "how they compare"),
    HelpEntry("in", "A in LIST", "whether it is one of them"),
    HelpEntry("+", "A + B   A - B", "numbers; “+” joins texts and lists, too"),
    HelpEntry("*", "A * B   A / B   A % B", "whole numbers; “%” is the remainder"),
    HelpEntry(".", "NAME.PROPERTY", "a property; of a list, that of each"),
    HelpEntry("$", "$NAME", "what “let” named; in a command, where a bare word is just a word"),
    HelpEntry("( )", "( EXPRESSION )", "a value as a command's argument, or what comes first"),
    HelpEntry("\"", "\"a text\"", "a text; “\\n”, “\\\"”, “\\\\” and “\\u{…}” stand for other characters"),
  ]

  static let selectionParts = [
    HelpEntry("where", "KIND where CONDITION", "those for which it holds; properties stand for themselves"),
    HelpEntry("by", "KIND by KEY [desc], …", "in the order of an expression, or of several"),
    HelpEntry("limit", "KIND limit NUMBER", "the first so many"),
  ]
}
