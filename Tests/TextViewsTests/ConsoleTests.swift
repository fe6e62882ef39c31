import Testing
import TextViews

struct ConsoleTests {
  @Test func `What is printed while the rest is taken stays for the next time`() {
    let console = Console()
    console.bytes += Array("first\n".utf8)
    var taken: [String] = []
    for _ in 0..<3 {
      console.move { bytes in
        for count in 0..<40 { console.bytes += Array("again \(count)\n".utf8) }
        taken.append(String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self))
        if taken.count == 2 { console.bytes = [] }
      }
    }
    let again = (0..<40).map { "again \($0)\n" }.joined()
    #expect(taken == ["first\n", again, ""])
    #expect(String(decoding: console.take(), as: UTF8.self) == again)
    #expect(console.isEmpty)
  }
}
