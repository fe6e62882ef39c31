import CommandLanguage
import Simulator
import Testing

@testable import WarGame

/// The coverage that a session of the war room records.
@Suite struct CoverageTests {
  private let coverage = warRoom.declaredCoverage { $0.traits.contains(.contained) }

  private func exercised(_ dimension: String, _ lines: String...) throws -> [String] {
    let session = try warRoom.makeSession()
    coverage.note(in: session)
    for line in lines { _ = session.run(line) }
    return coverage.exercised(by: session).first { $0.name == dimension }?.cells ?? []
  }

  @Test func `the dimensions are as large as what is declared`() {
    let counts = coverage.dimensions.map { "\($0.name) \($0.cells.count)" }
    for expected in [
      "unit.status changes 17", "unit.status refused changes 13", "phase × side × screen 16",
    ] {
      #expect(counts.contains(expected), "\(counts)")
    }
    for dimension in coverage.dimensions {
      #expect(Set(dimension.cells).count == dimension.cells.count, "\(dimension.name)")
    }
  }

  @Test func `a status change counts however it comes about, a refusal for itself`() throws {
    let name = "unit.status changes"
    #expect(try exercised(name, "spawn hero A", "status A marching") == ["ready→marching"])
    #expect(try exercised(name, "spawn hero A", "hp A 10", "hp A 0") == ["ready→wounded", "wounded→fallen"])
    #expect(try exercised(name, "spawn hero A", "status A ready", "status A healing") == [])
    #expect(
      try exercised("unit.status refused changes", "spawn hero A", "status A ready", "status A healing")
        == ["ready→healing"])
  }

  @Test func `a screen counts while it is open, in its phase and on our side`() throws {
    #expect(
      try exercised("phase × side × screen", "side defender", "close map", "phase matching", "open chat")
        == ["none attacker map", "none defender map", "matching defender chat"])
  }

  @Test func `an error counts by its kind, the game's like the language's`() throws {
    #expect(
      try exercised("diagnostics", "cancel 3", "say a", "undo 9", "spawn hero A; spawn hero A")
        == ["nameTaken", "time: noJob", "history: tooFar"])
    #expect(try exercised("language: diagnostics", "print (", "cancel 3") == ["neverClosed"])
  }

  @Test func `a view counts by the marks that it prints`() throws {
    #expect(
      try exercised(
        "views", "spawn hero A", "watch all = units", "rename A B", "units", "views", "show", "dismiss B")
        == [
          "map/units +", "map/units -", "map/units ~", "watch +", "watch -", "watch ~",
        ])
  }

  @Test func `a limit of the game's is one of the limits`() throws {
    #expect(try exercised("limits", "set units 0", "spawn hero A") == ["units"])
  }

  @Test func `noting changes nothing that is printed`() throws {
    let plain = try warRoom.makeSession()
    let noting = try warRoom.makeSession()
    coverage.note(in: noting)
    for line in [
      "trace on", "spawn hero A", "status A wounded", "status A ready", "open chat", "say x", "undo 2", "log",
      "hash", "why map/units 1", "set steps 10", "while true { }", "help",
    ] {
      #expect(plain.run(line).output == noting.run(line).output, "\(line)")
    }
  }
}
