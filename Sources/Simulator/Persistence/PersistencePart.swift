import AutoUpdate
import Journaling
import CommandLanguage
import TerminalText

/// The part of every world that supports stores on disk.
struct PersistencePart: WorldPart {
  func declare(in declarations: inout Declarations) {
    declarations.errors.append(PersistenceError.self)
    declarations.commands.append(Self.store)
    declarations.settings.append(
      Setting(
        "durability", "when lines are written to a store: step or group",
        words: Durability.allCases.map(\.rawValue),
        read: { .text($0.persistence.durability.rawValue) },
        write: { simulation, value in
          let word = if case .text(let text) = value { text } else { "this" }
          guard let durability = Durability(rawValue: word) else {
            throw PersistenceError.unknownDurability(Escaping.escaped(word))
          }
          simulation.persistence.durability = durability
        }))
  }

  private enum Action: String, CaseIterable { case compact, check, problems }

  private static let store = Command(
    "store", "Show, check or compact the store",
    .optional(.choice("action", "compact, check or problems", of: Action.allCases.map(\.rawValue)))
  ) { simulation, action in
    let journal = try simulation.persistence.opened()
    // First write the earlier steps of this line and its group, so that the report on the file includes them.
    let isHolding = simulation.persistence.isHolding
    simulation.past.steps.settle()
    // `describe` reports a failure.
    try? simulation.persistence.retry()
    try journal.explaining { () throws(JournalError) in
      switch action.flatMap(Action.init(rawValue:)) {
      case nil: try describe(of: journal, in: simulation)
      case .check: try check(journal, in: simulation)
      case .problems: reportProblems(of: journal, in: simulation)
      case .compact: try compact(journal, in: simulation)
      }
    }
    if isHolding { try simulation.persistence.beginLine() }
  }
  .with(
    topic: "history",
    help: """
      Without an action, it shows the file, the number of steps, the size, and when lines are written.
      “problems” lists the differences between the store's declarations and this program's, with their effects; objects \
      that are set aside because this program cannot read them; and values and rules that do not hold.
      “check” reads the whole store and reports damage. It also lists the problems that would lose data, and values and \
      rules that do not hold.
      With such problems, the store is read but not written. The help of the program's subcommand “store” explains \
      how to resolve them.
      “compact” drops the steps that are older than the setting “history” keeps, and frees their space.
      Variables, definitions and settings belong to the session and are not stored.
      """,
    examples: ["store", "store problems", "store check"], traits: [.direct, .unrecorded, .reachesOut])

  private static func describe(of journal: StoreJournal, in simulation: Simulation) throws(JournalError) {
    let size = try journal.journal.size()
    simulation.output.writeLine(
      "“\(journal.journal.name)”: \(English.count(size.stepCount, "step")), \(size.byteCount) bytes, durability \(simulation.persistence.durability), session \(journal.journal.session)"
    )
    let setAsideCount = journal.setAside.count
    if setAsideCount > 0 {
      simulation.output.writeLine(
        "\(English.count(setAsideCount, "object")) set aside; “store problems” lists them")
    }
    let differenceCount = simulation.persistence.differences.count
    if differenceCount > 0 {
      simulation.output.writeLine(
        "\(English.count(differenceCount, "difference")) to the program's declarations; “store problems” lists them"
      )
    }
    if let problem = journal.problem {
      let count = simulation.persistence.unwrittenLineCount
      let lines = count > 0 ? "\(English.count(count, "line")) " : ""
      simulation.output.writeLine("\(lines)in memory only: \(problem)")
    }
  }

  private static func check(_ journal: StoreJournal, in simulation: Simulation) throws(JournalError) {
    let lines =
      try journal.journal.problems().map { "\($0)" }
      + problems(of: journal, simulation.persistence.differences.filter(\.isBlocking), in: simulation)
    for line in lines { simulation.output.writeLine(line) }
    if lines.isEmpty { simulation.output.writeLine("the store is intact") }
  }

  private static func reportProblems(of journal: StoreJournal, in simulation: Simulation) {
    let lines = problems(of: journal, simulation.persistence.differences, in: simulation)
    for line in lines { simulation.output.writeLine(line) }
    if lines.isEmpty { simulation.output.writeLine("no problems") }
  }

  private static func problems(
    of journal: StoreJournal, _ differences: [SchemaDifference], in simulation: Simulation
  ) -> [String] {
    differences.map { "\($0)" } + journal.setAside.map { "set aside: \($0)" }
      + simulation.persistence.breaches.map { "not allowed: \($0)" }
  }

  private static func compact(_ journal: StoreJournal, in simulation: Simulation) throws(JournalError) {
    let (before, after) = try journal.compact(keeping: simulation.past.steps.limit)
    simulation.output.writeLine("\(before) bytes before, \(after) now")
  }
}
