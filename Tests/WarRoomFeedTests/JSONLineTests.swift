import Testing

@testable import warroom_feed

@Suite struct JSONLineTests {
  private func compact(_ text: String) throws -> String {
    String(decoding: try JSONLine.compact(Array(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    ("{}", "{}"),
    ("\u{FEFF} {\r\n\t\"phase\" : \"active\" ,\n \"n\": 1.50e+2}\n", "{\"phase\":\"active\",\"n\":1.50e+2}"),
    ("{\"a b\": \"c  \\n d\"}", "{\"a b\":\"c  \\n d\"}"),
    ("{\"a\": \"\\\\\", \"b\": \"\\\" , {\"}", "{\"a\":\"\\\\\",\"b\":\"\\\" , {\"}"),
    ("{\"b\": [1, {\"c\": null}], \"a\": \"é\u{2028}😠\"}", "{\"b\":[1,{\"c\":null}],\"a\":\"é\u{2028}😠\"}"),
  ])
  func `space between the parts goes, all else stays`(text: String, line: String) throws {
    #expect(try compact(text) == line)
  }

  @Test(arguments: [
    "", " ", "[]", "null", "\"a\"", "7", "{", "{}}", "{\"a\":1,}", "{\"a\":\"b\nc\"}", "{a:1}", "<html>",
    "{\"a\":1} {\"b\":2}", "{\"a\":NaN}", "{\"a\":\"b\tc\"}",
  ])
  func `what is no JSON object is refused`(text: String) {
    #expect(throws: JSONLine.Problem.notObject) { try compact(text) }
  }

  @Test func `bytes that are no UTF-8 are refused, UTF-16 too`() {
    #expect(throws: JSONLine.Problem.notText) { try JSONLine.compact([0x7B, 0xFF, 0x7D]) }
    #expect(throws: JSONLine.Problem.notText) { try JSONLine.compact([0x7B, 0, 0x7D, 0]) }
  }

  @Test func `nesting of any depth is no danger`() {
    let text = "{\"a\":" + String(repeating: "[", count: 60_000)
    #expect(throws: JSONLine.Problem.notObject) { try compact(text) }
  }
}
