import Testing

import TerminalText

@Suite struct PainterTests {
  private func paint(_ text: String, isOn: Bool = true) -> String {
    String(decoding: Painter(isOn: isOn).paint(Array(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    ("+ a", "32"), ("- a", "31"), ("~ a", "33"), ("^ a", "36"), ("error: a", "1;31"), ("warning: a", "33"),
  ])
  func `a line has the colour of its mark`(line: String, code: String) {
    #expect(paint("\(line)\n") == "\u{1B}[\(code)m\(line)\u{1B}[0m\n")
  }

  @Test(arguments: ["a", "", "\n", "\n\n", "  ^~~~ here\n", "+a\n", "-1\n", "  error: a\n", "error\n"])
  func `a line without a mark stays as it is`(text: String) {
    #expect(paint(text) == text)
  }

  @Test func `each line is painted by itself, the last one without its end too`() {
    #expect(paint("+ a\nb\n- c") == "\u{1B}[32m+ a\u{1B}[0m\nb\n\u{1B}[31m- c\u{1B}[0m")
  }

  @Test func `malformed UTF-8 passes unchanged`() {
    #expect(Painter(isOn: true).paint([0xFF, 0x0A, 0xFE]) == [0xFF, 0x0A, 0xFE])
  }

  @Test func `nothing is painted when colour is off`() {
    #expect(paint("+ a\nerror: b\n", isOn: false) == "+ a\nerror: b\n")
    #expect(Painter.plain.remark("a") == "a")
  }

  @Test(arguments: [
    (["TERM": "xterm"], true, true), (["TERM": "xterm"], false, false), (["TERM": "dumb"], true, false),
    ([:], true, false), (["TERM": ""], true, false), (["TERM": "xterm", "NO_COLOR": "1"], true, false),
    (["TERM": "xterm", "NO_COLOR": ""], true, true),
  ])
  func `colour is for terminals that can show it and persons who want it`(
    environment: [String: String], isTerminal: Bool, isWanted: Bool
  ) {
    #expect(TerminalAbility.wantsColour(isTerminal: isTerminal) { environment[$0] } == isWanted)
  }
}
