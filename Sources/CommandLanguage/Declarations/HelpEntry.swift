struct HelpEntry {
  let name: String
  let usage: String
  let summary: String
  let example: String

  init(_ name: String, _ usage: String, _ summary: String, _ example: String = "") {
    self.name = name
    self.usage = usage
    self.summary = summary
    self.example = example
  }

  /// Returns a Boolean value that indicates whether the name or the usage contains the symbol, such as `[` or `>=`.
  func has(sign: String) -> Bool {
    !sign.utf8.contains(where: \.isNamePart)
      && (name.split(separator: " ") + usage.split(separator: " ")).contains { $0 == sign }
  }

  /// The parts of an expression, from the loosest binding to the tightest.
  static let expressions = [
    HelpEntry("or", "A or B", "whether one of them holds", "print 1 > 2 or 2 > 1"),
    HelpEntry("and", "A and B", "whether both hold", "print 1 < 2 and 2 < 3"),
    HelpEntry("not", "not A", "whether it does not hold", "print not 1 == 2"),
    HelpEntry("==", "A == B   A != B", "whether they are the same, or not", "print 1 + 1 == 2"),
    HelpEntry("<", "A < B   A <= B   A > B   A >= B", "how they compare", "print 2.5 < 3"),
    HelpEntry("is", "STATE is CASE", "whether a state is of a case", "print \"left: ill\" is left"),
    HelpEntry("any", "any LIST", "whether it has an element", "print any range(1, 9) where it > 8"),
    HelpEntry("in", "A in LIST", "whether it is one of them", "print 2 in (1, 2)"),
    HelpEntry("+", "A + B   A - B", "numbers; “+” joins texts and lists, too", "print (1, 2) + [3]"),
    HelpEntry(
      "*", "A * B   A / B   A % B", "numbers, whole unless one is a decimal; “%” is the remainder",
      "print 7 / 2, 7 / 2.0, 7 % 2"),
    HelpEntry(
      ".", "NAME.PROPERTY", "a property; of a list, that of each; of a state, what a case carries", ""),
    HelpEntry(
      "[ ]", "LIST[INDEX]", "an element, from 0 on, or from the end from -1 on", "print (7, 8, 9)[-1]"),
    HelpEntry("[:]", "LIST[FROM:TO]", "the elements from one to before another", "print \"hello\"[1:3]"),
    HelpEntry(
      "$", "$NAME", "what “let” named; in a command, where a bare word is just a word",
      "let n = 3; print $n"),
    HelpEntry(
      "( )", "( EXPRESSION )", "a value as a command's argument, or what comes first", "print (1 + 2) * 3"),
    HelpEntry("(,)", "(A, B)   [A, B]", "a list", "print (1, 2), [3]"),
    HelpEntry(
      "for", "[EXPRESSION for NAME in LIST]", "a list made of another",
      "print [n * n for n in range(1, 3)]"),
    HelpEntry(
      "\"", "\"a text\"", "a text; “\\n”, “\\\"”, “\\\\” and “\\u{…}” stand for other characters",
      "print \"say \\\"hello\\\"\""),
    HelpEntry("\\(", "\"… \\(EXPRESSION) …\"", "a value within a text", "print \"1 + 1 is \\(1 + 1)\""),
    HelpEntry("\"\"\"", "\"\"\"…\"\"\"", "a text of several lines", "print \"\"\"\n  two\n  lines\n  \"\"\""),
    HelpEntry(
      "duration", "1h30m", "a length of time: days “d”, hours “h”, minutes “m” and seconds “s”",
      "print 1h30m + 45m, 2h / 30m"),
    HelpEntry("`", "`a name`", "a name that is not letters, digits and “_”", "let n = 3; print `n`"),
    HelpEntry("comment", "# a comment", "what nobody reads but people", "print 1 # one"),
  ]

  static let selectionParts = [
    HelpEntry(
      "as", "LIST as NAME …", "a name for each element, which conditions in conditions can use",
      "print range(1, 9) as n where n > 7"),
    HelpEntry(
      "where", "LIST where CONDITION", "those for which it holds; properties stand for themselves",
      "print range(1, 9) where it > 7"),
    HelpEntry(
      "by", "LIST by KEY [desc], …", "in the order of an expression, or of several",
      "print range(1, 3) by it desc"),
    HelpEntry("limit", "LIST limit NUMBER", "the first so many", "print range(1, 9) limit 2"),
    HelpEntry(
      "--json", "LIST … --json", "as a statement: a JSON object for each, on a line of its own",
      "let n = [1, 2, 3]; n where it > 1 --json"),
    HelpEntry(
      "--csv", "LIST … --csv", "as a statement: comma-separated values",
      "let n = [1, 2, 3]; n where it > 1 --csv"),
    HelpEntry(
      "--plain", "LIST … --plain", "as a statement: without a header, a tab between the columns",
      "let n = [1, 2, 3]; n where it > 1 --plain"),
    HelpEntry(
      "it", "it", "the element itself, in “where” and “by”; an object also by its kind's name",
      "print (3, 1) by -it"),
  ]
}
