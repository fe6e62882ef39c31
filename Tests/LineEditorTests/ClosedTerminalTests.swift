import Glibc
import ProgramTesting
import Testing

/// A prompt whose terminal is closed before the session is saved.
@Suite struct ClosedTerminalTests {
  /// A session of two commands on its own terminal.
  private final class Sitting {
    let folder: TemporaryFolder
    let terminal: PseudoTerminal
    private let hasShell: Bool

    init(hasShell: Bool) throws {
      self.hasShell = hasShell
      folder = try TemporaryFolder()
      let environment = ["WARROOM_HISTORY": "off", "XDG_STATE_HOME": folder.path]
      terminal = try PseudoTerminal(
        hasShell ? "/bin/bash" : Program.warroom.path, hasShell ? ["--norc", "--noprofile", "-i"] : [],
        environment: environment, columns: 120)
      if hasShell { try terminal.send("\(Program.warroom.path)\r") }
    }

    func work() throws {
      try terminal.wait(for: "Ctrl-D exits")
      try terminal.wait(forLine: "> ")
      try terminal.send("spawn hero Arthur\r")
      try terminal.wait(for: "\n+ map/units 1")
      try terminal.wait(forLine: "> ")
      try terminal.send("status Arthur marching\r")
      try terminal.wait(for: "\n~ map/units 1")
      // The line is not entered: when the terminal closes, an incomplete line must not run.
      try terminal.send("spawn hero Morgana")
      try terminal.wait(forLine: "> spawn hero Morgana")
    }

    /// Returns the files that the next prompt finds, with their modes and commands.
    func left() throws -> [String] {
      let sessions = "warroom/sessions/"
      return try folder.contents().filter { $0.hasPrefix(sessions) && $0 != sessions }.map { entry in
        let lines = entry.split(separator: "\n")
        let name = String(lines[0].prefix { $0 != ":" })
        let mode = try #require(folder.mode(of: name))
        let commands = lines.filter { $0.hasPrefix("> ") }
        let kind = name.dropFirst(sessions.count).prefix { $0 != "-" }
        return "\(kind) \(String(mode, radix: 8)) \(commands.joined())"
      }
    }
  }

  /// Two SIGHUPs arrive, one from the ending shell and one from the system, and race with the end of input. A hundred
  /// terminals cover each order.
  @Test(arguments: [false, true])
  func `closing the terminal loses nothing, whether or not a shell is between`(hasShell: Bool) throws {
    for _ in 0..<10 {
      let sittings = try (0..<10).map { _ in try Sitting(hasShell: hasShell) }
      for sitting in sittings { try sitting.work() }
      for sitting in sittings {
        try sitting.terminal.hangUp()
        #expect(try sitting.left() == ["open 600 > spawn hero Arthur> status Arthur marching"])
      }
    }
  }

  @Test func `the session of a closed terminal is offered by the next prompt`() throws {
    let sitting = try Sitting(hasShell: true)
    try sitting.work()
    try sitting.terminal.hangUp()
    let next = try Program.warroom.start(environment: ["XDG_STATE_HOME": sitting.folder.path], columns: 200)
    try next.wait(for: "session-1.scenario” runs its 2 commands again")
  }

  @Test func `a clean end keeps the last session, readable only by its owner`() throws {
    let sitting = try Sitting(hasShell: false)
    try sitting.work()
    try sitting.terminal.send("\u{15}quit\r")
    try sitting.terminal.wait(for: "2 commands are not saved")
    try sitting.terminal.send("quit\r")
    #expect(try sitting.terminal.end() == 0)
    #expect(try sitting.left() == ["last.scenario 600 > spawn hero Arthur> status Arthur marching"])
  }
}
