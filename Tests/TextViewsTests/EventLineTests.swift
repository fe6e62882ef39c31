import AutoUpdate
import TestSupport
import Testing

import TextViews

/// The lines of events say what the events say: lines are read by ``PrintedScreen``, events by a model of their own.
@Suite struct EventLineTests {
  private static let columns: Columns = [
    Column("name", width: 6, identifies: true), Column("rank", width: 3, alignment: .trailing, unit: "th"),
    Column("state", width: 5),
  ]
  private static let units = ["", "th", ""]

  private typealias Views = [String: [[String]]]

  private static func fields(_ row: [String]) -> Fields {
    var fields = Fields()
    for text in row { fields.append(text: text) }
    return fields
  }

  private static func row(_ random: inout SplitMix) -> [String] {
    [
      ["a", "bb", "Guinevere", "日本", "1", "-", "+"][random.below(7)], "\(random.below(1_200))",
      ["up", "down", "sideways"][random.below(3)],
    ]
  }

  /// An event that fits what is shown, which it changes.
  private static func event(_ views: inout Views, _ open: inout Set<String>, _ random: inout SplitMix)
    -> ViewEvent?
  {
    let name = ["list", "map/units", "map/title", "map"][random.below(4)]
    let path = ViewPath(name)
    if name == "map" {
      if open.contains(name) {
        open.remove(name)
        views = views.filter { !$0.key.hasPrefix("map/") }
        return .closed(path)
      }
      open.insert(name)
      return .opened(path)
    }
    let isList = name != "map/title"
    var rows = views[name] ?? []
    defer { views[name] = rows.isEmpty ? nil : rows }
    let place = rows.isEmpty ? 0 : random.below(rows.count)
    let number = isList ? place : nil
    switch random.below(5) {
    case 0, 1:
      if !isList, !rows.isEmpty { return nil }
      let at = random.below(rows.count + 1)
      rows.insert(row(&random), at: at)
      return .appeared(path, row: isList ? at : nil, fields(rows[at]), in: columns)
    case 2 where !rows.isEmpty:
      let old = rows.remove(at: place)
      return .disappeared(path, row: number, fields(old), in: columns)
    case 3 where !rows.isEmpty:
      let old = rows[place]
      rows[place] = row(&random)
      if rows[place] == old { return nil }
      return .changed(path, row: number, from: fields(old), to: fields(rows[place]), in: columns)
    case 4 where rows.count > 1:
      let end = random.below(rows.count)
      if end == place { return nil }
      let old = rows.remove(at: place)
      let new = random.below(2) == 0 ? old : row(&random)
      rows.insert(new, at: end)
      return .moved(path, from: place, to: end, was: fields(old), is: fields(new), in: columns)
    default: return nil
    }
  }

  @Test func `the printed lines of random events lead to the rows that the events lead to`() throws {
    for seed in UInt64(0)..<200 {
      var random = SplitMix(seed)
      let console = Console()
      var (views, open): (Views, Set<String>) = ([:], [])
      var screen = PrintedScreen()
      for _ in 0..<60 {
        guard let event = Self.event(&views, &open, &random) else { continue }
        console.emit(event)
        let text = String(decoding: console.take(), as: UTF8.self)
        #expect(text == event.line + "\n")
        try screen.apply(text.dropLast(), units: Self.units, naming: [0])
        #expect(screen.views == views && screen.open == open, "seed \(seed): \(text)")
      }
    }
  }

  @Test func `an image follows events to the rows that are shown, and no other events`() throws {
    for seed in UInt64(0)..<150 {
      var random = SplitMix(seed)
      let squad = try Squad((0..<2 + random.below(6)).map { "s\($0)" })
      let console = Console()
      console.beginRecording()
      let list = squad.list("map/list", height: 1 + random.below(5), on: console)
      let screen = ScreenView(ViewPath("map"), on: console)
      screen.add(list)
      var image = ScreenImage(of: [screen])
      screen.open()
      for step in 0..<10 {
        let target = ScreenImage(of: [screen])
        let events = console.takeEvents()
        if events.count > 1 {
          // One left out, or one twice, leads elsewhere.
          let place = random.below(events.count)
          var fewer = events
          fewer.remove(at: place)
          var (left, doubled) = (image, image)
          #expect(left.follow(fewer, to: target) != nil, "seed \(seed), step \(step): \(events.map(\.line))")
          if case .opened = events[place] {
          } else {
            var more = events
            more.insert(events[place], at: place)
            #expect(
              doubled.follow(more, to: target) != nil, "seed \(seed), step \(step): \(events.map(\.line))")
          }
        }
        #expect(image.follow(events, to: target) == nil, "seed \(seed), step \(step): \(events.map(\.line))")
        if step == 8 {
          screen.close()
        } else {
          try squad.change { ListViewPropertyTests.mutate($0, squad.members, &random) }
        }
      }
    }
  }
}
