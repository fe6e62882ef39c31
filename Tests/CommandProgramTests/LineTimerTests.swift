import CommandLanguage
import Testing

@testable import CommandProgram

@Suite struct LineTimerTests {
  private final class Told: Session {
    var isInterrupted: () -> Bool = { false }
    var count = 0
    func run(_ line: PreparedLine, into output: inout [UInt8]) -> Outcome {
      count += 3
      output += "done\n".utf8
      return .done
    }
    func completeness(of text: Span<UInt8>) -> Completeness { .complete }
    func completions(of text: Span<UInt8>, at cursor: Int) -> Completions {
      Completions(replaced: cursor..<cursor, candidates: [])
    }
  }

  @Test func `the time of a line is shown after it, once it is requested`() {
    let base = Told()
    var isOn = false
    var time = Duration.zero
    let timer = LineTimer(isOn: { isOn }, observerCallCount: { base.count }) {
      time += .microseconds(1_234)
      return time
    }
    #expect(base.run("x", hooks: [timer]).output == "done\n")
    isOn = true
    #expect(base.run("x", hooks: [timer]).output == "done\ntook 1.2 ms, 3 observers called\n")
  }

  @Test(arguments: [
    (Duration.microseconds(42), "0.042 ms"), (.microseconds(999), "0.999 ms"),
    (.microseconds(12_345), "12.3 ms"),
    (.milliseconds(4_070), "4.07 s"), (.zero, "0.000 ms"), (.seconds(-1), "0.000 ms"),
  ])
  func `a time is shown in a unit that fits`(duration: Duration, text: String) {
    #expect(LineTimer.text(of: duration) == text)
  }
}
