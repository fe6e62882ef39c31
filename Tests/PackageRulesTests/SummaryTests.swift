import Testing

/// The first words of doc comments: a noun phrase, or a verb in the third person.
@Suite struct SummaryTests {
  /// Words that begin a relative clause where a noun or a verb belongs.
  private static let clauseWords: Set<Substring> = [
    "How", "However", "That", "What", "Whatever", "When", "Whenever", "Where", "Wherever", "Whether", "Which",
    "Whichever", "Who", "Whoever", "Whom", "Whose", "Why",
  ]

  /// The files of `Sources` whose summaries are still to be rewritten, one path a line. It may only shrink.
  private static let listPath = "Tests/Fixtures/SummariesToRewrite.txt"

  @Test func `no summary begins with a question word, except in files still to be rewritten`() throws {
    let list = try #require(SourceTree.files.first { $0.path == Self.listPath })
    let listed = Set(list.lines.filter { !$0.isEmpty })
    for file in SourceTree.files where file.isSwift && file.target != nil {
      let lines = Self.breaches(in: file.lines)
      if listed.contains(file.path[...]) {
        #expect(!lines.isEmpty, "\(file.path) is rewritten: take it out of \(Self.listPath)")
      } else {
        #expect(lines.isEmpty, "\(file.path)")
      }
    }
    let paths = Set(SourceTree.files.map { $0.path[...] })
    #expect(listed.subtracting(paths).isEmpty, "\(Self.listPath) names files that are gone")
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
