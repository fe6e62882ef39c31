import TerminalText
import Testing

@testable import LineEditor

@Suite struct PainterPromptTests {
  @Test func `escape codes of the prompt are enclosed in marks that take no column`() {
    #expect(Painter(isOn: true).prompt("> ") == "\u{1}\u{1B}[1m\u{2}> \u{1}\u{1B}[0m\u{2}")
    #expect(Painter(isOn: true).prompt("") == "")
    #expect(Painter.plain.prompt("> ") == "> ")
  }
}
