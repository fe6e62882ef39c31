import TestSupport
import Testing

@testable import AutoUpdate
import ListEdits

private struct Person: Storable {
  let id: Int
  var team: String
}

private struct Card: Storable {
  let id: Int
  var assignee: Int
  var points = 0
}

/// Conditions, keys and sections that read other models than the one they are asked about.
@Suite struct JoinedQueryTests {
  private let store = DataStore()
  private let people: Table<Person>
  private let cards: Table<Card>

  init() {
    people = store.table(of: Person.self)
    cards = store.table(of: Card.self)
    store.transaction("setup") {
      for id in 0..<3 { $0.save(Person(id: id, team: id == 0 ? "red" : "blue")) }
      for id in 0..<6 { $0.save(Card(id: id, assignee: id % 3)) }
    }
  }

  private func edits<Model>(of query: LiveQuery<Model>, _ body: () throws -> Void) rethrows -> [ListEdit<
    Model.ID
  >] {
    var told: [ListEdit<Model.ID>] = []
    let token = query.observe { if case .edits(let edits) = $0 { told += edits } }
    try body()
    token.cancel()
    return told
  }

  @Test func `A condition that reads a person is evaluated again when that person changes`() throws {
    let people = people
    let query = LiveQuery(cards, where: { people[$0.assignee]?.team == "red" }, by: \.id)
    #expect(query.ids == [0, 3])
    let told = try edits(of: query) { try store.update(Person(id: 1, team: "red")) }
    #expect(query.ids == [0, 1, 3, 4])
    #expect(told == [.insert(1, at: 1), .insert(4, at: 3)])
  }

