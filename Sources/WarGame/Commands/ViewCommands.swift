import AutoUpdate
import CommandLanguage
import TextViews

extension Parameter where World == WarRoom, Parsed == ScreenState.Name {
  static var screen: Self { .word("screen", "map or chat", of: ScreenState.Name.allCases) { $0.rawValue } }
}

extension Parameter where World == WarRoom, Parsed == String {
  /// A list that can be scrolled: a screen or a watch.
  static var list: Self {
    .text("view", "a screen or a watch") { room in
      (ScreenState.Name.allCases.map(\.rawValue) + room.stage.watches.map { "\($0.view.path)" })
        .map { Completions.Candidate($0) }
    }
  }

  static var watchName: Self {
    .text("name", "a watch") { room in room.stage.watches.map { Completions.Candidate("\($0.view.path)") } }
  }
}

/// The commands about what is shown.
enum ViewCommands {
  static let all: [Command<WarRoom>] = [
    Command("open", "Open a screen", .screen, .option("rows", .rows)) { room, screen, rows in
      try room.changeScreen(screen) { state in
        state.isOpen = true
        if let rows { state.height = rows }
      }
    }
    .with(examples: ["open chat", "open map rows=5"]),
    Command("close", "Close a screen", .screen) { room, screen in
      try room.changeScreen(screen) { $0.isOpen = false }
    }
    .with(examples: ["close map"]),
    Command(
      "show", "Draw a screen, or all that are open", .optional(.screen), .option("width", .width, default: 60)
    ) {
      room, screen, width in
      room.draw(screen, width: width)
    }
    .with(examples: ["show", "show chat width=40"], traits: .direct),
    Command("watch", "Show a selection and how it changes", .name(), .assigned(.selection())) {
      room, name, selection in
      try room.watch(name, selection)
    }
    .with(
      help: "Rows show the names of the units that the selection has.",
      examples: ["watch weak = units where hp < 50 by hp, name limit 5"]),
    Command("unwatch", "Show a selection no more", .watchName) { room, name in try room.unwatch(name) }
      .with(examples: ["unwatch weak"]),
    Command("views", "Show the tree of views") { room in
      room.console.tree(of: room.stage.views)
      room.flush()
    }
    .with(traits: .direct),
    Command("scroll", "Show a list from another row on", .list, .number("row", in: 1...10_000_000)) {
      room, list, row in
      try room.scroll(list, to: row - 1)
    }
    .with(examples: ["scroll map 21", "scroll weak 3"]),
  ].map { $0.with(topic: "views", traits: $0.description.traits.union(.contained)) }
}

extension Parameter where World == WarRoom, Parsed == Int {
  static var rows: Self { .number("rows", "how many rows are visible", in: 1...1_000) }
  static var width: Self { .number("width", "columns", in: 20...500) }
}
