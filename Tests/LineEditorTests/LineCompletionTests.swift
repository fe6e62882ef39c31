import CommandLanguage
import Testing

@testable import LineEditor

@Suite struct LineCompletionTests {
  private func complete(
    _ line: String, at cursor: Int? = nil, replacing range: Range<Int>, with texts: [String], before: Int = 0
  ) -> LineCompletion? {
    LineCompletion(
      Completions(replaced: range, candidates: texts.map { .init($0) }),
      line: Array(line.utf8), cursor: cursor ?? line.utf8.count, before: before)
  }

  private func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a single candidate is inserted into the line`() {
    let completion = complete("status Ar", replacing: 7..<9, with: ["Arthur"])
    #expect(text(completion?.common) == "status Arthur")
    #expect(completion?.addsSpace == true)
  }

  @Test func `several candidates go as far as they agree`() {
    let completion = complete("x s", replacing: 2..<3, with: ["spawn", "spin"])
    #expect(text(completion?.common) == "x sp")
    #expect(completion?.matches.map { text($0) } == ["x spawn", "x spin"])
    #expect(completion?.addsSpace == false)
  }

  @Test func `candidates that agree on less than what is typed leave it`() {
    let completion = complete("x Si", replacing: 2..<4, with: ["Simon", "\"Sir Lancelot\""])
    #expect(text(completion?.common) == "x Si")
  }

  @Test func `letters typed in another case are put right`() {
    #expect(text(complete("ART", replacing: 0..<3, with: ["Arthur", "Artus"])?.common) == "Art")
  }

  @Test func `offsets count from the open command's beginning`() {
    let completion = complete("  sp", replacing: 12..<14, with: ["spawn"], before: 10)
    #expect(text(completion?.common) == "  spawn")
  }

  @Test func `the rest of the word behind the cursor goes when there is one candidate`() {
    #expect(complete("spxx y", at: 2, replacing: 0..<4, with: ["spawn"])?.replacedAfterCursor == 2)
    #expect(complete("spxx y", at: 2, replacing: 0..<4, with: ["spawn", "spin"])?.replacedAfterCursor == 0)
    #expect(complete("sp", at: 2, replacing: 0..<99, with: ["spawn"])?.replacedAfterCursor == 0)
  }

  @Test func `the completion does not repeat what follows the cursor`() {
    func replaced(_ line: String, at cursor: Int, from start: Int, with texts: [String]) -> Int? {
      complete(line, at: cursor, replacing: start..<cursor, with: texts)?.replacedAfterCursor
    }
    #expect(replaced("status Arthur", at: 10, from: 7, with: ["Arthur"]) == 3)
    #expect(replaced("print cou(units)", at: 9, from: 6, with: ["count("]) == 1)
    #expect(replaced("hp \"Sir K\" 3", at: 9, from: 3, with: ["\"Sir Kay\""]) == 1)
    #expect(replaced("status Arthur", at: 8, from: 7, with: ["Arthur", "Artus"]) == 2)
    #expect(replaced("status Ar x", at: 9, from: 7, with: ["Arthur"]) == 0)
  }

  @Test(arguments: [3..<4, 0..<1, 5..<9])
  func `a range that is not around the cursor completes nothing`(range: Range<Int>) {
    #expect(complete("ab", replacing: range, with: ["abc"]) == nil)
  }

  @Test func `a range that begins before the line completes nothing`() {
    #expect(complete("ab", replacing: 3..<12, with: ["abc"], before: 10) == nil)
  }

  @Test func `no candidate completes nothing, and one that readline cannot hold is none`() {
    #expect(complete("a", replacing: 0..<1, with: []) == nil)
    #expect(complete("a", replacing: 0..<1, with: ["a\0b", ""]) == nil)
  }

  @Test(arguments: [
    (["é", "è"], ""),  // the same first byte
    (["e", "e\u{301}"], ""),  // a letter and the same with a mark
    (["👨‍👩‍👧 a", "👨‍👩‍👦 a"], ""),  // families that differ in the last member
    (["🇩🇪", "🇩🇰"], ""),  // flags that share their first half
    (["aé1", "aé2"], "aé"),
    (["ab", "ab"], "ab"),
    (["ab", "a"], "a"),
    (["ab", ""], ""),
    (["a\r\nb", "a\r"], "a"),
    ([], ""),
  ])
  func `texts agree on whole characters`(texts: [String], common: String) {
    #expect(LineCompletion.commonPrefix(of: texts) == common)
    #expect(LineCompletion.commonPrefix(of: texts.reversed()) == common)
  }
}
