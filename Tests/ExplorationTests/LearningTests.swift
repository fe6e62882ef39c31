import CommandLanguage
import Simulator
import Testing

@testable import Exploration

/// The arguments that walks make up, and what they take for new.
struct LearningTests {
  private static let world = World("numbers", Item.schema, Reach.schema) {
    Command("spend", "Spend some", .number("amount", in: 0...1_000_000)) { _, _ in }
    Constraint("few") { "count(items where rank > 7) < 9" }
  }

  private static func draws(_ session: CommandSession, _ numbers: [Int], refused: Bool = false) throws
    -> Set<String>
  {
    var random = SplitMix(seed: 3)
    let spend = try #require(world.table.ownCommands.first { $0.name == "spend" })
    return Set(
      (0..<2_000).compactMap { _ in
        session.trial(
          for: spend.parameters[0],
          TrialChoices(numbers: numbers, allowsRefusal: refused) { random.below($0) })?
          .text
      })
  }

  @Test func `numbers of the present state and their neighbours are tried, and others by chance`() throws {
    let session = try Self.world.makeSession()
    _ = session.run("add reach A")
    _ = session.run("change A most=4711")
    let numbers = session.outline.numbers
    #expect(numbers.contains(4711))
    let drawn = try Self.draws(session, numbers)
    #expect(drawn.isSuperset(of: ["4710", "4711", "4712", "1000000", "0"]) && drawn.count > 200)
    #expect(!drawn.contains("-1") && !drawn.contains("1000001"))
    #expect(try Self.draws(session, numbers, refused: true).contains("1000001"))
  }

  @Test func `an argument is one of the candidates behind the arguments before it`() throws {
    let verdict = Parameter<String>.text("verdict").completed { (_: Simulation, position) in
      position.arguments == ["word"] ? [.init("guilty"), .init("free=", isFinal: false)] : []
    }
    let world = World("courts", Item.schema) {
      Command("judge", "Judge it", .text("case"), verdict) { _, _, _ in }
    }
    let session = try world.exploredInTest().makeSession(seed: 1)
    let judge = try #require(world.table.ownCommands.first { $0.name == "judge" })
    let composer = Composer([judge])
    let lines = Set(composer.all(0, in: session).map(\.text))
    #expect(lines.contains("judge word guilty") && !lines.contains("judge 🙂 guilty"))
    #expect(!lines.contains("judge word free="))
    var random = SplitMix(seed: 3)
    let drawn = (0..<500).compactMap { _ in composer.random(0, &random, in: session, []).map(\.text) }
    #expect(drawn.contains("judge word guilty") && !drawn.contains("judge 🙂 guilty"))
  }

  @Test func `generated laws hold in every state`() throws {
    let session = try Self.world.makeSession()
    let commands = Self.world.table.commands.filter { ["add", "change", "remove", "undo"].contains($0.name) }
    let composer = Composer(commands)
    var random = SplitMix(seed: 3)
    var names: Set<String> = []
    for round in 0..<600 {
      if let line = composer.random(round % commands.count, &random, in: session, [1, 7])?.text {
        let result = session.run(line)
        #expect(!result.output.contains("warning"), "\(line): \(result.output)")
      }
      guard let law = session.trialLaw(TrialChoices { random.below($0) }) else { continue }
      let result = session.run("invariant \(law.name) \(law.condition)")
      #expect(result.outcome == .done && !result.output.contains("warning"), "\(law): \(result.output)")
      names.insert(law.name)
    }
    #expect(names.count == 12, "\(names)")
  }

