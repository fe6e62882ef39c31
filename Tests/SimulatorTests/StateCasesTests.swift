import CommandLanguage
import Simulator
import Testing

/// An enumeration whose cases carry values is declared once: its text, the words that make it, and what can follow.
@Suite struct StateCasesTests {
  enum Mood: String, FieldWord { case calm, wild }

  enum Step: StateCases {
    case idle
    case moody(Mood)
    case failure(String)

    static let cases: [StateCase<Step>] = [
      StateCase("idle", .idle),
      StateCase("moody", Step.moody) { if case .moody(let mood) = $0 { mood } else { nil } },
      StateCase("failure", Step.failure) { if case .failure(let reason) = $0 { reason } else { nil } },
    ]
  }

  struct Percent: RawRepresentable, AssociatedValue, FieldCodable {
    let rawValue: Int
    var description: String { "\(rawValue)" }
  }

  enum Whole: StateCases {
    case ready(Bool)
    case fetching(Step)
    case loading(Int)
    case scaled(Double)
    case shared(Percent)

    static let cases: [StateCase<Whole>] = [
      StateCase("ready", Whole.ready) { if case .ready(let isReady) = $0 { isReady } else { nil } },
      StateCase("fetching", Whole.fetching) { if case .fetching(let step) = $0 { step } else { nil } },
      StateCase("loading", Whole.loading) { if case .loading(let count) = $0 { count } else { nil } },
      StateCase("scaled", Whole.scaled) { if case .scaled(let factor) = $0 { factor } else { nil } },
      StateCase("shared", Whole.shared) { if case .shared(let part) = $0 { part } else { nil } },
    ]
  }

  static let all: [(Whole, String)] = [
    (.ready(true), "ready true"), (.ready(false), "ready false"), (.fetching(.idle), "fetching idle"),
    (.fetching(.moody(.wild)), "fetching moody wild"),
    (.fetching(.failure("no answer")), "fetching failure: no answer"),
    (.fetching(.failure("")), "fetching failure: "),
    (.fetching(.failure(": a  b :")), "fetching failure: : a  b :"),
    (.fetching(.failure("idle")), "fetching failure: idle"),
    (.loading(0), "loading 0"), (.loading(-7), "loading -7"), (.loading(.max), "loading \(Int.max)"),
    (.loading(.min), "loading \(Int.min)"), (.scaled(1.5), "scaled 1.5"), (.scaled(3), "scaled 3.0"),
    (.scaled(-1e300), "scaled -1e+300"), (.shared(Percent(rawValue: 40)), "shared 40"),
  ]

  @Test(arguments: all)
  func `a state's text is its cases and what they carry, and reads back`(state: Whole, text: String) {
    #expect(state.description == text)
    #expect(Whole(fieldValue: state.fieldValue) == state)
    #expect(Whole(fieldValue: .text(text)) == state)
  }

  @Test(arguments: [
    "", "ready", "ready maybe", "ready true now", "fetching", "fetching moody: wild x", "gone", "ready: ",
    "loading", "loading many", "loading 1.5", "loading 1 2", "loading 99999999999999999999", "scaled nan",
    "scaled inf", "shared none",
  ])
  func `a text that no state has is none`(text: String) {
    #expect(Whole(fieldValue: .text(text)) == nil)
  }

