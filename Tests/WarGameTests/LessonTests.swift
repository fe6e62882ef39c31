import CommandLanguage
import Foundation
import Testing

@testable import Simulator
@testable import WarGame
@testable import kanban

/// The lesson of `demo` is a scenario that is replayed, so it is correct.
@Suite struct LessonTests {
  @Test func `the lesson of a world and its scenario are the same bytes`() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let scenario = try Data(contentsOf: package.appending(path: "Scenarios/warroom/demo.scenario"))
    #expect(String(decoding: scenario, as: UTF8.self) == Lesson.warRoom.text)
  }

  @Test func `a world without a lesson has no demo, and one has a single lesson`() throws {
    let world = World("quiet", Person.schema)
    #expect(!world.table.commands.contains { $0.name == "demo" })
    let session = try world.makeSession()
    #expect(session.run("demo").output.contains("there is no command “demo”"))
    #expect(!session.run("help").output.contains("demo"))
    #expect(warRoom.table.commands.contains { $0.name == "demo" })
    let twice = World("loud", Person.schema) {
      Lesson("> help\n")
      Lesson("> help\n")
    }
    #expect(twice.problems.contains("a world can have only one lesson"))
  }
}
