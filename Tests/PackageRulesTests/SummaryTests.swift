import Testing

/// The first words of doc comments: a noun phrase, or a verb in the third person.
@Suite struct SummaryTests {
  /// Words that begin a relative clause where a noun or a verb belongs.
  private static let clauseWords: Set<Substring> = [
    "How", "However", "That", "What", "Whatever", "When", "Whenever", "Where", "Wherever", "Whether", "Which",
    "Whichever", "Who", "Whoever", "Whom", "Whose", "Why",
  ]

  @Test func `no summary of Sources begins with a question word`() {
    for file in SourceTree.files where file.isSwift && file.target != nil {
      #expect(Self.breaches(in: file.lines).isEmpty, "\(file.path)")
    }
  }

  @Test(arguments: [
    ("/// Whether it is open.\nvar isOpen = false", [1]),
    ("let a = 1\n\n  /// How many there are.\n  ///\n  /// - Returns: one.", [3]),
    ("/// A list.\n/// What follows is the same comment.\nlet b = 2", []),
    ("/// Whatever comes.\nlet a = 1\n/// Where it goes.\nlet b = 2", [1, 3]),
    ("/// The question why.\n// What is no doc comment.\nlet text = \"/// What\"", []),
    ("/// Wherewithal.\n", []),
  ])
  func `a clause that begins a summary is caught`(text: String, lines: [Int]) {
    #expect(Self.breaches(in: text.split(separator: "\n", omittingEmptySubsequences: false)) == lines)
  }

  /// The numbers, from 1, of the lines that begin a doc comment with a clause.
  private static func breaches(in lines: [Substring]) -> [Int] {
    var numbers: [Int] = []
    var isInComment = false
    for (index, line) in lines.enumerated() {
      let text = line.drop { $0 == " " }
      if !isInComment, text.hasPrefix("/// "), clauseWords.contains(text.dropFirst(4).prefix { $0.isLetter })
      {
        numbers.append(index + 1)
      }
      isInComment = text.hasPrefix("///")
    }
    return numbers
  }
}