  @Test func `A card and the person that it depends on may change in one transaction`() {
    let people = people
    let query = LiveQuery(cards, where: { people[$0.assignee]?.team == "red" }, by: \.points)
    let told = edits(of: query) {
      store.transaction("both") {
        $0.save(Person(id: 0, team: "blue"))
        $0.save(Person(id: 2, team: "red"))
        $0.save(Card(id: 0, assignee: 2, points: 9))
        $0.save(Card(id: 7, assignee: 2))
      }
    }
    #expect(query.ids == [2, 5, 7, 0])
    #expect(
      told == [
        .remove(3, at: 1), .insert(2, at: 0), .insert(5, at: 1), .insert(7, at: 2), .update(at: 3),
      ])
  }

  @Test func `A query evaluates nothing when a table changes that it does not read`() throws {
    var asked = 0
    let query = LiveQuery(
      cards,
      where: { _ in
        asked += 1
        return true
      }, by: \.id)
    try store.update(Person(id: 1, team: "red"))
    #expect(asked == 6)
    withExtendedLifetime(query) {}
  }

  @Test func `Only a condition that comes to read a table follows it, and only as long as it does`() throws {
    let people = people
    var asked = 0
    let query = LiveQuery(
      cards,
      where: { card in
        asked += 1
        return card.points == 0 || people[card.assignee]?.team == "red"
      }, by: \.id)
    asked = 0
    try store.update(Person(id: 1, team: "red"))
    #expect(asked == 0)
    try store.update(Card(id: 1, assignee: 1, points: 5))
    try store.update(Person(id: 1, team: "blue"))
    #expect(query.ids == [0, 2, 3, 4, 5])
    try store.update(Card(id: 1, assignee: 1, points: 0))
    try store.update(Person(id: 1, team: "green"))
    asked = 0
    try store.update(Person(id: 1, team: "red"))
    #expect(asked == 0)
  }

  @Test func `A condition that reads other models of its own table follows all of them`() throws {
    let cards = cards
    let query = LiveQuery(cards, where: { card in card.points >= (cards[0]?.points ?? 0) }, by: \.id)
    #expect(query.count == 6)
    try store.update(Card(id: 0, assignee: 0, points: 3))
    #expect(query.ids == [0])
    try store.update(Card(id: 4, assignee: 0, points: 3))
    #expect(query.ids == [0, 4])
  }

  @Test func `Sections and keys may be read from other models too`() throws {
    let people = people
    let query = SectionedQuery(cards, sections: { people[$0.assignee]?.team ?? "" }) { $0.id }
    #expect(query.sections.map(\.key) == ["blue", "red"])
    var lists = query.sections.map { query.models(in: $0.range).map(\.id) }
    let token = query.observe { update in
      if case .edits(let edits) = update { lists = lists.applyingSections(edits) ?? [] }
    }
    try store.update(Person(id: 0, team: "amber"))
    #expect(query.sections.map(\.key) == ["amber", "blue"])
    #expect(lists == [[0, 3], [1, 2, 4, 5]])
    // All rows keep their order, and change the section together.
    store.transaction("all") { for id in 0..<3 { $0.save(Person(id: id, team: "grey")) } }
    #expect(lists == [[0, 1, 2, 3, 4, 5]])
    withExtendedLifetime(token) {}
  }

  @Test func `A condition that reads another query follows what that one follows`() throws {
    let reds = LiveQuery(people, where: { $0.team == "red" }, by: \.id)
    let query = LiveQuery(cards, where: { reds.index(of: $0.assignee) != nil }, by: \.id)
    try store.update(Person(id: 2, team: "red"))
    #expect(query.ids == [0, 2, 3, 5])
    store.transaction("both, the cards first") {
      $0.save(Card(id: 9, assignee: 1))
      $0.save(Person(id: 1, team: "red"))
    }
    #expect(query.ids == [0, 1, 2, 3, 4, 5, 9])
  }

  @Test func `A joined query that is made in a transaction which is refused shows what was`() throws {
    let people = people
    var query: LiveQuery<Card>?
    try? store.transaction("refused") {
      $0.save(Person(id: 1, team: "red"))
      query = LiveQuery(cards, where: { people[$0.assignee]?.team == "red" }, by: \.id)
      throw Refused()
    }
    #expect(query?.ids == [0, 3])
    try store.update(Person(id: 1, team: "red"))
    #expect(query?.ids == [0, 1, 3, 4])
  }

  @Test(arguments: UInt64(1)...40)
  func `Random changes on both sides give the same list as a new query`(seed: UInt64) {
    var random = SplitMix(seed)
    let people = people
    func team(_ card: Card) -> String { people[card.assignee]?.team ?? "" }
    let filtered = LiveQuery(cards, where: { team($0) == "red" }, limit: 4) { SortKeys($0.points, $0.id) }
    let sectioned = SectionedQuery(cards, where: { $0.points < 4 }, sections: team) {
      SortKeys($0.points, $0.id)
    }
    var list = filtered.ids
    var lists = sectioned.sections.map { sectioned.models(in: $0.range).map(\.id) }
    let tokens = [
      filtered.observe { if case .edits(let edits) = $0 { list = list.applying(edits) ?? [-1] } },
      sectioned.observe {
        if case .edits(let edits) = $0 { lists = lists.applyingSections(edits) ?? [[-1]] }
      },
    ]
    for step in 0..<60 {
      store.transaction("step") { transaction in
        for _ in 0..<1 + random.below(3) {
          if random.oneIn(3) {
            transaction.save(Person(id: random.below(4), team: ["red", "blue", "green"][random.below(3)]))
          } else if random.oneIn(5) {
            transaction.delete(random.below(12), from: cards)
          } else {
            transaction.save(Card(id: random.below(12), assignee: random.below(4), points: random.below(6)))
          }
        }
      }
      let all = cards.models.sorted { ($0.points, $0.id) < ($1.points, $1.id) }
      let fresh = all.filter { team($0) == "red" }.prefix(4).map(\.id)
      let freshSections = ["", "blue", "green", "red"].map { name in
        all.filter { team($0) == name && $0.points < 4 }.map(\.id)
      }
      #expect(filtered.ids == fresh && list == fresh, "seed \(seed), step \(step)")
      #expect(lists == freshSections.filter { !$0.isEmpty }, "seed \(seed), step \(step)")
    }
    withExtendedLifetime(tokens) {}
  }
}
