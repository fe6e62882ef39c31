import TestSupport
import Testing

@testable import AutoUpdate

@Suite struct LiveValueTests {
  private let store = DataStore()
  private let table: Table<Soldier>

  init() {
    table = store.table(of: Soldier.self)
    store.transaction("setup") {
      for id in 1...4 { $0.save(Soldier(id: id, side: id % 2, hp: id * 10)) }
    }
  }

  @Test func `Count, sum, minimum and maximum follow a query and are delivered when they change`() throws {
    let query = LiveQuery(table, where: { $0.side == 0 }, by: \.hp)
    let values = [query.liveCount(), query.liveSum(of: \.hp)]
    let ends = [query.liveMin(of: \.hp), query.liveMax(of: \.hp)]
    var told: [String] = []
    let tokens =
      zip(["count", "sum"], values).map { name, value in value.observe { told.append("\(name) \($0)") } }
      + zip(["min", "max"], ends).map { name, value in value.observe { told.append("\(name) \($0 ?? -1)") } }
    #expect(told == ["count 2", "sum 60", "min 20", "max 40"])
    told = []
    try store.update(Soldier(id: 4, side: 0, hp: 30))
    #expect(told == ["sum 50", "max 30"])
    told = []
    try store.update(Soldier(id: 1, side: 0, hp: 5))
    #expect(told == ["count 3", "sum 55", "min 5"])
    told = []
    try store.update(Soldier(id: 3, side: 1, hp: 7))
    #expect(told == [])
    store.transaction("all go") { for id in 1...4 { $0.delete(id, from: table) } }
    #expect(told == ["count 0", "sum 0", "min -1", "max -1"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `While observers are called, values are at the commit being delivered`() throws {
    let query = LiveQuery(table, by: \.id)
    let sum = query.liveSum(of: \.hp)
    var seen: [[Int]] = []
    let token = query.observe { _ in seen.append([query.map(\.hp).reduce(0, +), sum.value]) }
    try store.update(Soldier(id: 1, hp: 500))
    #expect(seen == [[100, 100], [590, 590]])
    withExtendedLifetime(token) {}
  }

  @Test func `A sum that is too large is the greatest number, and exact again when it is not`() throws {
    let sum = LiveQuery(table, by: \.id).liveSum(of: \.hp)
    try store.update(Soldier(id: 1, hp: .max))
    try store.update(Soldier(id: 2, hp: .max))
    #expect(sum.value == .max)
    try store.update(Soldier(id: 3, hp: .min))
    try store.update(Soldier(id: 4, hp: .min))
    #expect(sum.value == -2)
    try store.update(Soldier(id: 1, hp: 0))
    #expect(sum.value == .min)
    try store.update(Soldier(id: 4, hp: 1))
    #expect(sum.value == 0)
  }

  @Test func `Infinity and NaN leave a sum with their models, and are neither least nor greatest`() throws {
    let scale: [Int: Double] = [1: .infinity, 2: .nan]
    let query = LiveQuery(table, by: \.id)
    let sum = query.liveSum { scale[$0.hp] ?? Double($0.hp) / 10 }
    let (least, greatest) = (
      query.liveMin { scale[$0.hp] ?? Double($0.hp) / 10 },
      query.liveMax { scale[$0.hp] ?? Double($0.hp) / 10 }
    )
    try store.update(Soldier(id: 1, hp: 1))
    #expect(sum.value == .infinity)
    try store.update(Soldier(id: 2, hp: 2))
    #expect(sum.value.isNaN)
    #expect(least.value == 3 && greatest.value == .infinity)
    try store.update(Soldier(id: 1, hp: 10))
    try store.update(Soldier(id: 2, hp: 20))
    #expect(sum.value == 10)
    #expect(least.value == 1 && greatest.value == 4)
  }

  @Test func `A value that is gone leaves its query, and keeps it while it is there`() throws {
    weak var ghost: LiveQuery<Soldier>?
    var sum: LiveValue<Int>?
    do {
      let query = LiveQuery(table, by: \.id)
      ghost = query
      sum = query.liveSum(of: \.hp)
    }
    try store.update(Soldier(id: 1, hp: 20))
    #expect(sum?.value == 110)
    sum = nil
    #expect(ghost == nil)
    try store.update(Soldier(id: 1, hp: 30))
  }

  @Test func `A value that reads other models follows them`() throws {
    let games = store.table(of: Game.self)
    let sum = LiveQuery(table, by: \.id).liveSum { games[$0.id] == nil ? $0.hp : 0 }
    #expect(sum.value == 100)
    try store.update(Game(id: 2))
    #expect(sum.value == 80)
    try store.update(Soldier(id: 2, hp: 7))
    store.transaction("end") { $0.delete(2, from: games) }
    #expect(sum.value == 87)
  }

  @Test(arguments: UInt64(1)...60)
  func `Random programs give the same as a new sum`(seed: UInt64) {
    var random = SplitMix(seed)
    let limit = random.oneIn(2) ? 5 : nil
    let query: LiveQuery<Soldier> =
      random.oneIn(2)
      ? LiveQuery(table, where: { !$0.isWounded }, limit: limit) { SortKeys($0.hp, $0.id) }
      : SectionedQuery(table, where: { !$0.isWounded }, limit: limit, sections: \.side) {
        SortKeys($0.hp, $0.id)
      }
    let (count, sum) = (query.liveCount(), query.liveSum(of: \.hp))
    let (least, greatest) = (query.liveMin(of: \.hp), query.liveMax(of: \.hp))
    var told: [Int] = []
    let token = sum.observe { told.append($0) }
    for step in 0..<80 {
      store.transaction("step") { transaction in
        for _ in 0..<1 + random.below(step.isMultiple(of: 7) ? 40 : 3) {
          let id = random.below(40)
          if random.oneIn(4) {
            transaction.delete(id, from: table)
          } else {
            transaction.save(
              Soldier(id: id, side: random.below(3), hp: random.below(9) - 4, isWounded: random.oneIn(4)))
          }
        }
      }
      let hps = query.map(\.hp)
      #expect(count.value == hps.count, "seed \(seed), step \(step)")
      #expect(sum.value == hps.reduce(0, +) && told.last == sum.value, "seed \(seed), step \(step)")
      #expect(least.value == hps.min() && greatest.value == hps.max(), "seed \(seed), step \(step)")
    }
    #expect(zip(told, told.dropFirst()).allSatisfy { $0 != $1 })
    withExtendedLifetime(token) {}
  }

  @Test func `A group calls its observers once for each commit that changes any of its values`() throws {
    let group = LiveValueGroup<Int>(in: store)
    var told: [String] = []
    var numbers: [Int] = []
    let first = group.observe(name: "") { told.append("group \($0) \(numbers.map { group[$0] ?? -1 })") }
    let second = table.observe { if case .changes = $0 { told.append("table") } }
    // Values that join later do not move the group's observers behind others.
    numbers = (1...2).map { id in group.insert { [table] in table[id]?.hp ?? 0 } }
    #expect(told == [])
    try store.update(Soldier(id: 3, hp: 7))
    #expect(told == ["table"])
    store.transaction("both") { for id in 1...2 { $0.save(Soldier(id: id, hp: 5)) } }
    #expect(told == ["table", "group [0, 1] [5, 5]", "table"])
    group.remove(numbers[1])
    try store.update(Soldier(id: 2, hp: 8))
    #expect(told == ["table", "group [0, 1] [5, 5]", "table", "table"])
    withExtendedLifetime((first, second)) {}
  }
}
