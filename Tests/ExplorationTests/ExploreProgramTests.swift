import Glibc
import ProgramTesting
import Scenarios
import Testing

@testable import CommandProgram
@testable import Posix

/// `explore` as a program, over a world that traps.
@Suite(.serialized) struct ExploreProgramTests {
  private let folder: TemporaryFolder
  private let program: BuiltProgram

  init() throws {
    folder = try TemporaryFolder()
    program = BuiltProgram("broken-program", folder: folder)
  }

  @Test func `a limit that traps is found by its commands, and the search ends well`() throws {
    let ending = try program.run("explore", "--steps", "2000", "--commands", "count rest")
    #expect(ending.status == 1, "\(ending)")
    #expect(ending.output.hasPrefix("FOUND  explored-trap-"), "\(ending)")
    #expect(
      ending.output.contains("the program ends at “count”") && ending.output.contains("3 commands"),
      "\(ending)")
    #expect(ending.output.contains("\nexplored 2000 steps, "), "\(ending)")
    let name = try #require(ending.output.split(separator: " ").first { $0.hasSuffix(".scenario") })
    let replayed = try program.run("replay", String(name))
    #expect(replayed.status == 1 && replayed.output.contains("died"), "\(replayed)")
  }

  @Test func `a search with its states in a folder continues there, and not with other options`() throws {
    func explore(_ commands: String, _ more: String...) throws -> (
      status: Int32, output: String, errors: String
    ) {
      let ending = try program.run(
        [
          "explore", "--exhaustive", "--states", "kept", "--commands", commands, "--checks", "none",
          "--depth", "2",
        ] + more)
      return (ending.status, ending.output, ending.errors)
    }
    let first = try explore("stale rest watch", "--steps", "40")
    #expect(first.status == 0 && first.output.contains("not all states"), "\(first)")
    #expect(first.output.contains("the same options continue the search in “kept”\n"), "\(first)")
    let second = try explore("stale rest watch", "--steps", "40")
    #expect(second.status == 0 && !second.output.hasPrefix("explored 40"), "\(second)")
    let other = try explore("rest")
    #expect(other.status == 2 && other.errors.contains("the search in “kept” has other options"), "\(other)")
    #expect(try program.run("explore", "--states", "other").errors.contains("--states needs --exhaustive"))
    let split = try program.run("explore", "--exhaustive", "--shard", "1/2")
    #expect(split.status == 2 && split.errors.contains("--shard can only be used with random walks"))
  }

  @Test func `output without a reader is not a finding`() throws {
    for _ in 0..<2 {
      _ = try program.run(
        shell: "\"$0\" explore --exhaustive --depth 2 --commands 'stale rest watch' --checks none | true")
    }
    #expect(try !folder.contents().contains { $0.hasPrefix("explored-") })
  }

  @Test func `a trap is reported with the fewest and simplest arguments`() throws {
    let ending = try program.run("explore", "--steps", "2000", "--commands", "grasp rest")
    #expect(ending.status == 1, "\(ending)")
    // Of the numbers that are tried 4 comes before 9, and 0 and 1 do not trap.
    #expect(ending.output.contains("the program ends at “grasp 2”"), "\(ending)")
    #expect(ending.output.contains("1 command"), "\(ending)")
  }

  @Test func `a line that does not end is found and shrunk, the search continues, and a replay reports it`()
    throws
  {
    let ending = try program.run(
      "explore", "--steps", "1500", "--seed", "6", "--commands", "count spin stale rest", "--line-time", "1")
    #expect(ending.status == 1, "\(ending)")
    #expect(ending.output.contains("“spin 2” does not end (hang, 2 commands"), "\(ending)")
    // The faults of other commands are found as well.
    #expect(ending.output.contains("“stale” shows"), "\(ending)")
    // The summary is about all processes, which run exactly as many steps together.
    #expect(ending.output.contains("\nexplored 1500 steps, "), "\(ending)")
    #expect(ending.output.contains(" of them after the last crash or hang, "), "\(ending)")
    let scenario = try folder.text(of: "explored-hang-spin.scenario")
    #expect(scenario.contains("> count\n") && scenario.contains("> spin 2\n"), "\(scenario)")
    let replayed = try program.run("replay", "--timeout", "1", "explored-hang-spin.scenario")
    #expect(replayed.status == 1, "\(replayed)")
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func `a program that is ended loses nothing that it has found`(signal: Int32) throws {
    try folder.write("", to: "input")
    let changes = inotify_init1(Int32(IN_CLOEXEC))
    defer { close(changes) }
    try #require(
      inotify_add_watch(changes, folder.path, UInt32(IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO)) >= 0)
    let process = try program.start(
      ["explore", "--for", "1000s", "--commands", "stale rest"], input: folder["input"],
      output: folder["out.txt"], errors: folder["err.txt"])
    // It finds it long before, and goes on.
    while (try? folder.text(of: "explored-view-stale.scenario"))?.contains("verify\n") != true {
      try waitForChange(changes, of: process)
    }
    kill(process, signal)
    let status = BuiltProgram.wait(for: process)
    #expect(status == (signal == SIGTERM ? 130 : 128 + SIGKILL), "\(status)")
    #expect(try folder.text(of: "out.txt").contains("FOUND") == (signal == SIGTERM))
    #expect(try program.run("replay", "explored-view-stale.scenario").status == 1)
  }

  @Test(arguments: [(SIGINT, []), (SIGTERM, ["--reach", "any counts where note == \"three\""])])
  func `an interrupted search reports it, and how far it came`(signal: Int32, question: [String]) throws {
    try folder.write("", to: "input")
    // The one that runs has opened its standard output, and its journal is in the folder of temporary files.
    var program = program
    program.environment = ["TMPDIR": folder.path]
    let changes = inotify_init1(Int32(IN_CLOEXEC))
    defer { close(changes) }
    try #require(inotify_add_watch(changes, folder.path, UInt32(IN_CREATE | IN_MODIFY)) >= 0)
    let process = try program.start(
      ["explore", "--for", "1000s", "--commands", "rest watch"] + question, input: folder["input"],
      output: folder["out.txt"], errors: folder["err.txt"])
    while try !folder.contents().contains(where: { $0.contains("auto-update-explore-") }) {
      try waitForChange(changes, of: process)
    }
    kill(process, signal)
    #expect(BuiltProgram.wait(for: process) == 130)
    let output = try folder.text(of: "out.txt")
    #expect(output.hasPrefix("interrupted after ") && output.contains(" steps"), "\(output)")
    #expect(!output.contains("explored"), "\(output)")
  }

  @Test func `a folder for findings that is missing is made, where its parent is there`() throws {
    let ending = try program.run(
      "explore", "--steps", "500", "--commands", "stale rest", "--out", "new/")
    #expect(
      ending.status == 1 && ending.output.hasPrefix("FOUND  new/explored-view-stale.scenario"), "\(ending)")
    #expect(try program.run("replay", "new").status == 1)
    try folder.write("", to: "file")
    for (path, message) in [
      ("gone/found", "there is no folder “gone” for “gone/found”"),
      ("file", "“file”: this is not a folder"),
    ] {
      let refused = try program.run("explore", "--steps", "500", "--commands", "stale rest", "--out", path)
      #expect(refused == .init(status: 2, output: "", errors: "broken-program: --out: \(message)\n"))
    }
    // Wrong use makes no folder.
    #expect(try program.run("explore", "--commands", "nothing", "--out", "other").status == 2)
    #expect(try program.run(shell: "ls -d other").output == "")
  }

  /// Waits until something changes in the folders that are watched.
  ///
  /// - Throws: an error if the program ends instead.
  private func waitForChange(_ changes: Int32, of process: pid_t) throws {
    var descriptor = pollfd(fd: changes, events: Int16(POLLIN), revents: 0)
    while poll(&descriptor, 1, 100) <= 0 {
      var info = siginfo_t()
      waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT)
      try #require(info.si_signo == 0, "the program has ended")
    }
    var events = [UInt8](repeating: 0, count: 4_096)
    try #require(read(changes, &events, events.count) > 0)
  }

  /// The number of kills: that of the variable EXPLORE_KILLS, or a few.
  private static let killCount = getenv("EXPLORE_KILLS").flatMap { Int(String(cString: $0)) } ?? 6

  @Test func `a program that is killed at any moment leaves whole findings, and each that it noted`() throws {
    let changes = inotify_init1(Int32(IN_CLOEXEC))
    defer { close(changes) }
    for number in 0..<Self.killCount {
      let folder = try TemporaryFolder()
      try folder.write("", to: "input")
      folder.makeFolder("found")
      var program = BuiltProgram("broken-program", folder: folder)
      program.environment = ["TMPDIR": folder.path]
      let watches = [folder.path, folder["found"]].map { (path: String) -> Int32 in
        inotify_add_watch(changes, path, UInt32(IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO))
      }
      try #require(watches.allSatisfy { $0 >= 0 })
      // Nothing ends the process that notes the first program's finding.
      let commands = number == 0 ? "stale rest" : "stale count grasp rest"
      let process = try program.start(
        [
          "explore", "--for", "1000s", "--seed", "\(number)", "--commands", commands, "--out", "found",
        ], input: folder["input"], output: folder["out.txt"], errors: folder["err.txt"])
      func noted() -> [Substring] {
        let text = (try? folder.text(of: "auto-update-explore-\(process).found")) ?? ""
        return text.split(separator: "\n").filter { $0.contains("\tview\t") }
      }
      if number == 0 {
        while noted().isEmpty { try waitForChange(changes, of: process) }
      } else {
        while try program.run(shell: "ls found").output.isEmpty { try waitForChange(changes, of: process) }
        // Any moment after the first finding is right.
        usleep(UInt32(number * 97_919 % 600_000))
      }
      kill(process, SIGKILL)
      #expect(BuiltProgram.wait(for: process) == 128 + SIGKILL)
      for watch in watches { inotify_rm_watch(changes, watch) }
      let listing = try program.run(shell: "ls found/*.scenario").output
      let files = listing.split(separator: "\n").map(String.init)
      for file in files {
        let text = try folder.text(of: file)
        #expect(
          text.contains("\n# cause: ") && (text.hasSuffix("verify\n") || text.hasSuffix("...\n")), "\(text)")
      }
      // A line of this file names a finding that was written before.
      let lines = noted()
      #expect(number > 0 || !lines.isEmpty)
      for line in lines {
        let path = try #require(line.split(separator: "\t").first)
        #expect(files.contains(String(path)), "kill \(number): \(line)")
        #expect(try program.run("replay", String(path)).status == 1, "kill \(number): \(line)")
      }
    }
  }

  @Test func `two shards are merged into the findings and walks of both`() throws {
    for name in ["found1", "corpus1", "found2", "corpus2", "all", "again"] { folder.makeFolder(name) }
    for name in ["all", "again"] { for part in ["found", "corpus"] { folder.makeFolder("\(name)/\(part)") } }
    for shard in 1...2 {
      let ending = try program.run(
        "explore", "--steps", "400", "--commands", "stale rest count watch", "--shard", "\(shard)/2", "--out",
        "found\(shard)", "--corpus", "corpus\(shard)")
      #expect(ending.status == 1, "\(ending)")
    }
    func merge(_ folders: [String], to target: String) throws -> BuiltProgram.Ending {
      try program.run(
        ["explore", "merge"] + folders + ["--out", "\(target)/found", "--corpus", "\(target)/corpus"])
    }
    let folders = ["found1", "corpus1", "found2", "corpus2"]
    let ending = try merge(folders, to: "all")
    #expect(ending.status == 1 && ending.errors == "", "\(ending)")
    #expect(
      ending.output.contains("FOUND  all/found/explored-view-stale.scenario  “stale” shows"), "\(ending)")
    #expect(ending.output.contains("\nmerged 4 folders: 2 causes of 4 findings, "), "\(ending)")
    #expect(ending.output.contains("walks kept, coverage "), "\(ending)")
    folder.makeFolder("some")
    let withoutWalks = try program.run("explore", "merge", "found1", "found2", "--out", "some")
    #expect(withoutWalks.output.hasSuffix("\nmerged 2 folders: 2 causes of 4 findings\n"), "\(withoutWalks)")
    let again = try merge(folders.reversed(), to: "again")
    // The names of files and what they hold.
    let contents = try folder.contents()
    let written = contents.filter { $0.hasPrefix("all/") }.map { $0.dropFirst("all/".count) }
    #expect(written == contents.filter { $0.hasPrefix("again/") }.map { $0.dropFirst("again/".count) })
    #expect(written.count > 4)
    #expect(try program.run("replay", "all/corpus").status == 0)
    #expect(again.status == 1)
    let refused = try merge(folders, to: "all")
    #expect(
      refused.status == 2 && refused.errors.contains("“all/found” already has scenarios"), "\(refused)")
  }

  @Test func `questions are answered with a scenario, or with what was covered`() throws {
    let reached = try program.run(
      "explore", "--reach", "any counts where note == \"two\"", "--commands", "stale rest")
    #expect(
      reached.status == 0 && reached.output.contains("becomes true by 1 command\n> stale two\n"), "\(reached)"
    )
    // The summary does not contradict the answer.
    #expect(
      reached.output.contains("seed 1: reached in ") && !reached.output.contains("nothing found")
        && !reached.output.contains("coverage"), "\(reached)")
    let never = try program.run(
      "explore", "--never", "any counts where note == \"two\"", "--commands", "stale rest")
    #expect(never.status == 1 && never.output.hasPrefix("FOUND  explored-never-"), "\(never)")
    let absent = try program.run(
      "explore", "--never", "any counts where note == \"three\"", "--commands", "stale rest")
    #expect(absent.status == 0 && absent.output.contains("” cannot become true"), "\(absent)")
    let impossible = try program.run(
      "explore", "--reach", "any counts where note == \"three\"", "--commands", "stale rest")
    #expect(impossible.status == 1 && impossible.output.contains("cannot become true"), "\(impossible)")
    #expect(impossible.output.contains("seed 1: not reached in "), "\(impossible)")
    let sampled = try program.run(
      "explore", "--reach", "any counts where note == \"three\"", "--commands", "tick", "--depth", "2")
    #expect(
      sampled.output.contains(
        " states; arguments that were not tried or more than 2 commands may lead to it\n"),
      "\(sampled)")
    // The number of the condition is tried.
    let constant = try program.run("explore", "--reach", "tick == 337", "--commands", "tick")
    #expect(constant.output.contains("becomes true by 1 command\n> tick 337\n"), "\(constant)")
    let every = try program.run("explore", "--reach", "tick > 3", "--commands", "tick", "--exhaustive")
    #expect(every.output.contains("becomes true by 1 command\n"), "\(every)")
    let short = try program.run(
      "explore", "--reach", "any counts where note == \"three\"", "--commands", "stale rest watch", "--steps",
      "20")
    #expect(
      short.status == 1
        && short.output.hasSuffix(
          " steps; other states may fulfil it (at the shell, “explore --steps” sets the limit, 1000000 by default)\n"
        ),
      "\(short)")
  }

  @Test func `the summary of a single step is in the singular`() throws {
    let ending = try program.run("explore", "--steps", "1", "--commands", "rest")
    #expect(ending.output.hasPrefix("explored 1 step, "), "\(ending)")
  }

  @Test func `findings are written to standard output, and to the report with the seed`() throws {
    let ending = try program.run(
      "explore", "--steps", "500", "--seed", "7", "--commands", "stale rest", "--report", "junit:out.xml")
    #expect(ending.status == 1 && ending.errors == "", "\(ending)")
    #expect(ending.output.hasPrefix("FOUND  explored-view-stale.scenario  “stale” shows "), "\(ending)")
    #expect(ending.output.contains("seed 7") && ending.output.contains(": 1 found in "))
    let report = try folder.text(of: "out.xml")
    #expect(report.contains("explored-view-stale.scenario") && report.contains("seed 7"), "\(report)")
    let replayed = try program.run("replay", "explored-view-stale.scenario")
    #expect(replayed.status == 1 && replayed.output.contains("“stale” shows"), "\(replayed)")
  }

  @Test func `if nothing is wrong, the program reports how much was explored`() throws {
    let ending = try program.run("explore", "--steps", "300", "--commands", "rest", "--corpus", ".")
    #expect(ending.status == 0 && ending.output.contains("seed 1: nothing found in "), "\(ending)")
    // What reached something new is a scenario that replays.
    #expect(try program.run("replay", ".").status == 0)
  }

  @Test func `exploration can start with a scenario that expects an unknown command`() throws {
    try folder.write(
      "# What is not known.\n\n> spwan\nerror: there is no command “spwan”\n", to: "known.scenario")
    try folder.write("# Of another world.\n\n> spwan\n", to: "other.scenario")
    let words = ["explore", "--steps", "100", "--commands", "rest", "--from"]
    #expect(try program.run(words + ["known.scenario"]).status == 0)
    let refused = try program.run(words + ["other.scenario"])
    #expect(
      refused.status == 2
        && refused.errors
          == "broken-program: this world cannot start with “spwan”: there is no command “spwan”\n",
      "\(refused)")
  }

  @Test(arguments: [
    (["--commands", "nothing"], "broken-program: there is no command “nothing” to explore\n"),
    (
      ["--commands", "drop"],
      "broken-program: no command has candidates for all its arguments, so nothing can be tried\n"
    ),
    (["merge", "gone"], "broken-program: the folder cannot be read: there is no folder “gone”\n"),
    (["--faults", "feed"], "broken-program: this world has no feed\n"),
    (["--corpus", "gone"], "broken-program: the corpus cannot be read: there is no folder “gone”\n"),
    (["--from", "gone.scenario"], "broken-program: there is no file “gone.scenario”\n"),
    (
      ["--graph", "gone/states.dot", "--by", "tick", "--depth", "1"],
      "broken-program: “gone/states.dot”: there is no such folder\n"
    ),
    (
      ["--symmetry", "count"],
      "broken-program: --symmetry needs --exhaustive, --reach or --never: walks do not compare states\n"
    ),
    (
      ["--never", "true", "--reach", "true"],
      "broken-program: a search looks for one condition: give one --reach or one --never\n"
    ),
  ])
  func `wrong usage is reported with exit code 2`(arguments: [String], message: String) throws {
    let ending = try program.run(["explore"] + arguments)
    #expect(ending == .init(status: 2, output: "", errors: message))
  }

  @Test func `a file that is not a scenario is not merged`() throws {
    folder.makeFolder("found")
    try folder.write("hello world\n", to: "found/hello.scenario")
    let ending = try program.run("explore", "merge", "found", "--out", "all")
    let message = "“found/hello.scenario” is not a scenario: its line 1 is neither a command nor a comment\n"
    #expect(ending == .init(status: 2, output: "", errors: "broken-program: \(message)"))
    #expect((try? PosixFiles().stamp(FilePath(folder["all"]))) == nil)
  }

  @Test func `a scenario that cannot be written is noted`() {
    let files = ExploreFiles(settings: ProgramSettings(), streams: ProgramStreams(program: "broken-program"))
    #expect(!files.hasFailed)
    _ = files.write([], as: "walk", in: FilePath(folder["gone"]))
    #expect(files.hasFailed)
  }

  @Test func `a scenario whose names are all taken is noted`() throws {
    for name in ["walk", "walk-2"] { try folder.write("> rest", to: "\(name).scenario") }
    let files = ExploreFiles(
      settings: ProgramSettings(), streams: ProgramStreams(program: "broken-program"), nameCountMax: 2)
    _ = files.write(Array("> rest\n".utf8), as: "walk", in: FilePath(folder.path))
    #expect(files.hasFailed)
  }

  @Test(arguments: [("two", "1 command"), ("one", "2 commands, perhaps by fewer")])
  func `a merged answer is not called the shortest if there may be a shorter one`(note: String, count: String)
    throws
  {
    try folder.write(
      """
      # Found by exploration: “any counts where note == "\(note)"” becomes true.
      # tags: explored
      # cause: reached any counts where note == "\(note)"

      \(note == "one" ? "> rest\n" : "")> stale \(note)
      > expect any counts where note == "\(note)"

      """, to: "found/reached.scenario")
    let ending = try program.run("explore", "merge", "found", "--out", "all")
    #expect(ending.status == 0 && ending.output.contains("becomes true by \(count)\n"), "\(ending)")
  }

  @Test func `the greatest seed is followed by 0 after a trap`() throws {
    let ending = try program.run(
      "explore", "--steps", "2000", "--seed", "\(Int.max)", "--commands", "count rest")
    // The last of three processes explores without the command.
    #expect(ending.status == 1 && ending.output.contains(", seed 1: 1 found in "), "\(ending)")
  }

  @Test func `an invariant that fails at the start is reported with exit code 2`() throws {
    var wrong = program
    wrong.environment = ["BROKEN_START": "1"]
    let ending = try wrong.run("explore")
    #expect(
      ending
        == .init(
          status: 2, output: "",
          errors: "broken-program: the invariant “few” does not hold at the start\n"))
  }
}
