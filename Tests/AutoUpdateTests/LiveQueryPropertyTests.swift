import Testing

@testable import AutoUpdate
import ListEdits

/// A query, the list that its edits rebuild, and how to compute the list anew.
private final class Watched {
  let name: String
  let query: LiveQuery<Soldier>
  let fresh: ([Soldier]) -> [[Soldier]]
  /// The indices of each of the query's sections.
  var ranges: [Range<Int>] {
    (query as? SectionedQuery<Soldier, Int>)?.sections.map(\.range) ?? [0..<query.count]
  }
  var token: Subscription?
  var list: [[Soldier]] = []

  init(_ name: String, _ query: LiveQuery<Soldier>, fresh: @escaping ([Soldier]) -> [[Soldier]]) {
    self.name = name
    self.query = query
    self.fresh = fresh
  }

  /// The query's sections as it shows them itself.
  var shown: [[Soldier]] {
    ranges.map { $0.map { query[$0] } }
  }
}

/// Runs a case with several queries and says what is wrong, if anything is.
private final class QueryWorld {
  let store = DataStore()
  let table: Table<Soldier>
  var watched: [Watched] = []
  var changesToken: Subscription?
  var lateToken: Subscription?
  /// The state that is being told, as the change sets say.
  var soldiers: [Int: Soldier] = [:]
  var answer: [QueryCase.Write] = []
  var fault: String?
  /// A bit for each kind of edit that was told.
  var kinds = 0

  init() {
    table = store.table(of: Soldier.self)
  }

  func watch() {
    let byHp: (Soldier, Soldier) -> Bool = { ($0.hp, $0.id) < ($1.hp, $1.id) }
    add("wounded by hp, id", LiveQuery(table, where: \.isWounded) { SortKeys($0.hp, $0.id) }) {
      [$0.filter(\.isWounded).sorted(by: byHp)]
    }
    add(
      "first 3 by hp desc, side, id",
      LiveQuery(table, limit: 3) { SortKeys(Descending($0.hp), $0.side, $0.id) }
    ) {
      [Array($0.sorted { (-$0.hp, $0.side, $0.id) < (-$1.hp, $1.side, $1.id) }.prefix(3))]
    }
    add("sections by hp, id", SectionedQuery(table, sections: \.side) { SortKeys($0.hp, $0.id) }) {
      Self.sections($0.sorted(by: byHp))
    }
    add(
      "first 4 wounded, sections by hp, id",
      SectionedQuery(table, where: \.isWounded, limit: 4, sections: \.side) { SortKeys($0.hp, $0.id) }
    ) {
      let sorted = $0.filter(\.isWounded).sorted { ($0.side, $0.hp, $0.id) < ($1.side, $1.hp, $1.id) }
      return Self.sections(Array(sorted.prefix(4)))
    }
    add("by side at run time", LiveQuery(table, by: { $0 }, inOrder: { ($0.side, $0.id) > ($1.side, $1.id) }))
    {
      [$0.sorted { ($0.side, $0.id) > ($1.side, $1.id) }]
    }
    add("first 0 by hp", LiveQuery(table, limit: 0, by: \.hp)) { _ in [[]] }
  }

  private static func sections(_ sorted: [Soldier]) -> [[Soldier]] {
    (0..<3).map { side in sorted.filter { $0.side == side } }.filter { !$0.isEmpty }
  }

  private func add(_ name: String, _ query: LiveQuery<Soldier>, fresh: @escaping ([Soldier]) -> [[Soldier]]) {
    let watched = Watched(name, query, fresh: fresh)
    watched.token = query.observe { [unowned self, unowned watched] in told(watched, $0) }
    self.watched.append(watched)
  }

  private func told(_ watched: Watched, _ update: LiveQuery<Soldier>.Update) {
    switch update {
    case .initial:
      watched.list = watched.shown
    case .edits(let edits):
      note(edits)
      let (query, ranges) = (watched.query, watched.ranges)
      let list = watched.list.applyingSections(edits) { position in
        query[ranges[position.section].lowerBound + position.row]
      }
      guard let list else { return fail(watched, "edits do not fit: \(edits)") }
      watched.list = list
      check(watched, after: edits)
    }
  }

  private func note(_ edits: [ListEdit<Int>]) {
    for edit in edits {
      switch edit {
      case .insert: kinds |= 1
      case .remove: kinds |= 2
      case .move: kinds |= 4
      case .update: kinds |= 8
      case .sectionInserted: kinds |= 16
      case .sectionRemoved: kinds |= 32
      }
    }
  }

