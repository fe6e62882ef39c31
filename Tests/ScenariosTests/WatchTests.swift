import Testing

@testable import Scenarios

@Suite struct WatchTests {
  @Test func `what was saved is replayed again, with those who use it`() {
    let files = MemoryFiles([
      "a.scenario": "> echo a\na\n", "b.scenario": "# uses: setup/s.scenario\n> echo b\nb\n",
      "setup/s.scenario": "> set x 1\n",
    ])
    var options = ReplayOptions()
    options.paths = ["."]
    let system = ReplaySystem { _ in }
    var watch = ReplayWatch(ReplayRun(options, host: .echo, files: files, system: system))
    #expect(watch.changed() == ["a.scenario", "b.scenario", "setup/s.scenario"])
    #expect(watch.changed() == [])
    try? files.replace("setup/s.scenario", with: Array("> set x 2\n".utf8))
    #expect(watch.changed() == ["b.scenario", "setup/s.scenario"])
    try? files.replace("c.scenario", with: Array("> echo c\nc\n".utf8))
    #expect(watch.changed() == ["c.scenario"])
    #expect(watch.changed() == [])
  }

  @Test func `a watch runs all once and then only what changed`() {
    let files = MemoryFiles(["a.scenario": "> echo a\na\n", "b.scenario": "> echo b\nb\n"])
    let output = TextBox()
    var options = ReplayOptions()
    options.paths = ["."]
    let run = ReplayRun(options, host: .echo, files: files, system: ReplaySystem { output.append($0) })
    var looks = 0
    let status = run.watch {
      looks += 1
      if looks == 2 { try? files.replace("b.scenario", with: Array("> echo b\nx\n".utf8)) }
      return looks < 4
    }
    #expect(status == .failure)
    let lines = output.text.split(separator: "\n").filter { $0.hasPrefix("passed") || $0.hasPrefix("FAILED") }
    #expect(lines == ["passed  a.scenario", "passed  b.scenario", "FAILED  b.scenario"])
  }
}
