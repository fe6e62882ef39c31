import AutoUpdate
import CommandLanguage
import Simulator
import Testing

/// An app's state is a part of any world.
@Suite struct AppTests {
  struct Hall: Model {
    let id: Int
    var name = ""
    var alert = StateCasesTests.Step.idle

    static let schema = Schema<Hall>("hall", plural: "halls", named: \.name, new: { Hall(id: $0, name: $1) })
    {
      Field("name", \.name)
      Field("alert", \.alert)
    }
  }

  final class Listener: StateDelegate {
    var heard: [String] = []
    func stateChanged(from old: StateCasesTests.Step, to new: StateCasesTests.Step) {
      heard.append("\(old)→\(new)")
    }
  }

  static let alert = App("alert", state: \Hall.alert, of: 1, default: .idle)

  static let world = World("halls", Hall.schema) {
    alert
    Start { world in try world.add(Hall(id: 1, name: "Main")) }
  }

  @Test func `it is set, shown and reset by commands, and its delegates are called`() throws {
    let session = try Self.world.makeSession()
    let listener = Listener()
    Self.alert.center(in: session.world).add(listener, name: "listener")
    #expect(
      session.transcript("alert\nalert failure \"no net\"\nalert\nalert delegates\nundo\nalert") == """
        > alert
        idle
        > alert failure "no net"
        > alert
        failure: no net
        > alert delegates
        1  listener
        > undo
        undid alert failure "no net" (step 1)
        > alert
        idle

        """)
    #expect(listener.heard == ["idle→failure: no net", "failure: no net→idle"])
    #expect(Self.world.problems == [])
  }

  @Test func `rules and why read the state of the moment that they are about`() throws {
    let world = World("halls", Hall.schema) {
      Self.alert
      Start { world in try world.add(Hall(id: 1, name: "Main")) }
      Label("text", showing: [.field(\Hall.alert, of: 1)]) { "\(Self.alert.center(in: $0).state)" }
      Constraint("quiet", over: Hall.self) { world, _ in Self.alert.center(in: world).state != .failure("bad")
      }
    }
    let session = try world.makeSession()
    #expect(session.run("alert failure bad").output.hasPrefix("error: "))
    _ = session.run("alert failure x")
    _ = session.run("change Main name=Old")
    #expect(session.run("why text").output.hasPrefix("shown by alert failure x (step 1): "))
  }

  @Test func `a state that no object has cannot be set, and a world that begins without one is reported`()
    throws
  {
    let world = World("halls", Hall.schema) { Self.alert }
    let session = try world.makeSession()
    #expect(session.run("alert moody calm").output.hasPrefix("error: this hall is gone\n"))
    #expect(session.world.step == 0)
    #expect(world.problems == ["no session starts with the hall that holds the state of “alert”"])
  }

  @Test func `a field with cases accepts only their texts, and lists them`() throws {
    let session = try Self.world.makeSession()
    let error = session.run("change Main alert=gone").output
    #expect(
      error.hasPrefix(
        "error: “gone” cannot be “alert”, which is one of idle, moody calm, moody wild, failure: TEXT\n"))
    #expect(session.run("change Main alert=\"moody wild\"").outcome == .done)
  }

  @Test func `two states of one type are two`() throws {
    let other = App("other", state: \Hall.alert, of: 2, default: .idle)
    let world = World("halls", Hall.schema) {
      Self.alert
      other
      Start { world in
        try world.add(Hall(id: 1, name: "Main"))
        try world.add(Hall(id: 2, name: "Side"))
      }
    }
    let session = try world.makeSession()
    #expect(
      session.transcript("alert moody calm\nother\nother moody wild\nalert\nother").hasSuffix(
        """
        > alert
        moody calm
        > other
        moody wild

        """))
  }
}
