import CommandLanguage
import Simulator
import Testing

/// Names that are read again and again stand for whoever has them by then.
@Suite struct NameReadingTests {
  @Test func `a name in a loop refers to the object that has it in that round`() throws {
    let session = try kanban.makeSession()
    _ = session.transcript("add card A\nadd card B")
    let round = "change A points=(n); change A title=C; change B title=A; change C title=B"
    #expect(session.run("for n in (3, 4, 5) { \(round) }").outcome == .done)
    #expect(session.run("print A.points, B.points").output == "4 5\n")
  }

  @Test func `a name is known from the line that introduces it to the line that takes it`() throws {
    let session = try kanban.makeSession()
    let isKnown = { session.run("change Zo\u{E9} points=2").outcome == .done }
    #expect(!isKnown())
    _ = session.run("add card Zoe\u{301}")
    #expect(isKnown() && isKnown())
    // Refused, as the second card has the name already.
    #expect(session.run("add card B; change B title=Zo\u{E9}").outcome == .failed)
    #expect(isKnown())
    _ = session.run("remove Zo\u{E9}")
    #expect(!isKnown())
    _ = session.run("undo")
    #expect(isKnown())
    _ = session.run("change Zo\u{E9} title=\"a name of more bytes than a few\"")
    #expect(!isKnown())
    #expect(session.run("change \"a name of more bytes than a few\" points=3").outcome == .done)
  }

  @Test func `an argument word means the same in a loop, from a variable and elsewhere`() throws {
    let session = try kanban.makeSession()
    _ = session.transcript("add card A\nadd card B\nlet c = doing")
    _ = session.run("repeat 3 { move A doing; move B $c; move A todo; move B (\"todo\") }; move B doing")
    #expect(session.run("print A.column, B.column").output == "todo doing\n")
    #expect(session.run("repeat 2 { tick 3 }; print tick").output == "6\n")
  }
}
