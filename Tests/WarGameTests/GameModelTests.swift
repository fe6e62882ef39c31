import CommandLanguage
import FoundationEssentials
import Simulator
import TestSupport
import Testing
import WarGame

/// Compares the program with a model of the game that shares no code with it.
struct GameModelTests {
  /// 40 × 500 = 20,000 commands. `MODELLED_COMMANDS` makes each program longer.
  @Test("commands succeed, and leave what is there, as the documentation says", arguments: 0..<40)
  func agrees(program: UInt64) throws {
    let count = Self.count
    var drawn = RandomActions(random: SplitMix(program &* 7_919 &+ 1))
    let session = try warRoom.makeSession(seed: program)
    var model = GameModel()
    model.hitPointsAfterBlow = { name in
      Int(Self.printed("first(units where name == \"\(name)\").hp", in: session)) ?? -1
    }
    var history: [String] = []
    var outcomes = (good: 0, bad: 0)
    for index in 0..<count {
      let action = drawn.action()
      history.append(action.text)
      let (output, outcome) = session.run(action.text)
      if outcome == .failed { outcomes.bad += 1 } else { outcomes.good += 1 }
      let isRight = model.run(action) == (outcome != .failed)
      // Comparing costs more than running.
      guard !isRight || index % 3 == 2 else { continue }
      let query = drawn.query()
      let problem =
        isRight
        ? Self.difference(session, model.state, query) : "it was to be otherwise, but it printed: \(output)"
      if let problem {
        Issue.record("program \(program): \(problem)\nafter:\n\(history.suffix(40).joined(separator: "\n"))")
        return
      }
    }
    #expect(outcomes.good > count / 4 && outcomes.bad > count / 10, "\(outcomes)")
  }

  private static let count = ProcessInfo.processInfo.environment["MODELLED_COMMANDS"].flatMap(Int.init) ?? 500

  private static func printed(_ expression: String, in session: GameSession) -> String {
    String(session.run("print \(expression)").output.dropLast())
  }

  /// Returns the difference between the program and the model; `nil` if they agree.
  private static func difference(_ session: GameSession, _ state: GameModel.State, _ query: Query) -> String?
  {
    func names(_ units: [GameModel.Unit]) -> String { units.map(\.name).joined(separator: ", ") }
    let rows = query.rows(of: state.units)
    let expected: [(expression: String, value: String)] = [
      (
        #"[ "\(u.name)|\(u.type)|\(u.side)|\(u.hp)|\(u.max)|\(u.status)" for u in units ]"#,
        state.units.map { unit in
          "\(unit.name)|\(unit.word("type"))|\(unit.side)|\(unit.hp)|\(unit.max)|\(unit.status)"
        }.joined(separator: ", ")
      ),
      (
        #""\(game.phase) \(game.opponent) \(game.result) \(me.side) \(app.state) \(tick)""#,
        "\(state.game.phase) \(state.game.opponent ?? "none") \(state.game.result ?? "none") \(state.side) "
          + "\(state.app) \(state.tick)"
      ),
      (
        #"[ "\(job.at)" for job in planned by at ]"#,
        state.jobs.map(\.at).sorted().map(String.init).joined(separator: ", ")
      ),
      ("[u.name for u in \(query.text)]", names(rows)),
      ("count(\(query.text))", "\(rows.count)"),
      ("sum([u.hp for u in \(query.text)])", "\(rows.reduce(0) { $0 + $1.hp })"),
      ("[u.name for u in w]", state.watch.map { names($0.rows(of: state.units)) } ?? ""),
    ]
    for (expression, value) in expected {
      if expression.hasSuffix("in w]"), state.watch == nil { continue }
      let found = printed(expression, in: session)
      if found != value { return "print \(expression)\n is \(found)\nnot \(value)" }
    }
    return nil
  }
}
