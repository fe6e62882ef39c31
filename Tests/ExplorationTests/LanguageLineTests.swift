import CommandLanguage
import Simulator
import Synchronization
import Testing

@testable import Exploration

/// The lines of the language that walks make up.
struct LanguageLineTests {
  private static let world = World("numbers", Item.schema, Owner.schema) {
    List("shelf", of: Item.self, by: \.rank)
    Command("order", "Order one", .newName(of: Item.self)) { try $0.add(Item.self, named: $1) }
    Command("hire", "Hire somebody", .newName(of: Owner.self)) { try $0.add(Owner.self, named: $1) }
    Root("lead", "the first item", Reference<Item>(1))
  }

  private static func session(after lines: [String]) throws -> CommandSession {
    let session = try world.makeSession()
    for line in lines { #expect(session.run(line).outcome == .done, "\(line)") }
    return session
  }

  @Test func `rules keep the values of their variables, and promises need not be kept soon`() throws {
    let session = try Self.session(after: ["order A", "order B", "change B rank=7", "verify on"])
    let commands = Self.world.table.commands.filter { ["add", "change", "remove", "undo"].contains($0.name) }
    let composer = Composer(commands)
    var random = SplitMix(seed: 3)
    var otherRandom = SplitMix(seed: 3)
    var written: Set<String> = []
    for round in 0..<120 {
      if let line = composer.random(round % commands.count, &random, in: session, [1, 7])?.text {
        #expect(!session.run(line).output.contains("warning"), "\(line)")
      }
      let choices = TrialChoices(numbers: [1, 7]) { random.below($0) }
      let lines = [
        session.trialVariable(choices), session.trialPromise(choices),
        session.trialProgram(TrialChoices { otherRandom.below($0) }),
      ]
      for line in lines.compactMap(\.self) {
        let result = session.run(line)
        #expect(result.outcome == .done && !result.output.contains("warning"), "\(line): \(result.output)")
        written.insert(line)
      }
    }
    #expect(
      written.contains { $0.hasPrefix("let tried = 7; ") }
        && written.contains { $0.contains(" < tried) == ") })
    #expect(written.contains { $0.hasSuffix(" ticks") } && written.contains { $0.hasSuffix(" steps") })
    #expect(
      written.contains { $0.hasPrefix("def trial ") } && written.contains { $0.hasPrefix("try { for first ") }
    )
    #expect(written.contains { $0.hasSuffix(" and tick == 0 leads to items where tick > 3 within 3 ticks") })
    #expect(!session.run("tick 3").output.contains("warning"))
    #expect(!session.run("tick").output.contains("warning"))
    #expect(session.run("verify").outcome == .done)
  }

  @Test func `a law that the present state breaks becomes an invariant`() throws {
    let odd = Schema<Item>(
      "item", plural: "items", "what differs", named: \.name, new: { Item(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Derived("odd", "true at every other read") { world, _ in
        let box = world.service { _ in Box(false) }
        box.value.toggle()
        return box.value
      }
    }
    let world = World("odd", odd) {
      Command("order", "Order one", .newName(of: Item.self)) { try $0.add(Item.self, named: $1) }
    }
    func broken(in session: CommandSession) -> [String] {
      let lines = LanguageLines(commands: [], own: [], composer: Composer([]))
      var random = SplitMix(seed: 3)
      return (0..<200).compactMap { _ in lines.brokenLaw(&random, in: session, [1, 7])?.text }
    }
    let session = try world.makeSession()
    #expect(session.run("order A").outcome == .done)
    let laws = broken(in: session)
    #expect(laws.contains { $0.contains("x.odd") } && laws.allSatisfy { $0.hasPrefix("invariant law_of_") })
    #expect(broken(in: try Self.session(after: ["order A", "order B", "hire C"])).isEmpty)
    let result = try world.exploredInTest().explore {
      ($0.stepCountMax, $0.faultCountMax) = (1_000, 1)
    }
    let found = try #require(result.faults.first)
    #expect(found.lines.last?.hasPrefix("invariant law_of_") == true && found.lines.count == 2, "\(found)")
  }

  @Test func `some walks observe what their next lines change`() throws {
    let lines = Mutex<[String]>([])
    var system = ExplorationSystem()
    system.onLine = { _, _, line in lines.withLock { $0.append(line) } }
    var options = ExplorationOptions()
    (options.seed, options.stepCountMax) = (1, 6_000)
    let result = try Explorer(Self.world.exploredInTest(), options, system).run()
    #expect(result.faults.isEmpty)
    let tried = lines.withLock { $0 }
    func observes(_ line: String) -> Bool { line.hasPrefix("watch ") || line.hasPrefix("constraint ") }
    let rows = tried.indices.dropLast(2).count { tried[$0...($0 + 2)].allSatisfy(observes) }
    #expect(rows > 4, "\(rows) of \(tried.count)")
  }

  @Test func `conditions also read the world, other kinds and the rows of watches`() throws {
    let session = try Self.session(after: ["order A", "hire B", "watch W = items where rank > 1"])
    let watch = try #require(Self.world.table.commands.first { $0.name == "watch" })
    var random = SplitMix(seed: 3)
    let drawn = (0..<4_000).compactMap { _ in
      session.trial(for: watch.parameters[1], TrialChoices { random.below($0) })?.text
    }
    for part in [" and lead.", " or lead.", " and shelf.", " and count(W) ", " and count(owners) "] {
      #expect(drawn.contains { $0.contains(part) }, "\(part)")
    }
    let rule = try #require(Self.world.table.commands.first { $0.name == "constraint" })
    let conditions = (0..<1_500).compactMap { _ in
      session.trial(for: rule.parameters[1], TrialChoices { random.below($0) })?.text
    }
    for part in ["count(W) ", " limit 2) ", "(any owners where "] {
      #expect(conditions.contains { $0.contains(part) }, "\(part)")
    }
    for text in Set(drawn) where !text.contains(" by ") && !text.contains("(W)") {
      #expect(session.run("print count(\(text))").outcome == .done, "\(text)")
    }
  }
}
