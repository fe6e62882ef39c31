import CommandLanguage
import Simulator
import TestSupport
import Testing
import WarGame

/// Commands in loops reuse decoded arguments, but only as long as the arguments mean the same.
struct BoundCallTests {
  @Test(arguments: ["A", "\"A\""])
  func `a command in a loop changes the object that has the name now`(name: String) throws {
    let session = try warRoom.makeSession(seed: 1)
    _ = session.run("spawn hero A; spawn hero B")
    _ = session.run("repeat 2 { hp \(name) 50; rename A T; rename B A; rename T B }")
    #expect(session.run("print count(units where hp == 50)").output == "2\n")
  }

  @Test(arguments: ["A", "\"A\""])
  func `a command in a loop fails once its object is gone`(name: String) throws {
    let session = try warRoom.makeSession(seed: 1)
    _ = session.run("spawn hero A")
    let (output, outcome) = session.run("repeat 2 { hp \(name) 50; dismiss A }")
    #expect(outcome == .failed)
    #expect(output.contains("there is no unit “A”"))
  }

  @Test func `a definition changes the object that has the name when it is called`() throws {
    let session = try warRoom.makeSession(seed: 1)
    _ = session.run("def wound { hp A 50 }")
    for line in ["spawn hero A", "wound", "dismiss A", "spawn hero A", "wound"] { _ = session.run(line) }
    #expect(session.run("print A.hp").output == "50\n")
  }

  @Test(arguments: 0..<40)
  func `a loop does what its commands do one by one`(seed: UInt64) throws {
    var random = SplitMix(seed &* 31 &+ 7)
    let names = ["A", "B", "\"North Gate\""]
    func name() -> String { names[Int.random(in: 0..<names.count, using: &random)] }
    let commands = (0..<8).map { _ in
      switch Int.random(in: 0..<5, using: &random) {
      case 0: "spawn hero \(name())"
      case 1: "dismiss \(name())"
      case 2: "rename \(name()) \(name())"
      case 3: "status \(name()) \(["ready", "marching", "fighting"][Int.random(in: 0..<3, using: &random)])"
      default: "hp \(name()) \(Int.random(in: 1...100, using: &random))"
      }
    }
    let (looped, single) = (try warRoom.makeSession(seed: 1), try warRoom.makeSession(seed: 1))
    _ = looped.run("repeat 5 { \(commands.map { "try { \($0) }" }.joined(separator: "; ")) }")
    for _ in 0..<5 {
      for command in commands { _ = single.run(command) }
    }
    let query = "print [ \"\\(u.name) \\(u.hp) \\(u.status) \\(u.id)\" for u in units ]"
    #expect(looped.run(query).output == single.run(query).output)
  }
}
