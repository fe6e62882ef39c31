import AutoUpdate
import FoundationEssentials
import Testing

/// Random programs, on the store and on a naive one.
@MainActor struct SimulatorTests {
  /// How many programs are run: `SIMULATED_PROGRAMS`, or five thousand.
  nonisolated static let programCount = environment("SIMULATED_PROGRAMS") ?? 5_000
  /// The seed of the first one: `SIMULATED_SEED`, or 0.
  static let firstSeed = environment("SIMULATED_SEED") ?? 0

  private nonisolated static func environment(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  @Test func `random programs do on a store what they do on a naive one`() {
    for seed in Self.firstSeed..<Self.firstSeed + Self.programCount {
      let program = Operation.random(seed: seed)
      guard Simulation(program).difference != nil else { continue }
      let shrunk = program.shrunk { Simulation($0).difference != nil }
      let difference = Simulation(shrunk).difference ?? ""
      Issue.record("seed \(seed):\n\(shrunk.lines.joined(separator: "\n"))\n\n\(difference)")
      return
    }
  }

  @Test func `the random programs have every operation, and some fail, respond, go back and are released`() {
    var kinds: Set<Operation.Kind> = []
    var words: [String: Int] = [:]
    func visit(_ operation: Operation) {
      kinds.insert(operation.kind)
      operation.children.forEach(visit)
    }
    for seed in 0..<500 as Range<UInt64> {
      let program = Operation.random(seed: seed)
      visit(program)
      let log = Simulation(program).log.joined(separator: "\n")
      for word in [
        "Refused()", "respond(_:_:) queues it", "moved: true", "moved: false", "cannot move", "end of part",
        "fault: ", "of c", "to store", "another store", "responded to each other", "that the history keeps",
        "past:",
      ] where log.contains(word) {
        words[word, default: 0] += 1
      }
    }
    #expect(kinds == Set(Operation.Kind.allCases))
    #expect(words.count == 13 && words.values.allSatisfy { $0 > 2 }, "\(words)")
  }

  @Test func `a program that fails is shrunk to what makes it fail`() {
    let program = Operation.random(seed: 3)
    func kinds(_ operation: Operation) -> [Operation.Kind] {
      [operation.kind] + operation.children.flatMap(kinds)
    }
    let shrunk = program.shrunk { kinds($0).contains(.observeTable) && kinds($0).contains(.save) }
    #expect(kinds(program).count > 10)
    #expect(kinds(shrunk).filter { $0 != .program }.count <= 3, "\(shrunk.lines)")
  }
}

/// One program on both stores.
@MainActor struct Simulation {
  /// What was seen of the real store.
  let log: [String]
  /// Where the stores part; `nil` when they do the same.
  let difference: String?

  init(_ program: Operation) {
    let isTraced = program.numbers.first == 1
    let (real, schedule, leak) = Self.runReal(program, isTraced)
    let stage = Stage(program)
    let naive = NaiveStore(stage, isTraced: isTraced, schedule: schedule)
    stage.store = naive
    stage.run()
    log = real
    let expected = stage.log
    if let line = (0..<max(real.count, expected.count)).first(where: { index in
      index >= real.count || index >= expected.count || real[index] != expected[index]
    }) {
      let before = real[max(0, line - 6)..<min(line, real.count)].joined(separator: "\n")
      difference =
        "\(before)\nshould be: \(line < expected.count ? expected[line] : "the end")\n"
        + "is:        \(line < real.count ? real[line] : "the end")"
    } else {
      difference = leak
    }
  }

  private static func runReal(_ program: Operation, _ isTraced: Bool) -> ([String], [Settled], String?) {
    let stage = Stage(program)
    var store: RealStore? = RealStore(stage, isTraced: isTraced)
    weak let weakStore = store?.store
    stage.store = store
    var isIntruding = false
    let intrude = { @MainActor [weak store, weak stage] (kind: Operation.Kind) in
      guard !isIntruding, let reaction = stage?.takeReaction(kind) else { return }
      isIntruding = true
      store?.intrude(reaction.numbers[1])
      isIntruding = false
    }
    Hooks.onEqual = { intrude(.whenCompared) }
    Hooks.onHash = { intrude(.whenHashed) }
    Hooks.onEnd = { [weak store] in if $0 > 0 { store?.partEnded($0) } }
    stage.run()
    (Hooks.onEqual, Hooks.onHash) = ({}, {})
    let (log, schedule) = (stage.log, store?.schedule ?? [])
    // Whatever is left ends with the store.
    var living = store?.livingParts ?? []
    Hooks.onEnd = { living.remove($0) }
    stage.store = nil
    store = nil
    Hooks.onEnd = { _ in }
    if weakStore != nil { return (log, schedule, "the store did not end") }
    return (log, schedule, living.isEmpty ? nil : "parts did not end: \(living.sorted())")
  }
}
