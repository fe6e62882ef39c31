import AutoUpdate
import Testing

/// Views of many classes that show models of one type.
@Suite struct ViewKindTests {
  private final class Log { var lines: [String] = [] }

  private class Label: AutoUpdating {
    var subscription: Subscription?
    let log: Log
    init(_ log: Log) { self.log = log }
    func prepare(with hero: Hero?) { log.lines.append("label \(hero?.hp ?? 0)") }
  }

  private final class BigLabel: Label {
    override func prepare(with hero: Hero?) { log.lines.append("big label \(hero?.hp ?? 0)") }
  }

  private final class Tagged<Tag>: AutoUpdating {
    var subscription: Subscription?
    let log: Log
    init(_ log: Log) { self.log = log }
    func prepare(with hero: Hero?) { log.lines.append("\(Tag.self) \(hero?.hp ?? 0)") }
  }

  private let store = DataStore()
  private let log = Log()

  @Test func `each view is prepared as what it is, in the order of registration`() throws {
    let views: [any AutoUpdating<Hero>] = [
      Tagged<Int>(log), Label(log), Tagged<String>(log), BigLabel(log), Tagged<Int>(log), Label(log),
    ]
    for view in views { view.autoUpdate("a", from: store) }
    log.lines = []
    try store.update(Hero(id: "a", name: "Arthur", hp: 7))
    #expect(log.lines == ["Int 7", "label 7", "String 7", "big label 7", "Int 7", "label 7"])
  }

  @Test func `a subclass is prepared as itself, also when it is known as its base`() throws {
    let label: Label = BigLabel(log)
    label.autoUpdate("a", from: store)
    try store.update(Hero(id: "a", name: "Arthur", hp: 7))
    #expect(log.lines == ["big label 0", "big label 7"])
  }

  @Test func `a place that another class held before knows its view's class`() throws {
    for hp in 1...20 {
      let view: any AutoUpdating<Hero> = hp.isMultiple(of: 2) ? Tagged<Int>(log) : Label(log)
      view.autoUpdate("a", from: store)
      log.lines = []
      try store.update(Hero(id: "a", name: "Arthur", hp: hp))
      #expect(log.lines == [hp.isMultiple(of: 2) ? "Int \(hp)" : "label \(hp)"])
    }
  }
}
