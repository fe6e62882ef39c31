import Glibc
import Scenarios
import Testing

import ProgramTesting

/// Ways by which a stranger's scenario might read or write beside its folder, all tried in one replay.
@Suite struct WaysOutTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Lines of a scenario; `OUT` stands for the absolute path of the folder outside.
  private struct Way {
    var name: String
    var lines: [String]
    /// Whether the commands are run at all, so that the last one is reached.
    var isRun = true
  }

  /// Paths to what stands outside, as a command's argument is written.
  private static let paths = [
    "../../outside/secret", "./../../outside/secret", "sub/../../../outside/secret",
    "sub/../../../../OUT/secret",
    "../../inside/../outside/secret", "../0/sibling", "..", "../..", "/", "OUT/secret", "/OUT/secret",
    "/./OUT/secret",
    "/proc/self/cwd/outside/secret", "/proc/self/root/OUT/secret", "/proc/thread-self/cwd/outside/secret",
    "/proc/self/environ", "/proc/self/fd/0", "/proc/self/fd/3", "/proc/self/fd/4/../outside/secret",
    "/dev/fd/0",
    "/dev/stdin", "/dev/tty", "/dev/zero", "/dev/null", "/etc/passwd", "link", "link/", "link/.", "chain",
    "absolute", "folder/secret", "folder/../outside/secret", "up/outside/secret",
    "up/inside/0/../../outside/secret",
    "root/etc/passwd", "root/OUT/secret", "cwd/outside/secret", "environ", "loop", "dangling", "pipe", "zero",
    "stdin", "to-pipe", #"new\nline"#, #"\u{2E}\u{2E}/\u{2E}\u{2E}/outside/secret"#, #"link\u{0}"#,
    #"../../outside/secret\u{0}.commands"#, "%2e%2e/%2e%2e/outside/secret", #"..\\..\\outside\\secret"#,
    "．．/．．/outside/secret", "..\u{301}/../outside/secret", "~/secret", "~root/secret", "$HOME/secret",
    "file:///OUT/secret", "folder", "sub/./.././../../outside/secret",
    String(repeating: "./", count: 3_000) + "../../outside/secret",
  ]

  private static let others: [Way] = [
    Way(name: "an inner file", lines: ["> run inner.commands", "> run deeper.commands"]),
    Way(
      name: "a path that is made",
      lines: [#"> let p = "../.." + "/outside/secret"; run $p; feed $p; run ($p)"#]),
    Way(name: "a definition", lines: ["> def go p { run $p; feed $p }; go link; go ../../outside/secret"]),
    Way(
      name: "later",
      lines: [
        "> after 1 { run link }; every 1 { feed link }; after 1 { after 1 { run folder/secret } }; tick 4"
      ]),
    Way(
      name: "a problem's branch",
      lines: ["> try { fail } else problem { run link }", "> if true { run link }"]),
    Way(
      name: "a program",
      lines: [
        "> feed -- cat OUT/secret", "> feed -- sh -c \"cp OUT/secret stolen\"", "> feed --",
        "> feed -- ./program",
      ]),
    Way(
      name: "writing",
      lines: [
        "> save stolen", "> save ../../outside/stolen", "> save OUT/secret", "> save link", "> save pipe",
        "> record stolen", "> record link", "> record ../../outside/stolen", "> run saves.commands",
        "> def s { save stolen }; s", "> after 1 { save stolen }; tick", "> save /dev/stdout",
      ]),
    Way(
      name: "settings",
      lines: [
        "# restricted: false", "# root: /", "# allow: save", "> set restricted false; save stolen; run link",
      ]),
    Way(name: "uses above", lines: ["# uses: ../../outside/secret.scenario"], isRun: false),
    Way(name: "uses absolute", lines: ["# uses: OUT/secret.scenario"], isRun: false),
    Way(name: "uses a link", lines: ["# uses: link.scenario"], isRun: false),
    Way(name: "uses a folder's link", lines: ["# uses: folder/secret.scenario"], isRun: false),
    Way(name: "uses what uses", lines: ["# uses: chain.scenario"], isRun: false),
    Way(name: "uses the process", lines: ["# uses: /proc/self/cwd/outside/secret.scenario"], isRun: false),
    Way(name: "uses through the root", lines: ["# uses: root/OUT/secret.scenario"], isRun: false),
    Way(name: "uses a pipe", lines: ["# uses: pipe.scenario"], isRun: false),
    Way(name: "uses a folder", lines: ["# uses: ../../outside"], isRun: false),
  ]

  private static var ways: [Way] {
    paths.map { path in
      // As a word, and in a string.
      Way(name: path, lines: ["run", "feed"].flatMap { ["> \($0) \(path)", "> \($0) \"\(path)\""] })
    } + others
  }

  /// What stands only outside, or in a process's own files.
  private static let secrets = ["Secret", "root:x:", "XDG_STATE_HOME="]
  private static let control = "what is inside"

  @Test func `none of many ways out of a replay works`() throws {
    try makeOutside()
    let ways = Self.ways + [Way(name: Self.control, lines: ["> run own.commands"])]
    #expect(ways.count > 70)
    for (number, way) in ways.enumerated() { try make(way, number) }
    let before = try folder.contents()
    var program = BuiltProgram("warroom", folder: folder)
    program.environment = ["HOME": folder["outside"]]
    let ending = try program.run(
      ["replay", "inside", "--jobs", "2", "--timeout", "60"], input: "spawn hero Secret\n")
    #expect(try folder.contents() == before)
    // Links and pipes that are called scenarios are refused as unreadable.
    #expect(ending.status == 2, "\(ending.errors)")
    var leaking: [String] = []
    for (number, way) in ways.enumerated() {
      let report = Self.report(of: number, in: ending.output)
      #expect(report.hasPrefix("FAILED"), "\(way.name): \(report)")
      #expect(report.contains("+ | the end") == way.isRun, "\(way.name): \(report)")
      if Self.secrets.contains(where: report.contains) { leaking.append(way.name) }
    }
    // The control shows that what is read would be seen.
    #expect(leaking == [Self.control])
    for secret in Self.secrets { #expect(!ending.errors.contains(secret)) }
  }

  @Test func `nor is it revealed whether something outside exists`() throws {
    try makeOutside()
    let pairs = [
      ("root/etc/passwd", "root/etc/nowhere"), ("folder/secret", "folder/nowhere"), ("link", "dangling"),
      ("OUT/secret", "OUT/nowhere"), ("../../outside/secret", "../../outside/nowhere"),
      ("up/outside/secret", "up/outside/nowhere"), ("/proc/self/cwd/outside", "/proc/self/cwd/nowhere"),
    ]
    try make(
      Way(
        name: "pairs",
        lines: pairs.flatMap { ["> run \($0)", "> run \($1)", "> feed \($0)", "> feed \($1)"] }), 0)
    let ending = try BuiltProgram("warroom", folder: folder).run("replay", "inside/0/try.scenario")
    let messages = ending.output.split(separator: "\n").filter { $0.contains("+ | error: ") }.map { line in
      pairs.reduce(String(line)) { $0.replacing(place($1.0), with: "X").replacing(place($1.1), with: "X") }
    }
    #expect(messages.count == 4 * pairs.count, "\(ending.output)")
    #expect(Set(messages).count == 1, "\(messages)")
  }

  // MARK: The place

  private func place(_ text: String) -> String { text.replacing("OUT", with: folder["outside"]) }

  private func makeOutside() throws {
    try folder.write("spawn hero Secret\n", to: "outside/secret")
    try folder.write("> spawn hero Secret\n", to: "outside/secret.scenario")
    mkfifo(folder["outside/pipe"], 0o600)
  }

  private func make(_ way: Way, _ number: Int) throws {
    let base = "inside/\(number)"
    let text = (["# A way."] + way.lines + ["> print \"the end\""]).map { place($0) + "\n" }.joined()
    try folder.write(text, to: "\(base)/try.scenario")
    try folder.write("spawn hero Secret\n", to: "\(base)/own.commands")
    try folder.write("spawn hero Secret\n", to: "\(base)/sibling")
    try folder.write("run ../../outside/secret\n", to: "\(base)/inner.commands")
    try folder.write("run inner.commands\nrun link\n", to: "\(base)/deeper.commands")
    try folder.write("save stolen\n", to: "\(base)/saves.commands")
    try folder.write("#!/bin/sh\necho > stolen\n", to: "\(base)/program")
    try folder.write("", to: "\(base)/sub/empty")
    chmod(folder["\(base)/program"], 0o755)
    let links = [
      "link": "../../outside/secret", "chain": "link", "absolute": folder["outside/secret"],
      "folder": "../../outside", "up": "../..", "root": "/", "cwd": "/proc/self/cwd",
      "environ": "/proc/self/environ",
      "loop": "loop", "dangling": "../../outside/nowhere", "zero": "/dev/zero", "stdin": "/dev/stdin",
      "to-pipe": "../../outside/pipe", "new\nline": "../../outside/secret",
    ]
    for (name, target) in links { folder.link("\(base)/\(name)", to: target) }
    mkfifo(folder["\(base)/pipe"], 0o600)
    guard number == 0 || !way.isRun else { return }
    // Not found by the search for scenarios of the others, which are counted.
    folder.link("\(base)/link.scenario", to: "../../outside/secret.scenario")
    mkfifo(folder["\(base)/pipe.scenario"], 0o600)
    try folder.write("# uses: ../../outside/secret.scenario\n> print 1\n", to: "\(base)/chain.scenario")
  }

  /// What the report says of a way's scenario.
  private static func report(of number: Int, in output: String) -> String {
    let title = "  inside/\(number)/try.scenario  A way."
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.hasSuffix(title) }) else { return "" }
    let rest = lines[(start + 1)...].prefix { !$0.hasPrefix("FAILED  ") && !$0.hasPrefix("passed  ") }
    return ([lines[start]] + rest).joined(separator: "\n")
  }
}