  private func check(_ watched: Watched, after edits: [ListEdit<Int>]) {
    let fresh = watched.fresh(soldiers.values.sorted { $0.id < $1.id })
    if watched.list != fresh { fail(watched, "edits \(edits) give \(watched.list), not \(fresh)") }
    if watched.shown != fresh { fail(watched, "it shows \(watched.shown), not \(fresh)") }
  }

  /// Looks at a query from all sides.
  private func checkAll(_ watched: Watched) {
    check(watched, after: [])
    let flat = watched.list.flatMap { $0 }
    if watched.query.ids != flat.map(\.id) { fail(watched, "identities \(watched.query.ids)") }
    for (index, soldier) in flat.enumerated() where watched.query.index(of: soldier.id) != index {
      fail(watched, "\(soldier.id) is not at \(index)")
    }
  }

  private func fail(_ watched: Watched, _ reason: String) {
    fault = fault ?? "query “\(watched.name)”: \(reason)"
  }

  private func write(_ writes: [QueryCase.Write], _ transaction: Transaction) {
    for write in writes {
      switch write {
      case .save(let soldier): transaction.save(soldier, in: table)
      case .delete(let id): transaction.delete(id, from: table)
      }
    }
  }

  func run(_ story: QueryCase) -> String? {
    changesToken = store.observe { [unowned self] update in
      guard case .changes(let set) = update else { return }
      for change in set.changes(of: Soldier.self) {
        if let id = (change.before ?? change.after)?.id { soldiers[id] = change.after }
      }
      guard !answer.isEmpty else { return }
      let answer = self.answer
      self.answer = []
      store.respond("answer") { self.write(answer, $0) }
      // A query that begins between a commit and its answer, and an observer that comes then.
      let late = Watched("late", LiveQuery(table) { $0.id }, fresh: { [$0] })
      add("late, of all by id", late.query, fresh: late.fresh)
      let first = watched[0]
      let lateFirst = Watched("late observer of \(first.name)", first.query, fresh: first.fresh)
      lateFirst.token = first.query.observe { [unowned self, unowned lateFirst] in told(lateFirst, $0) }
      watched.append(lateFirst)
    }
    for (number, step) in story.steps.enumerated() {
      if number == 1 { watch() }
      answer = step.answer
      let commits = store.commitCount
      try? store.transaction("step \(number)") { transaction in
        write(step.writes, transaction)
        if step.fails { throw Refused() }
      }
      if step.fails, store.commitCount != commits { return "a refused step was committed" }
      answer = []
      if let fault { return "step \(number): \(fault)" }
    }
    // Whoever was not told shows now.
    for watched in watched { checkAll(watched) }
    return fault
  }
}

@Suite struct LiveQueryPropertyTests {
  /// How many cases are run: as many as programs of the simulator, in ten parts.
  private static let partCount: UInt64 = 10

  @Test(arguments: 0..<partCount)
  func `Edits applied in order turn the old list into the newly filtered and sorted one`(part: UInt64) {
    var kinds = 0
    let count = max(1, SimulatorTests.programCount / Self.partCount)
    for seed in part * count..<(part + 1) * count {
      let story = QueryCase(seed: seed)
      let world = QueryWorld()
      let fault = world.run(story)
      kinds |= world.kinds
      guard fault != nil else { continue }
      let smallest = story.shrunk { QueryWorld().run($0) != nil }
      Issue.record("seed \(seed), shrunk:\n\(smallest)\n\(QueryWorld().run(smallest) ?? "")")
      return
    }
    #expect(kinds == 63, "every kind of edit was told")
  }

  @Test func `A failing case is shrunk to what makes it fail`() {
    let story = QueryCase(seed: 4)
    func holds(_ id: Int, wounded: Bool, in story: QueryCase) -> Bool {
      story.steps.contains { step in
        step.writes.contains {
          if case .save(let soldier) = $0 { soldier.id == id && soldier.isWounded == wounded } else { false }
        }
      }
    }
    guard
      case .save(let wanted)? = story.steps[0].writes.first(where: {
        if case .save = $0 { true } else { false }
      })
    else {
      Issue.record("the case has no write")
      return
    }
    let smallest = story.shrunk { holds(wanted.id, wounded: wanted.isWounded, in: $0) }
    #expect(smallest.steps.count == 1)
    #expect(smallest.steps.first?.writes.count == 1)
    #expect(smallest.description.hasPrefix("transaction\n  save \(wanted.id) ("))
  }
}
