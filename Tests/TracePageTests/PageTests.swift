import ProgramTesting
import Testing

@testable import TracePage

/// The page as bytes.
@Suite struct PageTests {
  @Test func `the hash is that of the standard's examples`() {
    func hex(_ text: String) -> String {
      SHA256.hash(of: Array(text.utf8)).map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
    }
    #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }

  @Test func `Base64 pads lengths that are not multiples of three`() {
    let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map { Base64.text(of: Array($0.utf8)) }
    #expect(texts == ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"])
  }

  @Test func `the policy names the hashes of the page's own style and script`() throws {
    let page = String(decoding: TracePage.beginning + TracePage.end, as: UTF8.self)
    func between(_ start: String, _ end: String) throws -> String {
      let first = try #require(page.firstRange(of: start))
      let last = try #require(page[first.upperBound...].firstRange(of: end))
      return String(page[first.upperBound..<last.lowerBound])
    }
    func hash(_ text: String) -> String { Base64.text(of: SHA256.hash(of: Array(text.utf8))) }
    let (style, script) = (try between("<style>", "</style>"), try between("\n<script>", "</script>"))
    #expect(hash(script) == TracePage.scriptHash)
    #expect(hash(style) == TracePage.styleHash)
    #expect(page.contains("script-src 'sha256-\(hash(script))'; style-src 'sha256-\(hash(style))'"))
    #expect(page.contains("default-src 'none'"))
    #expect(page.hasPrefix(TracePage.mark))
    #expect(!script.contains("innerHTML") && !script.contains("eval(") && !script.contains("http"))
  }

  @Test func `no data ends the element that holds it`() {
    let data = TracePage.data(Array(#"{"a":"</script><!--"}"#.utf8))
    #expect(String(decoding: data, as: UTF8.self) == #"{"a":"\u003c/script>\u003c!--"}"#)
  }

  @Test func `the page is small`() throws {
    let parts = [
      "text", "events", "session", "reasons", "screens", "tables", "inspector", "results", "steps", "page",
    ]
    let lines = try parts.reduce(0) { sum, part in
      sum + (try Browsing.source("\(part).js")).split(separator: "\n", omittingEmptySubsequences: false).count
    }
    #expect(lines <= 2_500)
    #expect(TracePage.beginning.count + TracePage.end.count < 150_000)
  }

  @Test(.enabled(if: Browsing.has("tsc"), "left out: there is no tsc"))
  func `the script has the types that it declares`() throws {
    let ending = try Browsing.shell("tsc -p '\(Browsing.sources)'")
    #expect(ending.output == "" && ending.status == 0)
  }
}