  @Test func `conditions have one or two parts, compare properties, or join kinds, and all can be computed`()
    throws
  {
    let session = try Self.world.makeSession()
    for line in ["add reach A", "add item B", "add item C"] {
      #expect(session.run(line).outcome == .done)
    }
    let commands = Self.world.table.commands
    var random = SplitMix(seed: 3)
    func draw(_ command: String, _ position: Int) throws -> Set<String> {
      let parameter = try #require(commands.first { $0.name == command }).parameters[position]
      return Set(
        (0..<2_000).compactMap { _ in
          session.trial(for: parameter, TrialChoices { random.below($0) })?.text
        })
    }
    let (conditions, selections) = (try draw("constraint", 1), try draw("watch", 1))
    for text in conditions { #expect(session.run("print \(text)").outcome == .done, "\(text)") }
    for text in selections where !text.contains(" by ") {
      #expect(session.run("print count(\(text))").outcome == .done, "\(text)")
    }
    for part in [" as x where ", "not any ", " and ", " or ", ".0", " x.", "x where count("] {
      #expect(conditions.contains { $0.contains(part) }, "\(part)")
    }
    #expect(selections.contains { $0.contains(" as x where ") })
  }

  @Test func `numbers in rules and definitions are known`() throws {
    let session = try Self.world.makeSession()
    _ = session.run("def two { spend 4321 }")
    let numbers = session.constants(of: session.world.ruleTexts).numbers
    #expect(Set(numbers).isSuperset(of: [7, 9, 4321]), "\(numbers)")
    #expect(session.definedCommands.map(\.name) == ["two"])
  }

  private enum Mode: StateCases {
    case idle
    case closing(Int)

    static let cases: [StateCase<Mode>] = [
      StateCase("idle", .idle),
      StateCase("closing", Mode.closing) { if case .closing(let ticks) = $0 { ticks } else { nil } },
    ]
  }

  private struct Bank: Model {
    let id: Int
    var mode = Mode.idle
    static let schema = Schema<Bank>("bank", plural: "banks") { Field("mode", \.mode) }
  }

  @Test func `a state that carries a number is tried with some, which completion does not offer`() throws {
    let world = World("banks", Bank.schema) {
      App("mode", state: \Bank.mode, of: 1, default: .idle)
      Start { world in try world.add(Bank(id: 1)) }
    }
    let session = try world.exploredInTest().makeSession(seed: 1)
    let composer = Composer(world.table.ownCommands.filter { $0.name == "mode" })
    let line = "mode closing \"2\""
    #expect(Set(composer.all(0, in: session).map(\.text)).isSuperset(of: ["mode idle", line]))
    #expect(session.run(line).outcome == .done)
    var random = SplitMix(seed: 3)
    let drawn = Set((0..<200).compactMap { _ in composer.random(0, &random, in: session, [])?.text })
    #expect(drawn.contains(line))
    let typed = Array("mode closing ".utf8)
    #expect(session.completions(of: typed.span, at: typed.count).candidates.isEmpty)
  }

  private struct Scale: Model {
    let id: Int
    var weight = 0.0
    static let schema = Schema<Scale>("scale", plural: "scales", new: { id, _ in Scale(id: id) }) {
      Field("weight", \.weight)
    }
  }

  @Test func `an outline tells decimals by their magnitude, also those without one`() throws {
    let session = try World("scales", Scale.schema) {}.makeSession()
    _ = session.run("add scale")
    var outlines: [[UInt64]] = [session.outline.features]
    for weight in ["0.5", "1e300", "5e-324"] {
      _ = session.run("for s in scales { change $s weight=\(weight) }")
      outlines.append(session.outline.features)
    }
    #expect(Set(outlines).count == outlines.count)
  }

  @Test func `an outline differs with a word or a count, and not with a number of the same size`() throws {
    let session = try Self.world.makeSession()
    _ = session.run("add item A")
    let start = session.outline
    _ = session.run("change A count=5")
    let five = session.outline
    _ = session.run("change A count=6")
    #expect(session.outline.features == five.features && five.features != start.features)
    _ = session.run("change A state=busy")
    #expect(session.outline.words != five.words)
    _ = session.run("undo")
    _ = session.run("add item B")
    #expect(session.outline.features != five.features)
  }

  @Test func `a feature is new once`() {
    var memory = WalkMemory()
    #expect(memory.note([1, 2, 3]) == 1 && memory.note([2, 3, 4]) == 4 && memory.note([1, 4]) == nil)
  }

  @Test func `the walk that first reached a word is chosen before others whose feature is as rare`() {
    var (memory, random) = (WalkMemory(), SplitMix(seed: 1))
    for number in 1...64 {
      let feature = memory.note([UInt64(number)])
      memory.keep(
        [Invocation(line: "\(number)")], reaching: feature, isWord: number == 7, distance: .max, &random)
    }
    let chosen = (0..<64).map { _ in memory.one(&random, isGuided: false).first?.text }
    #expect(chosen.count { $0 == "7" } > 5, "\(chosen)")
  }

  @Test func `a state is rare as long as few states had one of its words`() {
    var memory = WalkMemory()
    for _ in 0..<200 { _ = memory.note([1]) }
    _ = memory.note([1, 2])
    #expect(memory.isRare([1, 2]) && !memory.isRare([1]) && !memory.isRare([]))
  }

  @Test func `a walk made of known ones begins with the lines that it declares as known`() {
    var (memory, random) = (WalkMemory(), SplitMix(seed: 1))
    let path = ["a", "b", "c", "d"].map { Invocation(line: $0) }
    memory.keep(path, distance: 0, &random)
    for _ in 0..<200 {
      let (steps, knownCount) = PlannedStep.plan(of: &memory, isGuided: false, &random)
      for (place, step) in steps.prefix(knownCount).enumerated() {
        if case .line(let line) = step {
          #expect(path.contains(line), "\(place)")
        } else {
          Issue.record("no line")
        }
      }
      #expect(knownCount <= steps.count)
    }
  }

  @Test func `a world with commands of its own is explored by those`() throws {
    let world = World("own", Item.schema, Tally.schema) {
      Beginning()
      Command("order", "Order one") { try $0.change(Tally.the) { $0.ordered += 1 } }
    }
    func names(_ change: (inout ExplorationOptions) -> Void = { _ in }) throws -> [String] {
      try world.exploredInTest().explore {
        $0.stepCountMax = 1_000
        change(&$0)
      }.actions.filter { $0.tryCount > 0 }.map(\.name)
    }
    let own = try names()
    #expect(own.contains("order") && own.contains("undo") && !own.contains("add") && !own.contains("change"))
    #expect(try Set(names { $0.commandNames = ["add", "order"] }) == ["add", "order"])
    // Where nothing else can be tried, objects are made.
    let bare = World("bare", Item.schema) { List("items", of: Item.self) }
    let actions = try bare.exploredInTest().explore { $0.stepCountMax = 200 }.actions
    #expect(actions.contains { $0.name == "add" && $0.successCount > 0 })
  }

  @Test func `definitions of the beginning are commands to explore`() throws {
    let world = World("own", Tally.schema) {
      Beginning()
      Command("order", "Order one") { try $0.change(Tally.the) { $0.ordered += 1 } }
    }
    let result = try world.exploredInTest().explore {
      $0.prefix = ["def sprint n: number { repeat n { order } }"]
      $0.commandNames = ["sprint"]
      $0.goal = .init("tally.ordered == 5")
    }
    // The number of the condition is among those that are tried.
    #expect(result.witness?.lines == ["sprint 5"] && result.isShortest)
  }
}

/// Something with a number that may be large.
private struct Reach: Model {
  let id: Int
  var name: String
  var most = 0

  static let schema = Schema<Reach>(
    "reach", plural: "reaches", named: \.name, new: { Reach(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("most", \.most, in: 0...1_000_000)
  }
}
