import AutoUpdate
import Testing

/// A view of the main actor.
@MainActor private final class Label: @MainActor AutoUpdating {
  var subscription: Subscription?
  var hp: [Int] = []
  func prepare(with model: Hero?) { hp.append(model?.hp ?? 0) }
}

/// Views and tokens that end on other threads than the store's.
@MainActor struct ReleasedElsewhereTests {
  let store = DataStore()
  var heroes: Table<Hero> { store.table(of: Hero.self) }

  func hit(_ number: Int) {
    store.transaction("hit") { $0.save(Hero(id: "\(number % 7)", name: "Arthur", hp: number)) }
  }

  @Test func `views of the main actor that are released on other threads leave nothing behind`() async {
    var tasks: [Task<Void, Never>] = []
    for number in 0..<5_000 {
      let label = Label()
      label.autoUpdate("\(number % 7)", from: store)
      tasks.append(Task.detached { withExtendedLifetime(label) {} })
      hit(number)
    }
    for task in tasks { await task.value }
    #expect(heroes.observerCount == 0)
    let label = Label()
    label.autoUpdate("0", from: store)
    hit(7_000)
    #expect(label.hp.last == 7_000)
  }

  @Test func `a store continues while another thread releases many of its views`() async {
    var labels: [Label]? = (0..<5_000).map { _ in Label() }
    for (number, label) in (labels ?? []).enumerated() { label.autoUpdate("\(number % 7)", from: store) }
    let (start, go) = AsyncStream.makeStream(of: Void.self)
    let other = Task.detached { [labels] in
      for await _ in start {}
      return labels?.count
    }
    labels = nil
    go.finish()
    for number in 0..<5_000 {
      let label = Label()
      label.autoUpdate("\(number % 7)", from: store)
      hit(number)
      #expect(label.hp.last == number)
    }
    #expect(await other.value == 5_000)
    #expect(heroes.observerCount == 0)
  }

  @Test func `tokens are cancelled on several threads at once, each once`() async {
    var told = 0
    let tokens = (0..<2_000).map { _ in store.onChanges { _ in told += 1 } }
    let tasks = (0..<4).map { _ in Task.detached { for token in tokens { token.cancel() } } }
    for number in 0..<200 { hit(number) }
    for task in tasks { await task.value }
    told = 0
    hit(500)
    #expect(told == 0)
    // Places that were given back twice would be given out twice.
    let others = (0..<2_000).map { _ in store.onChanges { _ in told += 1 } }
    hit(501)
    #expect(told == 2_000)
    withExtendedLifetime(others) {}
  }

  @Test func `a token is released on another thread after its store`() async {
    var store: DataStore? = DataStore()
    let token = store?.observe { _ in }
    store = nil
    await Task.detached { token?.cancel() }.value
  }
}
