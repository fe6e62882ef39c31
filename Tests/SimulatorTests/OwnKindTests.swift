import CommandLanguage
import Simulator
import Testing

/// Constraints over objects that refer to others of their own kind.
@Suite struct OwnKindTests {
  struct Task: Model {
    let id: Int
    var name: String
    var size = 1
    var after: Reference<Task>?

    static let schema = Schema<Task>(
      "task", plural: "tasks", named: \.name, new: { Task(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("size", \.size)
      Field("after", \.after)
    }
  }

  private func session(_ claim: String) throws -> CommandSession {
    let world = World("w", Task.schema) { Constraint("sound") { claim } }
    #expect(world.problems == [])
    return try world.makeSession()
  }

  @Test func `an object that stays breaks a constraint when the one it refers to goes`() throws {
    let session = try session("empty(tasks where size > 5 and after == none)")
    for line in ["add task A", "add task B after=A", "change B size=9", "add task C"] {
      #expect(session.run(line).outcome == .done, "\(line)")
    }
    #expect(session.run("remove A").output.hasPrefix("error: this would break the constraint “sound”"))
    #expect(session.run("remove C").outcome == .done)
    #expect(session.run("verify").outcome == .done)
  }

  @Test func `an object that stays breaks a constraint when the one it refers to changes`() throws {
    let session = try session("empty(tasks where after != none and after.size > 5)")
    for line in ["add task A", "add task B after=A"] { #expect(session.run(line).outcome == .done) }
    #expect(session.run("change A size=9").output.hasPrefix("error: this would break the constraint “sound”"))
    #expect(session.run("change A size=5").outcome == .done)
  }
}