  @Test func `the next argument follows from the cases`() {
    #expect(
      Whole.argument(after: []) == .word(["ready", "fetching", "loading", "scaled", "shared"]))
    #expect(Whole.argument(after: ["ready"]) == .word(["true", "false"]))
    #expect(Whole.argument(after: ["ready", "true"]) == nil)
    #expect(Whole.argument(after: ["fetching", "moody"]) == .word(["calm", "wild"]))
    #expect(Whole.argument(after: ["fetching", "failure"]) == .text)
    #expect(Whole.argument(after: ["loading"]) == .number)
    #expect(Whole.argument(after: ["loading", "3"]) == nil)
    #expect(Whole.argument(after: ["scaled"]) == .decimal)
    #expect(Whole.argument(after: ["shared"]) == .number)
    #expect(Whole.argument(after: ["gone"]) == nil)
  }

  @Test func `words that form no state are reported`() {
    #expect(throws: StateCaseError.missing(.word(["true", "false"]))) { try Whole(words: ["ready"]) }
    #expect(throws: StateCaseError.missing(.text)) { try Whole(words: ["fetching", "failure"]) }
    #expect(throws: StateCaseError.missing(.number)) { try Whole(words: ["loading"]) }
    #expect(throws: StateCaseError.unknown(word: "1.5", .number)) { try Whole(words: ["loading", "1.5"]) }
    #expect(throws: StateCaseError.unknown(word: "much", .decimal)) { try Whole(words: ["scaled", "much"]) }
    #expect(throws: StateCaseError.unknown(word: "glad", .word(["calm", "wild"]))) {
      try Whole(words: ["fetching", "moody", "glad"])
    }
    #expect(throws: StateCaseError.surplus(word: "now", behind: "idle", isText: false)) {
      try Whole(words: ["fetching", "idle", "now"])
    }
    let explanation = StateCaseError.unknown(word: "much", .decimal).explanation
    #expect(explanation.message == "“much” is not a number")
  }

  @Test func `a command sets a state that carries a number, and undo, a field and a saved value know it`()
    throws
  {
    let world = World("w", Engine.schema) {
      App("engine", state: \Engine.state, of: 0, default: .ready(false))
      Start { world in try world.add(Engine(id: 0)) }
    }
    #expect(world.problems == [])
    let session = try world.makeSession()
    #expect(session.run("engine loading 40").outcome == .done)
    #expect(session.run("engine").output == "loading 40\n")
    #expect(session.run("engine scaled -0.5").outcome == .done)
    #expect(session.run("print engine.state").output == "scaled -0.5\n")
    #expect(session.run("undo").outcome == .done)
    #expect(session.run("engine").output == "loading 40\n")
    #expect(
      session.run("engine loading many").output.split(separator: "\n").first
        == "error: “many” is not a whole number")
    #expect(session.run("help engine").output.contains("engine loading NUMBER\n"))
    #expect(session.run("change (engine) state=\"loading 41\"").outcome == .done)
    #expect(session.run("engine").output == "loading 41\n")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a number that is not finite is refused where it is set, since no file could restore it`(
    number: Double
  ) throws {
    let world = World("w", Engine.schema) {
      App("engine", state: \Engine.state, of: 0, default: .ready(false))
      Command("state", "Set the state") { world in
        try world.change(Reference<Engine>(0)) { $0.state = .scaled(number) }
      }
      Command("speed", "Set the speed") { world in
        try world.change(Reference<Engine>(0)) { $0.speed = number }
      }
      Command("speeds", "Set the speeds") { world in
        try world.change(Reference<Engine>(0)) { $0.speeds = [1, number] }
      }
      Start { world in try world.add(Engine(id: 0)) }
    }
    #expect(world.problems == [])
    let session = try world.makeSession()
    for field in ["state", "speed", "speeds"] {
      let ran = session.run(field)
      #expect(ran.outcome == .failed)
      #expect(ran.output.hasPrefix("error: “\(field)” of motor is refused: "), "\(ran.output)")
      #expect(ran.output.contains("\(number)"), "\(ran.output)")
    }
    #expect(session.run("engine").output == "ready false\n")
    #expect(session.run("change (engine) speed=2.5").outcome == .done)
    #expect(session.run("print engine.speed").output == "2.5\n")
    #expect(session.run("print motor.speed").output == "2.5\n", "a kind with one object is its name")
  }

  struct Engine: Model {
    let id: Int
    var state = Whole.ready(false)
    var speed = 0.0
    var speeds: [Double] = []

    static let schema = Schema<Engine>("motor", plural: "motors", label: { _ in "motor" }, isSingle: true) {
      Field("state", \.state)
      Field("speed", \.speed)
      Field("speeds", \.speeds)
    }
  }
}
