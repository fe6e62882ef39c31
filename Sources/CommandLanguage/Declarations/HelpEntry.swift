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
    HelpEntry("or", "A or B", "true if A or B is true", "print 1 > 2 or 2 > 1"),
    HelpEntry("and", "A and B", "true if A and B are true", "print 1 < 2 and 2 < 3"),
    HelpEntry("not", "not A", "true if A is false", "print not 1 == 2"),
    HelpEntry("==", "A == B   A != B", "equal; not equal", "print 1 + 1 == 2"),
    HelpEntry("<", "A < B   A <= B   A > B   A >= B", "less; at most; greater; at least", "print 2.5 < 3"),
    HelpEntry("is", "STATE is CASE", "true if a state has this case", "print \"left: ill\" is left"),
    HelpEntry(
      "any", "any LIST", "true if a list or selection is not empty", "print any range(1, 9) where it > 8"),
    HelpEntry(
      "in", "A in LIST", "true if A is an element of the list, or a part of the text",
      "print 2 in (1, 2)"),
    HelpEntry("+", "A + B   A - B", "sum; difference; “+” also joins texts and lists", "print (1, 2) + [3]"),
    HelpEntry(
      "*", "A * B   A / B   A % B", "product; quotient; remainder; whole unless a number is a decimal",
      "print 7 / 2, 7 / 2.0, 7 % 2"),
    HelpEntry(
      ".", "NAME.PROPERTY", "a property of an object, of each object in a list, or of a state's case", ""),
    HelpEntry(
      "[ ]", "LIST[INDEX]", "an element: 0 is the first, -1 the last", "print (7, 8, 9)[-1]"),
    HelpEntry(
      "[:]", "LIST[FROM:TO]", "the elements from index FROM up to, but not including, TO",
      "print \"hello\"[1:3]"),
    HelpEntry(
      "$", "$NAME", "a variable; needed in arguments of commands, where a bare word is only a word",
      "let n = 3; print $n"),
    HelpEntry(
      "( )", "( EXPRESSION )", "an expression as an argument of a command, or evaluated first",
      "print (1 + 2) * 3"),
    HelpEntry("(,)", "(A, B)   [A, B]", "a list", "print (1, 2), [3]"),
    HelpEntry(
      "for", "[EXPRESSION for NAME in LIST]", "a list computed from the elements of another",
      "print [n * n for n in range(1, 3)]"),
    HelpEntry(
      "\"", "\"a text\"", "a text; “\\n”, “\\\"”, “\\\\” and “\\u{…}” stand for other characters",
      "print \"say \\\"hello\\\"\""),
    HelpEntry("\\(", "\"… \\(EXPRESSION) …\"", "a value within a text", "print \"1 + 1 is \\(1 + 1)\""),
    HelpEntry("\"\"\"", "\"\"\"…\"\"\"", "a text of several lines", "print \"\"\"\n  two\n  lines\n  \"\"\""),
    HelpEntry(
      "duration", "1h30m", "a length of time: days “d”, hours “h”, minutes “m” and seconds “s”",
      "print 1h30m + 45m, 2h / 30m"),
    HelpEntry(
      "`", "`a name`", "a name with characters other than letters, digits and “_”", "let n = 3; print `n`"),
    HelpEntry("comment", "# a comment", "text that is ignored up to the end of the line", "print 1 # one"),
  ]

  static let selectionParts = [
    HelpEntry(
      "as", "LIST as NAME …", "a name for the element, for use in nested conditions",
      "print range(1, 9) as n where n > 7"),
    HelpEntry(
      "where", "LIST where CONDITION", "the elements that meet a condition, which can name their properties",
      "print range(1, 9) where it > 7"),
    HelpEntry(
      "by", "LIST by KEY [desc], …", "sorted by one or more expressions; “desc” reverses the order",
      "print range(1, 3) by it desc"),
    HelpEntry(
      "limit", "LIST limit NUMBER", "the first elements, up to a number", "print range(1, 9) limit 2"),
    HelpEntry(
      "--json", "LIST … --json", "as a statement: one JSON object per line",
      "let n = [1, 2, 3]; n where it > 1 --json"),
    HelpEntry(
      "--csv", "LIST … --csv", "as a statement: comma-separated values",
      "let n = [1, 2, 3]; n where it > 1 --csv"),
    HelpEntry(
      "--plain", "LIST … --plain", "as a statement: no header, and a tab between columns",
      "let n = [1, 2, 3]; n where it > 1 --plain"),
    HelpEntry(
      "it", "it", "the element, in “where” and “by”; the name of an object's kind means the same",
      "print (3, 1) by -it"),
  ]
}
