import Testing

@testable import Scenarios

@Suite struct ProgressTests {
  private func replayMany(stepNs: UInt64, _ set: (inout ReplayOptions) -> Void = { _ in }) -> Ran {
    let files = MemoryFiles(["a.scenario": "> echo\n", "b.scenario": "> echo x\n", "c.scenario": "> echo\n"])
    return replay(files) {
      $0.showsProgress = true
      set(&$0)
    } system: {
      $0.clock = StepClock(stepNs: stepNs).read
    }
  }

  @Test(arguments: [
    (0, 0, 5_000, "0/1200"), (300, 0, 3_000, "300/1200  100/s  9 s left"),
    (3, 2, 6_000, "3/1200  2 failed  0.5/s  39 min 54 s left"),
    (1200, 1, 1, "1200/1200  1 failed  1200000/s  0 s left"),
    (1, 0, 12_000, "1/1200  0.1/s  3 h 59 min left"),
  ])
  func `progress shows what is done and failed, the rate and the rest`(
    done: Int, failed: Int, milliseconds: UInt64, text: String
  ) {
    #expect(
      ProgressLine.text(done, of: 1200, failedCount: failed, elapsedNs: milliseconds * 1_000_000) == text)
  }

  @Test func `a run that is over soon shows no progress`() {
    #expect(replayMany(stepNs: 1_000_000).errors == "")
  }

  @Test func `a long run shows progress and leaves nothing behind`() {
    let ran = replayMany(stepNs: 200_000_000)
    #expect(ran.errors.contains("/3"))
    #expect(ran.errors.contains(" left\r\u{1B}[K"))
    #expect(ran.errors.hasSuffix("\r\u{1B}[K"))
  }

  @Test func `a run that shows no progress writes nothing beside its report`() {
    #expect(replayMany(stepNs: 200_000_000) { $0.showsProgress = false }.errors == "")
  }

  @Test func `as many of the slowest are listed as are wanted`() {
    func slowest(_ count: Int) -> [String] {
      let ran = replayMany(stepNs: 1_000_000) {
        $0.showsTimes = true
        $0.slowestCount = count
      }
      let lines = ran.output.split(separator: "\n").map(String.init)
      return lines.drop { $0 != "slowest" }.dropFirst().prefix { $0.hasPrefix("  ") }.map {
        String($0.suffix(10))
      }
    }
    #expect(slowest(2) == ["a.scenario", "b.scenario"])
    #expect(slowest(0) == [])
    #expect(slowest(9).count == 3)
  }
}
