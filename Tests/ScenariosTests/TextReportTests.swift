import Testing

@testable import Scenarios

/// How the report for people looks on a terminal.
@Suite struct TextReportTests {
  @Test func `colour marks the changed part and adds nothing to the text`() throws {
    let plain = replay("> echo hp 100\nhp 90\n")
    let colored = replay("> echo hp 100\nhp 90\n") { $0.usesColor = true }
    #expect(colored.output.contains("\u{1B}[31mhp \u{1B}[7m90\u{1B}[27m\u{1B}[0m\n"))
    let stripped = colored.output.replacing(try Regex("\u{1B}\\[[0-9;]*m"), with: "")
    #expect(
      stripped == plain.output.split(separator: "\n").filter { !$0.contains("? |") }.joined(separator: "\n")
        + "\n")
  }

  @Test func `marks are placed below what changed, however wide the preceding characters are`() {
    let report = replay("> echo 🇨🇭 👨\u{200D}👩 e\u{301} 5\n🇨🇭 👨\u{200D}👩 e\u{301} 4\n").output
    #expect(report.contains("- | 🇨🇭 👨\u{200D}👩 e\u{301} 4\n"))
    #expect(report.contains("? |         ^\n"))
  }

  @Test func `lines that look the same and are composed differently are said to be`() {
    let note = "  | ⋮ it looks the same, but its characters are composed differently\n"
    let report = replay("> echo caf\u{E9}\ncafe\u{301}\n").output
    #expect(report.contains("+ | caf\u{E9}\n") && report.contains(note), "\(report)")
    #expect(!replay("> echo hp 100\nhp 90\n").output.contains("⋮ it looks"))
  }
}
