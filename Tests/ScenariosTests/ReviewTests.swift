import Synchronization
import Testing

@testable import Scenarios

@Suite struct ReviewTests {
  /// Reviews one scenario with an editor; what it was given is in `shown`.
  private func review(
    _ text: String, answers: [String], shown: TextBox = TextBox(),
    clock: (@Sendable () -> UInt64)? = nil, edit: @escaping @Sendable (String) -> String?
  ) -> Ran {
    replay(text, answers: answers) {
      $0.blessing = .review
      $0.showsTimes = clock != nil
    } system: {
      $0.clock = clock
      $0.edit = { bytes in
        shown.append(bytes)
        return edit(String(decoding: bytes, as: UTF8.self)).map { Array($0.utf8) }
      }
    }
  }

  @Test func `an editor gets the command and its output, matching patterns unchanged`() {
    let shown = TextBox()
    _ = review("> echo one 1|two\none (\\d) (re)\nTWO\n", answers: ["e", "q"], shown: shown) { _ in nil }
    #expect(
      shown.text == """
        # The lines below the command are used. Do not change the command.
        > echo one 1|two
        one (\\d) (re)
        two

        """)
  }

  @Test func `the editor's text below the command becomes the output in the file`() {
    let ran = review("> echo a|b\nx\n\n> echo c\nc\n", answers: ["e"]) {
      $0.replacing("a\nb\n", with: "* (glob)\n\\# b\n")
    }
    #expect(ran["a.scenario"] == "> echo a|b\n* (glob)\n\\# b\n\n> echo c\nc\n")
  }

  @Test(arguments: [
    "> echo other\na\n", "> echo a\na\n> echo b\nb\n", "", "a\n> echo a\n", "# only a comment\n",
    "> echo a\n. more\na\n",
  ])
  func `an edit that changes more than the output is refused, and the question is repeated`(edited: String) {
    let ran = review("> echo a\nx\n", answers: ["e", "n"]) { _ in edited }
    #expect(ran["a.scenario"] == "> echo a\nx\n")
    #expect(
      ran.output.contains(
        "nothing was changed: only the lines below the command may change\nuse this output? "))
  }

  @Test func `an editor that was left without saving takes nothing`() {
    let ran = review("> echo a\nx\n", answers: ["e", "y"]) { _ in nil }
    #expect(ran.output.contains("the output was not changed in the editor\nuse this output? "))
    #expect(ran["a.scenario"] == "> echo a\na\n")
  }

  @Test func `the time spent thinking and editing counts neither for the run nor for the scenario`() {
    let now = Mutex<UInt64>(0)
    let ran = replay("> echo a\nx\n", answers: []) {
      $0.blessing = .review
      $0.showsTimes = true
    } system: {
      $0.clock = { now.withLock { $0 } }
      // An hour of thought and an hour in the editor; a millisecond in all else.
      let think: @Sendable () -> Void = { now.withLock { $0 += 3_600_000_000_000 } }
      let asked = Mutex(0)
      $0.ask = { _ in
        think()
        return asked.withLock {
          $0 += 1; return $0 == 1 ? "e" : "n"
        }
      }
      $0.edit = { text in
        think()
        return text
      }
    }
    #expect(ran["a.scenario"] == "> echo a\na\n")
    #expect(ran.output.contains("re-recorded  a.scenario  (0.0 ms)\n"), "\(ran.output)")
    #expect(ran.output.hasSuffix(" in 0.0 ms\n"))
  }
}
