import Testing

@testable import Scenarios

@Suite struct HashLineTests {
  private func difference(_ recorded: String, _ computed: String) -> [String] {
    let (was, now) = HashLine.difference(Array(recorded.utf8), Array(computed.utf8))
    return [was, now]
  }

  @Test func `the digits end at the first blank`() {
    #expect(HashLine.digits(of: Array("f45a  A.hp 1→2".utf8)).elementsEqual("f45a".utf8))
    #expect(HashLine.digits(of: Array("f45a".utf8)).elementsEqual("f45a".utf8))
    #expect(HashLine.digits(of: []).isEmpty)
  }

  @Test func `letters of either case are the same digits`() {
    #expect(HashLine.areEqual(Array("F45a  A.hp 1→2".utf8), Array("f45A".utf8)))
    #expect(!HashLine.areEqual(Array("f45a".utf8), Array("f45b".utf8)))
  }

  @Test func `the first part that differs is named, also where one line has more of them`() {
    #expect(
      difference("f4  A.hp 1→2, B.hp 3→4", "a0  A.hp 1→2, B.hp 3→5") == ["f4 (B.hp 3→4)", "a0 (B.hp 3→5)"])
    #expect(difference("f4  A.hp 1→2", "a0  A.hp 1→2, B.hp 3→5") == ["f4 (nothing)", "a0 (B.hp 3→5)"])
    #expect(difference("f4  A.hp 1→2", "a0") == ["f4 (A.hp 1→2)", "a0 (nothing)"])
  }

  @Test func `if the parts agree, or there are none, only the digits are shown`() {
    #expect(difference("f4  A.hp 1→2", "a0  A.hp 1→2") == ["f4", "a0"])
    #expect(difference("f4", "a0") == ["f4", "a0"])
  }
}
