import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Scenarios

@Suite struct RunTests {
  let many = MemoryFiles([
    "b/two.scenario": "# Two.\n# tags: slow phases\n> echo 2\n2\n",
    "a/one.scenario": "# One.\n# tags: fast\n> echo 1\n1\n",
    "a/deep/three.scenario": "# Three.\n# tags: slow\n> echo 3\n3\n", "a/notes.txt": "> echo no\nscenario\n",
    ".hidden/four.scenario": "> echo 4\nno\n",
  ])

  func names(_ ran: Ran) -> [String] {
    ran.output.split(separator: "\n").compactMap { line in
      line.hasPrefix("passed  ") || line.hasPrefix("FAILED  ")
        ? line.dropFirst(8).split(separator: "  ").first.map(String.init) : nil
    }
  }

  // MARK: Choose

  @Test func `folders are searched for scenarios, in the order of their paths`() {
    let ran = replay(many)
    #expect(names(ran) == ["a/deep/three.scenario", "a/one.scenario", "b/two.scenario"])
    #expect(
      names(replay(many) { $0.paths = ["./b/", "b/two.scenario", "a/notes.txt"] }) == [
        "a/notes.txt", "b/two.scenario",
      ])
  }

  @Test func `names that only Unicode calls equal are two files`() {
    let files = MemoryFiles([
      "\u{E9}.scenario": "> echo a\na\n", "./\u{301}x/e\u{301}.scenario": "> folder\n\u{301}x\n",
    ])
    #expect(replay(files) { $0.paths = ["./\u{301}x/", "\u{E9}.scenario"] }.status == .success)
    #expect(FilePath("./\u{301}x//").trimmed == "\u{301}x")
    #expect(RunRecords.failed(in: RunRecords.write(failed: ["\u{301}x"])) == ["\u{301}x"])
    #expect(RunRecords.timings(in: RunRecords.write(timings: ["\u{301}x": 4])) == ["\u{301}x": 4])
  }

  @Test func `tags and texts choose`() {
    #expect(names(replay(many) { $0.tags = ["slow"] }) == ["a/deep/three.scenario", "b/two.scenario"])
    #expect(names(replay(many) { $0.tags = ["slow", "phases"] }) == ["b/two.scenario"])
    #expect(names(replay(many) { $0.tags = ["!slow"] }) == ["a/one.scenario"])
    #expect(names(replay(many) { $0.matches = ["Two"] }) == ["b/two.scenario"])
    #expect(names(replay(many) { $0.matches = ["deep/"] }) == ["a/deep/three.scenario"])
  }

  @Test func `a choice of nothing is an error`() {
    let ran = replay(many) {
      $0.tags = ["none"]
      $0.matches = ["x"]
    }
    #expect(ran.status == .usage && ran.output.isEmpty)
    #expect(ran.errors == "error: no scenario matches: --tag none --match x\n")
    #expect(
      replay(MemoryFiles(["a/x.txt": ""])).errors
        == "error: no “*.scenario” file was found\n")
    #expect(replay(many) { $0.paths = [] }.errors == "error: there is no file or folder\n")
    #expect(replay(many) { $0.paths = ["nowhere"] }.errors == "error: there is no file or folder “nowhere”\n")
  }

  @Test(arguments: [
    ("Scenaros/duel", "Scenarios/duel"), ("Scenaros/", "Scenarios"), ("gone/", nil),
    ("Scenarios/due", "Scenarios/duel"),
    ("Scenaros/duel/frist.scenario", "Scenarios/duel/first.scenario"),
    ("Scenarios/duel/first", "Scenarios/duel/first.scenario"), ("Scenarios/fist/first", nil),
  ])
  func `a path that leads nowhere is answered by a near one`(path: String, near: String?) {
    let files = MemoryFiles(["Scenarios/duel/first.scenario": "> print 1\n1\n", "notes.txt": ""])
    let hint = near.map { ", did you mean “\($0)”?" } ?? ""
    #expect(
      replay(files) { $0.paths = [FilePath(path)] }.errors
        == "error: there is no file or folder “\(FilePath(path).trimmed)”\(hint)\n")
  }

  @Test func `a link that leads nowhere is not answered by its own name`() {
    let files = MemoryFiles(["a/x.scenario": ""], links: ["a/gone.scenario": "a/nowhere"])
    #expect(
      replay(files) { $0.paths = ["a/gone.scenario"] }.errors
        == "error: “a/gone.scenario” is a link that leads nowhere\n")
  }

  @Test func `a list shows what would run and runs nothing`() {
    let ran = replay(many) { $0.isListing = true }
    #expect(
      ran.output == """
        a/deep/three.scenario  Three.  [slow]
        a/one.scenario  One.  [fast]
        b/two.scenario  Two.  [slow phases]

        """)
  }

  @Test func `a list is refused with an option that needs a run`() {
    func errors(_ set: @escaping (inout ReplayOptions) -> Void) -> String {
      let ran = replay(many) {
        $0.isListing = true
        set(&$0)
      }
      #expect(ran.status == .usage && ran.output.isEmpty)
      return ran.errors
    }
    let refusal = "error: --list runs nothing, so it cannot be used with "
    #expect(errors { $0.blessing = .all } == "\(refusal)--bless\n")
    #expect(errors { $0.blessing = .names } == "\(refusal)--migrate\n")
    #expect(errors { $0.reports = [.init(.tap)] } == "\(refusal)--report\n")
  }

  @Test func `those that failed last time are run until they pass`() {
    let files = MemoryFiles([
      "a.scenario": "> echo a\nx\n", "b.scenario": "> echo b\nb\n", "c.scenario": "> echo c\nx\n",
    ])
    func run(_ paths: [FilePath] = ["."], failed: Bool) -> Ran {
      replay(files) {
        $0.paths = paths
        $0.stateFile = "state"
        $0.onlyFailed = failed
      }
    }
    #expect(run(failed: true).errors == "error: --failed: there is no record of an earlier run\n")
    _ = run(failed: false)
    #expect(names(run(failed: true)) == ["a.scenario", "c.scenario"])
    try? files.replace("a.scenario", with: Array("> echo a\na\n".utf8))
    _ = run(["a.scenario", "b.scenario"], failed: false)
    #expect(names(run(failed: true)) == ["c.scenario"])
    try? files.replace("c.scenario", with: Array("> echo c\nc\n".utf8))
    _ = run(failed: true)
    let again = run(failed: true)
    #expect(again.output == "none of these scenarios failed last time\n" && again.status == .success)
  }

  @Test func `paths with odd characters survive in the records`() {
    let paths: [FilePath] = ["a b.scenario", "line\nbreak", "back\\slash\\n", "é"]
    #expect(RunRecords.failed(in: RunRecords.write(failed: paths)) == paths)
    let timings: [FilePath: UInt64] = ["a b": 5, "x\ny": 0, "z": .max]
    #expect(RunRecords.timings(in: RunRecords.write(timings: timings)) == timings)
    #expect(
      RunRecords.timings(in: Array("# scenario timings 1\nrubbish\n\u{0}\n-1 x\n7 y\n".utf8)) == ["y": 7])
    #expect(RunRecords.timings(in: Array("# another file\n7 y\n".utf8)).isEmpty)
  }

  @Test func `shards share the scenarios out without rest or repeat`() {
    for seed in UInt64(0)..<300 {
      var random = SplitMix(seed)
      let paths = (0..<Int.random(in: 1...30, using: &random)).map { FilePath("s\($0)") }
      var timings: [FilePath: UInt64] = [:]
      for path in paths where Bool.random(using: &random) {
        timings[path] = UInt64.random(in: 0...1_000, using: &random)
      }
      let count = Int.random(in: 1...6, using: &random)
      let shards = (1...count).compactMap { index in
        ReplayOptions.Shard(index: index, count: count).map {
          Sharding.paths(paths, shard: $0, timings: timings)
        }
      }
      #expect(shards.reduce(0) { $0 + $1.count } == paths.count, "seed \(seed)")
      #expect(shards.reduce(into: Set()) { $0.formUnion($1) } == Set(paths), "seed \(seed)")
      if timings.isEmpty {
        let sizes = shards.map(\.count)
        #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
      }
    }
  }

  @Test func `earlier times balance the shards`() {
    let paths: [FilePath] = ["a", "b", "c", "d", "e"]
    let timings: [FilePath: UInt64] = ["a": 100, "b": 40, "c": 30, "d": 20, "e": 10]
    func shard(_ text: String) -> [FilePath] {
      ReplayOptions.Shard(text).map { Sharding.paths(paths, shard: $0, timings: timings).sorted() } ?? []
    }
    #expect(shard("1/2") == ["a"] && shard("2/2") == ["b", "c", "d", "e"])
  }

  @Test(arguments: ["0/2", "3/2", "1/0", "1", "a/b", "1/2/3", "-1/2", "1/99999"])
  func `a shard that cannot be is refused`(_ text: String) { #expect(ReplayOptions.Shard(text) == nil) }

  @Test func `a shard without a scenario passes, since the others have them`() {
    let ran = replay(many) { $0.shard = .init("4/4") }
    #expect(ran.output == "shard 4/4: 0 scenarios\n0 scenarios, 0 commands: 0 passed\n")
    #expect(ran.status == .success)
  }

  @Test func `times are kept and brought up to date`() {
    let files = MemoryFiles([
      "a.scenario": "> echo\n", "timings": "# scenario timings 1\n7 gone.scenario\n9 a.scenario\n",
    ])
    let ran = replay(files) {
      $0.timingsFile = "timings"
    } system: {
      $0.clock = StepClock(stepNs: 1_000_000).read
    }
    #expect(ran["timings"] == "# scenario timings 1\n1000000 a.scenario\n7 gone.scenario\n")
    #expect(
      ran.output == """
        passed  a.scenario  (1.0 ms)

        slowest
          1.0 ms  a.scenario

        1 scenario, 1 command: 1 passed in 3.0 ms

        """)
  }
}
