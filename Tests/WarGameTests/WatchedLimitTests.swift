import CommandLanguage
import Simulator
import Testing

@testable import WarGame

/// Limits that are reached while rows are watched, or while time advances.
@Suite struct WatchedLimitTests {
  /// Returns a session in which `condition` is watched for the unit A.
  private func watching(_ condition: String, _ settings: String...) throws -> CommandSession {
    let session = try warRoom.makeSession()
    for line in ["spawn hero A", "close map", "def f { return f() }"] + settings {
      #expect(session.run(line).outcome == .done, "\(line)")
    }
    _ = session.run("watch w = units where \(condition)")
    return session
  }

  @Test(arguments: [
    ("hp > 30 and count(range(1, hp)) > 3", "set list 30", "a list may have at most 30 elements"),
    ("hp > 30 and text(range(1, hp)) != name", "set text 90", "a text may have at most 90 bytes"),
    ("hp > 30 and count(range(1, 9000)) > 3", "set memory 200000", "200000 bytes of memory"),
    ("hp > 30 and f()", "set recursion 5", "calls are nested deeper than 5 levels"),
  ])
  func `a row that reaches a limit is left out with a report, and the command succeeds`(
    condition: String, setting: String, message: String
  ) throws {
    let session = try watching(condition, setting, "hp A 20")
    let met = session.run("hp A 60")
    #expect(met.outcome == .done)
    #expect(
      met.output.contains("the watch “w” leaves out A: ") && met.output.contains(message), "\(met.output)")
    #expect(session.run("print A.hp, count(w)").output == "60 0\n")
  }

  @Test(arguments: [
    "while true { hp A 50; hp A 60 }", "every 1 { hp A 50; hp A 60 }; tick 1000000000",
    "every 1 { }; tick 1000000000",
  ])
  func `steps and interruption end what never would`(line: String) throws {
    let session = try watching("hp > 55", "set steps 3000")
    #expect(session.run(line).output.contains("error: a line may take at most 3000 steps"))
    _ = session.run("set steps 1000000000")
    var polls = 0
    session.isInterrupted = {
      polls += 1
      return polls > 3
    }
    let ended = session.run(line)
    #expect(
      ended.outcome == .failed && ended.output.contains("error: interrupted"), "\(ended.output.suffix(200))")
  }

  @Test func `output is limited while rows are watched`() throws {
    let session = try watching("hp > 55", "set output 2000")
    let ended = session.run("while true { hp A 50; hp A 60 }")
    #expect(ended.outcome == .failed && ended.output.contains("2000 bytes"), "\(ended.output.suffix(200))")
    #expect(ended.output.utf8.count < 3000)
  }

  @Test func `blank lines of a feed are charged`() throws {
    let session = try watching("hp > 55", "set steps 3000")
    session.files = BlankFiles()
    #expect(session.run("feed blank").output.contains("error: a line may take at most 3000 steps"))
  }
}

/// Files that contain only blank lines.
private final class BlankFiles: SessionFiles {
  func read(_ path: String) -> [UInt8] { Array(repeating: 0x0A, count: 100_000) }
  func save(to path: String) {}
  func record(to path: String?) {}
}
