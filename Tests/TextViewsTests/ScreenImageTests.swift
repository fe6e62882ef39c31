import AutoUpdate
import TestSupport
import Testing

import TextViews

/// The events of views, applied to what was shown.
@Suite struct ScreenImageTests {
  let console = Console()

  init() { console.beginRecording() }

  @Test func `events lead from the old rows to the new ones`() throws {
    let squad = try Squad(["a", "b", "c"])
    let list = squad.list(height: 2, on: console)
    var image = ScreenImage(of: [list])
    list.appear()
    let changes: [() throws -> Void] = [
      {}, { try squad.update(10) { $0.hp = 2 } }, { try squad.update(0) { ($0.rank, $0.hp) = (15, 3) } },
      { try squad.add("x", rank: 1) }, { try squad.change { $0.delete(10, from: squad.members) } },
      { list.scroll(to: 1) }, { list.disappear() },
    ]
    for change in changes {
      try change()
      #expect(image.follow(console.takeEvents(), to: ScreenImage(of: [list])) == nil)
    }
  }

  @Test(arguments: UInt64(0)..<100)
  func `events of nested stacks and screens lead from each image to the next`(seed: UInt64) {
    var random = SplitMix(seed)
    var (stacks, all): ([StackView], [TextView]) = ([ScreenView(ViewPath("s"), on: console)], [])
    for number in 0..<8 {
      let parent = stacks[random.below(stacks.count)]
      let path = parent.path.child("\(number)")
      let limit = 1 + random.below(3)
      let view: TextView
      switch random.below(4) {
      case 0: view = StackView(path, limit: limit, on: console)
      case 1: view = ScreenView(path, limit: limit, on: console)
      default:
        let label = LabelView(path, on: console)
        label.show(text: "\(number)")
        view = label
      }
      parent.add(view)
      if let stack = view as? StackView { stacks.append(stack) }
      all.append(view)
    }
    let screen = stacks[0]
    var image = ScreenImage(of: [screen])
    for step in 0..<30 {
      let view = all[random.below(all.count)]
      switch random.below(4) {
      case 0: if screen.isVisible { screen.disappear() } else { screen.appear() }
      case 1: (view as? LabelView)?.show(text: "\(step)")
      default: view.isHidden.toggle()
      }
      let target = ScreenImage(of: [screen])
      #expect(image.follow(console.takeEvents(), to: target) == nil, "seed \(seed), step \(step)")
      var fresh = ScreenImage(of: [])
      let events = ScreenImage.events(of: [screen]).map(\.event)
      #expect(fresh.follow(events, to: target) == nil, "seed \(seed), step \(step)")
    }
  }

  private static func row(_ row: Int?, _ text: String) -> ViewEvent {
    var fields = Fields()
    fields.append(text: text)
    return .appeared(ViewPath("list"), row: row, fields, in: .single)
  }

  @Test(arguments: [
    ([row(0, "a:1"), row(1, "b:1"), row(1, "b:1")], "an event too many"),
    ([row(0, "a:1")], "an event too few"),
    ([row(0, "a:1"), row(1, "c:1")], "another row"), ([], "no event at all"),
    ([row(1, "b:1"), row(0, "a:1")], "a place that is not there"),
    ([row(0, "a:1"), row(nil, "b:1")], "a row without a number in a list"),
  ])
  func `events that lead elsewhere are found`(events: [ViewEvent], what: String) throws {
    let squad = try Squad(["a", "b"])
    let list = squad.list(height: 2, on: console)
    var image = ScreenImage(of: [list])
    list.appear()
    let difference = image.follow(events, to: ScreenImage(of: [list]))
    #expect(difference?.path == "list", "\(what)")
    // It stands at what is shown now, so that one fault is one.
    #expect(image.difference(from: ScreenImage(of: [list])) == nil)
  }

  @Test func `images of different rows differ at the first of them`() throws {
    let squad = try Squad(["a", "b"])
    let list = squad.list(height: 2, on: console)
    list.appear()
    let old = ScreenImage(of: [list])
    try squad.update(10) { $0.hp = 7 }
    #expect(
      old.difference(from: ScreenImage(of: [list]))
        == ScreenImage.Difference(path: "list", shown: "b:1", expected: "b:7"))
  }

  @Test func `rows that change places may not be printed as changed texts`() throws {
    let squad = try Squad(["a", "b"])
    let list = squad.list(height: 2, on: console)
    list.identify = { .object(kind: "member", id: "\($0.id)") }
    list.appear()
    let old = ScreenImage(of: [list])
    _ = console.takeEvents()
    try squad.update(10) { $0.rank = -1 }
    let now = ScreenImage(of: [list])
    var image = old
    #expect(image.follow(console.takeEvents(), to: now) == nil)
    image = old
    func fields(_ text: String) -> Fields {
      var fields = Fields()
      fields.append(text: text)
      return fields
    }
    let exchange = [("a:1", "b:1"), ("b:1", "a:1")].enumerated().map { row, texts in
      ViewEvent.changed(ViewPath("list"), row: row, from: fields(texts.0), to: fields(texts.1), in: .single)
    }
    #expect(
      image.follow(exchange, to: now)
        == ScreenImage.Difference(path: "list", shown: "b:1", expected: "the row of another object"))
  }
}
