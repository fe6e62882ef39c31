import Synchronization
import Testing

@testable import Scenarios

@Suite struct WatchTests {
  /// The names of what is replayed, look by look; `change` acts before each.
  private func watch(
    _ files: MemoryFiles, _ paths: [FilePath] = ["."], looks countMax: Int,
    _ change: (_ look: Int) -> Void
  ) -> (status: ReplayStatus, lines: [String]) {
    let output = TextBox()
    var options = ReplayOptions()
    options.paths = paths
    let run = ReplayRun(options, host: .echo, files: files, system: ReplaySystem { output.append($0) })
    var looks = 0
    let status = run.watch {
      looks += 1
      change(looks)
      return looks <= countMax ? .look : .end
    }
    return (
      status,
      output.text.split(separator: "\n").map(String.init).filter {
        $0.hasPrefix("passed") || $0.hasPrefix("FAILED")
      }
    )
  }

  @Test func `a watch runs all once and then only what changed, with those who use it`() {
    let files = MemoryFiles([
      "a.scenario": "> echo a\na\n", "b.scenario": "# uses: setup/s.scenario\n> echo b\nb\n",
      "setup/s.scenario": "> set x 1\n",
    ])
    let ran = watch(files, looks: 4) { look in
      if look == 2 { files.put("> set x 2\n", at: "setup/s.scenario") }
      if look == 4 { files.put("> echo c\nx\n", at: "c.scenario") }
    }
    #expect(
      ran.lines == [
        "passed  a.scenario", "passed  b.scenario", "passed  setup/s.scenario", "passed  b.scenario",
        "passed  setup/s.scenario", "FAILED  c.scenario",
      ])
    #expect(ran.status == .failure)
  }

  @Test func `a file that a command reads is watched, too`() {
    let files = MemoryFiles(["f/a.scenario": "> read data.txt\n1\n", "f/data.txt": "1\n", "data.txt": "0\n"])
    let ran = watch(files, looks: 2) { if $0 == 2 { files.put("2\n", at: "f/data.txt") } }
    #expect(ran.lines == ["passed  f/a.scenario", "FAILED  f/a.scenario"])
  }

  @Test func `a repeated replay may use the same files as the first one`() {
    let files = MemoryFiles([
      "s/setup.scenario": "> set x 1\n", "s/sub/a.scenario": "# uses: ../setup.scenario\n> get x\n1\n",
    ])
    let ran = watch(files, ["s"], looks: 1) { _ in
      files.put("# uses: ../setup.scenario\n> get x\n1\n\n", at: "s/sub/a.scenario")
    }
    #expect(ran.lines.suffix(1) == ["passed  s/sub/a.scenario"] && ran.lines.count == 3)
  }

  @Test func `a path that is not there ends the watch at once`() {
    var looks = 0
    let ran = watch(MemoryFiles(["a.scenario": ""]), ["gone"], looks: 3) { looks = $0 }
    #expect(ran.status == .usage && looks == 0)
  }

  @Test func `a report's file is refused, since it would hold a part`() {
    var options = ReplayOptions()
    options.paths = ["."]
    options.reports = [.init(.junit, file: "out.xml")]
    let errors = TextBox()
    var system = ReplaySystem { _ in }
    system.errors = { errors.append($0) }
    let run = ReplayRun(options, host: .echo, files: MemoryFiles(["a.scenario": ""]), system: system)
    #expect(run.watch { .end } == .usage)
    #expect(
      errors.text
        == "error: --watch cannot be used with a report file, which would have only a part of the run\n")
  }

  // MARK: Keys

  /// What is printed while keys are pressed; `change` acts before each.
  private func press(
    _ keys: String, _ files: MemoryFiles, answers: [String] = [],
    _ set: (inout ReplayOptions) -> Void = { _ in }, _ change: (_ key: UInt8) -> Void = { _ in }
  ) -> (status: ReplayStatus, output: String, unused: String) {
    let output = TextBox()
    var system = ReplaySystem { output.append($0) }
    system.errors = { output.append($0) }
    let left = Mutex(answers)
    system.ask = { _ in left.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    var options = ReplayOptions()
    options.paths = ["."]
    set(&options)
    let run = ReplayRun(options, host: .echo, files: files, system: system)
    var rest = Array(keys.utf8)[...]
    let status = run.watch {
      guard let key = rest.popFirst() else { return .end }
      change(key)
      return key == UInt8(ascii: ".") ? .look : .key(key)
    }
    return (status, output.text, String(decoding: rest, as: UTF8.self))
  }

  private static func twoOfThree() -> MemoryFiles {
    MemoryFiles([
      "a.scenario": "> echo a\nx\n", "b.scenario": "> echo b\nb\n", "c.scenario": "> echo c\nx\n",
    ])
  }

  private func verdicts(_ output: String) -> [String] {
    let lines = output.split(separator: "\n").filter { line in
      ["passed", "FAILED", "re-recorded"].contains { line.hasPrefix($0) }
    }
    return lines.map { "\($0.prefix(1))\($0.suffix(10).prefix(1))" }
  }

  @Test func `keys replay all, or what failed when it last ran`() {
    let files = Self.twoOfThree()
    let ran = press("af.f", files, { _ in }) { key in
      if key == UInt8(ascii: ".") { files.put("> echo a\na\n", at: "a.scenario") }
    }
    #expect(verdicts(ran.output) == ["Fa", "pb", "Fc", "Fa", "pb", "Fc", "Fa", "Fc", "pa", "Fc"])
    #expect(ran.status == .failure)
  }

  @Test func `a key reviews what failed, and what was taken no longer does`() {
    let files = Self.twoOfThree()
    let ran = press("rf", files, answers: ["y", "n"])
    #expect(files.text("a.scenario") == "> echo a\na\n" && files.text("c.scenario") == "> echo c\nx\n")
    #expect(verdicts(ran.output) == ["Fa", "pb", "Fc", "ra", "Fc", "Fc"])
  }

  @Test func `a review on a build service is refused, and the watch continues`() {
    let files = Self.twoOfThree()
    let ran = press("ra", files, answers: ["y", "y"]) { $0.isContinuousIntegration = true }
    #expect(ran.output.contains("error: scenarios are not rewritten under CI=true"))
    #expect(verdicts(ran.output).count == 6 && files.text("a.scenario") == "> echo a\nx\n")
  }

  @Test func `when nothing failed, the key reports it`() {
    let ran = press("f", MemoryFiles(["b.scenario": "> echo b\nb\n"]))
    #expect(ran.output.hasSuffix("1 passed\nnone of these scenarios failed\n"))
    #expect(ran.status == .success)
  }

  @Test(arguments: ["q", "\u{3}", "\u{4}"])
  func `a key ends the watch at once`(key: String) {
    let ran = press(key + "a", MemoryFiles(["b.scenario": "> echo b\nb\n"]))
    #expect(ran.unused == "a" && verdicts(ran.output) == ["pb"])
  }

  @Test func `any other key lists the keys`() {
    let ran = press("?\u{1B}", MemoryFiles(["b.scenario": ""]))
    #expect(
      ran.output.hasSuffix("a all · f failed · r review · q quit\na all · f failed · r review · q quit\n"))
  }
}
