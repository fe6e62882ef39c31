import CommandLanguage
import Testing

@Test func `a table of well-formed declarations has no problems`() {
  #expect(CommandTable.shed.problems == [])
}
