import CommandLanguage
import Simulator
import Testing

/// Which fields of an object a constraint reads, and when it is asked of the object again.
@Suite struct ConstraintFieldTests {
  private func session(demanding condition: String) throws -> CommandSession {
    let world = World("demanding", Person.schema, Card.schema) { Constraint("demand") { condition } }
    #expect(world.problems == [])
    let session = try world.makeSession()
    _ = session.transcript("add person Ann\nadd card A\nchange A points=2")
    return session
  }

  /// The fewest steps with which a line is done.
  private func steps(of line: String, in session: CommandSession) throws -> Int {
    try #require(
      (1...100).first { steps in
        session.interpreter.limits.steps = steps
        // What is owed shows at the next charge.
        if session.run(line + "; let n = 1").outcome == .done { return true }
        _ = session.run("undo")
        return false
      })
  }

  @Test
  func `an object is evaluated again only when something changed that its condition reads`() throws {
    let session = try session(demanding: "not any cards where points > 50 and large")
    let other = try steps(of: "change A column=doing", in: session)
    let read = try steps(of: "change A points=3", in: session)
    #expect(read == other + 1)
  }

  @Test func `a condition that reads a derived field is evaluated when the fields it derives from change`()
    throws
  {
    let session = try session(demanding: "not any cards where large")
    #expect(session.run("change A column=doing").outcome == .done)
    #expect(session.run("change A points=9").output.contains("broken by A"))
    #expect(session.run("print A.points").output == "2\n")
  }

  @Test func `each field that a condition reads causes its evaluation`() throws {
    let session = try session(demanding: "not any cards where points > 5 and column == doing")
    #expect(session.run("change A column=doing").outcome == .done)
    #expect(session.run("change A points=6").outcome == .failed)
    #expect(session.run("change A column=todo; change A points=6").outcome == .done)
    #expect(session.run("change A column=doing").outcome == .failed)
  }

  @Test func `a new object is evaluated, whatever its fields`() throws {
    let session = try session(demanding: "not any cards where column == doing")
    #expect(session.run("add card B column=doing").outcome == .failed)
    #expect(session.run("add card B").outcome == .done)
  }

  @Test func `a condition over two kinds is evaluated when an object of either kind changes`() throws {
    let session = try session(demanding: "not any cards where points > count(people)*2")
    #expect(session.run("change A points=3").outcome == .failed)
    #expect(session.run("remove Ann").outcome == .failed)
    #expect(session.run("add person Ben; change A points=4").outcome == .done)
    #expect(session.run("remove Ben").outcome == .failed)
  }
}
