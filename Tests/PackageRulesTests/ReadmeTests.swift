import Testing

/// The README is short, and shows code that is compiled.
@Suite struct ReadmeTests {
  private static let wordCountMax = 1_500
  private static let sentenceWordCountMax = 25

  private let readme: SourceTree.File

  init() throws {
    readme = try #require(SourceTree.files.first { $0.path == "README.md" })
  }

  @Test func `the README has at most 1,500 words`() {
    let count = readme.text.split(whereSeparator: \.isWhitespace).count
    #expect(count <= Self.wordCountMax, "it has \(count)")
  }

  @Test func `no sentence of the README is longer than 25 words`() {
    let sentences = Self.sentences(of: readme.lines)
    #expect(sentences.count > 40)
    for sentence in sentences {
      #expect(Self.wordCount(of: sentence) <= Self.sentenceWordCountMax, "\(sentence)")
    }
  }

  @Test func `a long sentence is found across line breaks, and listings are ignored`() {
    let text =
      "# Title\n\nOne two,\nthree four. Five six:\n\n```\n> many words here that count for nothing\n```\n- Seven\n| a b | c |"
    #expect(
      Self.sentences(of: text.split(separator: "\n", omittingEmptySubsequences: false))
        == ["One two, three four.", "Five six:", "- Seven", "a b", "c"])
    #expect(Self.wordCount(of: "- One [two three](four/five.md), `six`.") == 4)
  }

  @Test func `every link of the README leads to a file of the package`() {
    let paths = readme.text.split(separator: "](").dropFirst().compactMap { $0.split(separator: ")").first }
    #expect(paths.count > 10)
    for path in paths {
      #expect(SourceTree.files.contains { $0.path == path }, "\(path)")
    }
  }

  @Test func `the README's world is all of kanban's`() throws {
    let world = try #require(SourceTree.files.first { $0.path == "Sources/kanban/Board.swift" })
    #expect(readme.text.contains("```swift\n\(world.text)```\n"))
  }

  @Test func `each part of the README's listings occurs in a Swift file`() {
    let compiled = SourceTree.files.filter { $0.isSwift && $0.target != nil || $0.path.hasPrefix("Tests/") }
      .map { Self.trimmed($0.lines) }
    let listings = readme.text.split(separator: "```swift\n").dropFirst().compactMap {
      $0.split(separator: "```").first
    }
    #expect(listings.count == 2)
    for part in listings.flatMap({ $0.split(separator: "\n\n") }) {
      let text = Self.trimmed(part.split(separator: "\n"))
      #expect(compiled.contains { $0.contains(text) }, "\(part)")
    }
  }

  // MARK: Text

  /// The lines without their indentation.
  private static func trimmed(_ lines: [Substring]) -> String {
    lines.map { String($0.drop { $0 == " " }) }.joined(separator: "\n") + "\n"
  }

  /// The sentences of a Markdown file's paragraphs, list items and table cells; headings and listings are left out.
  private static func sentences(of lines: [Substring]) -> [String] {
    var blocks: [String] = []
    var isListing = false
    var continues = false
    for line in lines {
      if line.hasPrefix("```") { isListing.toggle() }
      if isListing || line.isEmpty || line.hasPrefix("#") || line.hasPrefix("```") {
        continues = false
      } else if line.hasPrefix("|") {
        blocks += line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
        continues = false
      } else if continues, !line.hasPrefix("- ") {
        blocks[blocks.count - 1] += " " + line
      } else {
        blocks.append(String(line))
        continues = true
      }
    }
    return blocks.filter { !$0.isEmpty }.flatMap { block in
      var sentences = [""]
      for word in block.split(separator: " ") {
        sentences[sentences.count - 1] += (sentences[sentences.count - 1].isEmpty ? "" : " ") + word
        if word.hasSuffix(".") || word.hasSuffix("!") || word.hasSuffix("?") { sentences.append("") }
      }
      return sentences.filter { !$0.isEmpty }
    }
  }

  /// The words that a reader sees: the address of a link is none.
  private static func wordCount(of sentence: String) -> Int {
    let text = sentence.split(separator: "](", omittingEmptySubsequences: false).enumerated()
      .map { $0 == 0 ? $1 : $1.drop { $0 != ")" } }.joined(separator: " ")
    return text.split(separator: " ").filter { $0.contains { $0.isLetter || $0.isNumber } }.count
  }
}
