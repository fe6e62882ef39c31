import TerminalText
import Testing

@testable import Scenarios

/// The files that a run writes beside the scenarios.
@Suite struct RunFileTests {
  private func run(
    _ files: MemoryFiles, reports: [String] = [], timings: FilePath? = nil
  ) -> Ran {
    replay(files) {
      $0.reports = reports.compactMap { .init($0) }
      $0.timingsFile = timings
    } system: {
      $0.clock = StepClock(stepNs: 1_000).read
    }
  }

  @Test(arguments: ["tap", "junit", "jsonl", "github", "events"])
  func `a report replaces one of its kind`(kind: String) {
    let files = MemoryFiles(["a.scenario": "> echo a\nx\n"])
    for _ in 0..<2 { #expect(run(files, reports: ["\(kind):out"]).status == .failure) }
    #expect(files.text("out")?.isEmpty == false)
  }

  @Test(arguments: ["tap", "junit", "jsonl", "github", "events"])
  func `a report is not written over another file, and nothing runs`(kind: String) {
    let files = MemoryFiles(["a.scenario": "> echo a\na\n", "b": "mine\n"])
    for path in ["a.scenario", "b"] {
      let before = files.text(path)
      let ran = run(files, reports: ["\(kind):\(path)"])
      #expect(
        ran.errors
          == "error: “\(path)”: this file is not \(English.article(kind)) report, so it was not written\n")
      #expect(ran.status == .usage && ran.output.isEmpty && files.text(path) == before)
    }
  }

  @Test func `times are not written over another file`() {
    let files = MemoryFiles(["a.scenario": "> echo a\na\n"])
    let ran = run(files, timings: "a.scenario")
    #expect(ran.errors == "error: “a.scenario”: this file is not a file of times, so it was not written\n")
    #expect(ran.output.isEmpty && files.text("a.scenario") == "> echo a\na\n")
  }

  @Test func `two of a run's files do not go to one`() {
    let files = MemoryFiles(["a.scenario": "> echo a\na\n"])
    for reports in [["tap:x", "junit:x"], ["tap:x", "junit:./x"]] {
      let ran = run(files, reports: reports)
      #expect(ran.errors.hasSuffix("two files of the run would be written here\n") && ran.output.isEmpty)
    }
    #expect(run(files, reports: ["tap:x"], timings: "x").status == .usage)
  }

  @Test func `a report that cannot be written is an error before the run`() {
    let ran = run(MemoryFiles(["a.scenario": "> echo a\na\n"]), reports: ["junit:nosuch/x"])
    #expect(ran.errors == "error: “nosuch/x”: there is no such folder\n" && ran.output.isEmpty)
  }

  @Test func `failures that another run has recorded meanwhile are kept`() {
    let files = MemoryFiles(["a.scenario": "> echo a\nx\n"])
    files.intrude("# failed scenarios 1\nfailed other.scenario\n", at: "state")
    _ = replay(files) { $0.stateFile = "state" }
    #expect(files.text("state") == "# failed scenarios 1\nfailed a.scenario\nfailed other.scenario\n")
  }

  // MARK: Names

  @Test func `no line of a report or a list begins with a command to a build service`() {
    let names = ["::stop-commands::x", " ::error::x", "##[error]x", "\t::x", "\u{3000}::x"]
    let files = MemoryFiles(
      Dictionary(uniqueKeysWithValues: names.map { ("\($0).scenario", "# c\n> echo a\nx\n") }))
    for isListing in [false, true] {
      let ran = replay(files) { $0.isListing = isListing }
      #expect(ran.output.split(separator: "\n").count >= names.count)
      for line in ran.output.split(separator: "\n") {
        let text = line.drop { $0.isWhitespace }
        #expect(!text.hasPrefix("::") && !text.hasPrefix("##["), "\(line)")
      }
    }
  }

  @Test func `a scenario whose name is not UTF-8 is replayed, and shown with escapes`() throws {
    let files = MemoryFiles([:])
    try files.replace(
      FilePath(bytes: [0xFF, 0x61] + Array(".scenario".utf8)), with: Array("> echo a\na\n".utf8))
    #expect(replay(files).output.hasPrefix("passed  \\xFFa.scenario\n"))
  }

  @Test func `names that only Unicode calls equal go to one shard each`() {
    let paths: [FilePath] = ["e\u{301}", "\u{E9}"]
    let shards = (1...2).compactMap { ReplayOptions.Shard(index: $0, count: 2) }.map {
      Sharding.paths(paths, shard: $0, timings: [:])
    }
    #expect(shards.map(\.count) == [1, 1])
  }

  // MARK: Folders

  @Test func `an unreadable folder fails on its own`() {
    let files = MemoryFiles(
      ["a/x.scenario": "> echo a\na\n", "b/y.scenario": "> echo b\nb\n"], unreadable: ["a"])
    let ran = replay(files)
    #expect(ran.output.hasPrefix("FAILED  a\n  a: no permission for “a”\npassed  b/y.scenario\n"))
    #expect(ran.status == .usage)
  }

  @Test func `very deeply nested folders fail on their own`() {
    let deep = String(repeating: "d/", count: 65)
    let ran = replay(MemoryFiles(["\(deep)x.scenario": "> echo a\na\n", "z.scenario": "> echo b\nb\n"]))
    #expect(ran.output.contains("folders are nested deeper than 64 levels\n"))
    #expect(ran.output.contains("passed  z.scenario\n") && ran.status == .usage)
  }

  // MARK: Roots

  @Test func `a file that is named reaches its own folder, or the root that is given`() {
    let files = MemoryFiles([
      "setup.scenario": "> set x 1\n", "sub/a.scenario": "# uses: ../setup.scenario\n> get x\n1\n",
    ])
    let alone = replay(files) { $0.paths = ["sub/a.scenario"] }
    #expect(alone.output.contains("“setup.scenario” is outside the replayed folder"))
    for root: FilePath in [".", "/project"] {
      let ran = replay(files) {
        $0.paths = ["sub/a.scenario"]
        $0.root = root
      }
      #expect(ran.status == .success, "\(ran.output)\(ran.errors)")
    }
    let outside = replay(files) {
      $0.paths = ["setup.scenario"]
      $0.root = "sub"
    }
    #expect(outside.status == .usage && outside.errors == "error: “.” is not below “sub”\n")
  }

  @Test func `a list and a choice by text do not read through links that lead out`() {
    let files = MemoryFiles(
      ["s/a.scenario": "# Mine.\n> echo a\na\n", "out.scenario": "# Secret.\n"],
      links: ["s/b.scenario": "out.scenario"])
    let list = replay(files) {
      $0.paths = ["s"]
      $0.isListing = true
    }
    #expect(list.output == "s/a.scenario  Mine.\ns/b.scenario\n")
    let chosen = replay(files) {
      $0.paths = ["s"]
      $0.matches = ["Secret"]
    }
    #expect(!chosen.output.contains("Secret"))
  }
}
