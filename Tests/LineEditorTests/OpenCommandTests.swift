import CommandLanguage
import Testing

@testable import LineEditor

@Suite struct OpenCommandTests {
  /// Adds a line. A command is complete when it has as many `}` as `{`.
  private func add(_ line: String, to command: inout OpenCommand) -> String? {
    command.add(Array(line.utf8), to: Braces()).map { String(decoding: $0.text, as: UTF8.self) }
  }

  private final class Braces: Session {
    var isInterrupted: () -> Bool = { false }

    func run(_ line: PreparedLine, into output: inout [UInt8]) -> Outcome { .done }

    func completeness(of text: Span<UInt8>) -> Completeness {
      text.indices.reduce(0) { $0 + (text[$1] == 0x7B ? 1 : text[$1] == 0x7D ? -1 : 0) } == 0
        ? .complete : .open
    }

    func completions(of text: Span<UInt8>, at cursor: Int) -> Completions {
      Completions(replaced: cursor..<cursor, candidates: [])
    }
  }

  @Test func `a whole line is a command at once`() {
    var command = OpenCommand()
    #expect(add("a", to: &command) == "a")
    #expect(!command.isOpen)
  }

  @Test func `the lines of a block are one command, with their text unchanged`() {
    var command = OpenCommand()
    #expect(add("a {", to: &command) == nil)
    #expect(command.isOpen)
    #expect(add("", to: &command) == nil)
    #expect(add("  b ", to: &command) == nil)
    #expect(String(decoding: command.before, as: UTF8.self) == "a {\n\n  b \n")
    #expect(add("}", to: &command) == "a {\n\n  b \n}")
    #expect(!command.isOpen)
    #expect(command.before.isEmpty)
  }

  @Test(arguments: ["", " ", "\t  "])
  func `a blank line is not a command`(line: String) {
    var command = OpenCommand()
    #expect(add(line, to: &command) == nil)
    #expect(!command.isOpen)
  }

  @Test func `a dropped block leaves nothing behind`() {
    var command = OpenCommand()
    _ = add("a {", to: &command)
    command.drop()
    #expect(add("b", to: &command) == "b")
  }

  @Test func `an interrupted block is returned once, as typed so far`() {
    var command = OpenCommand()
    #expect(command.end(in: Braces()) == nil)
    _ = add("a {", to: &command)
    #expect(command.end(in: Braces())?.text == Array("a {".utf8))
    #expect(command.end(in: Braces()) == nil)
  }
}
