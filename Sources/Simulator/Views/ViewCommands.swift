import AutoUpdate
import CommandLanguage
import TerminalText
import TextViews

/// The commands for screens and lists.
struct ViewCommands {
  let screens: [String]

  var all: [Command] {
    let screen = Parameter<String>.choice(
      "screen", screens.count > 8 ? "its name" : screens.joined(separator: " or "), of: screens)
    let ofScreens: [Command] = [
      Command(
        "open", "Open a screen", screen,
        .option("rows", .number("rows", "the number of visible rows", in: 1...1_000))
      ) { simulation, screen, rows in
        try simulation.changeScreen(screen) { state in
          state.isOpen = true
          if let rows { state.height = rows }
        }
      }
      .with(examples: screens.prefix(1).flatMap { ["open \($0)", "open \($0) rows=5"] }),
      Command("close", "Close a screen", screen) { simulation, screen in
        try simulation.changeScreen(screen) { $0.isOpen = false }
      }
      .with(examples: screens.prefix(1).map { "close \($0)" }),
    ]
    return ((screens.isEmpty ? [] : ofScreens) + Self.ofViews).map {
      $0.with(topic: "views", traits: $0.description.traits.union(.contained))
    }
  }

  private static let ofViews: [Command] = [
    Command(
      "show", "Draw a screen or a list, or all of them", .optional(.drawnView),
      .option("width", .number("width", "columns", in: 20...500))
    ) { simulation, view, width in
      try simulation.draw(view, width: width)
    }
    .with(examples: ["show", "show width=40"], traits: .direct),
    Command("views", "Show the tree of views") { simulation in
      simulation.console.tree(of: simulation.stage.views)
      simulation.flush()
    }
    .with(traits: .direct),
    Command(
      "scroll", "Scroll a list to a row", .list, .number("row", in: 1...10_000_000, tried: 1...4)
    ) {
      simulation, list, row in
      try simulation.scroll(list, to: row)
    } ensures: { _, simulation, list, row in
      Claim(
        "the row is the first visible one, or the last rows are visible",
        simulation.isScrolled(list, to: row))
    }
    .with(examples: ["scroll soon 3"]),
  ]
}

extension Parameter<String> {
  static var list: Self {
    .text("list", "a screen, a list or a watch").suggesting { (simulation: Simulation) in
      simulation.stage.scrollablePaths.map { Completions.Candidate($0) }
    }
  }

  static var drawnView: Self {
    .text("view", "a screen, a list, a watch or a label").suggesting { (simulation: Simulation) in
      simulation.stage.drawablePaths.map { Completions.Candidate($0) }
    }
  }
}

extension Simulation {
  func changeScreen(_ path: String, _ change: (inout ScreenState) -> Void) throws {
    let table = table(of: ScreenState.self)
    try write(cause: "screen") { _ = $0.update(path, in: table, change) }
  }

  /// Draws one view or all. A closed screen is not drawn.
  ///
  /// - Parameter width: The width in columns. `nil` for the width of the window, or 60 columns without one.
  func draw(_ name: String?, width: Int?) throws {
    flush()
    var drawn = stage.views
    if let name {
      guard let found = stage.find(name) else {
        throw ViewError.unknownView(name, among: stage.drawablePaths, argument: 0)
      }
      drawn = [found.view.view]
    } else {
      // A label is drawn only if it is named.
      drawn.removeAll { $0 is LabelView }
    }
    for view in drawn {
      if view.isVisible {
        output.write(fitting: { window in
          console.drawing(of: view, width: width ?? min(max(window ?? 60, 20), 500))
          return console.take()
        })
      } else if name != nil {
        output.writeLine("\(view.path) is closed")
      }
    }
  }

  /// Scrolls a list to a row, from 1.
  func scroll(_ path: String, to row: Int) throws {
    guard let (list, around) = stage.list(path) else {
      guard stage.find(path) == nil else {
        throw ViewError.cannotScroll([Quoting.message(path)], notes: ["it is not a list"], argument: 0)
      }
      throw ViewError.unknownView(path, among: stage.scrollablePaths, argument: 0)
    }
    if try list.scrollItself(to: row) { return }
    let id = "\((around?.view ?? list.view).path)"
    guard Stage.canScroll(list, in: around) else {
      throw ViewError.cannotScroll(
        [Quoting.message(path)], notes: ["only the first list of \(Quoting.message(id)) can be scrolled"],
        argument: 0)
    }
    try changeScreen(id) { $0 = list.scrolled($0, to: row) }
  }
  /// Returns a Boolean value that indicates whether the state of a list's screen begins with a row, or with the last rows
  /// if the row is among them.
  fileprivate func isScrolled(_ path: String, to row: Int) -> Bool {
    guard let (list, around) = stage.list(path), list.ownOffset == nil,
      let state = table(of: ScreenState.self)["\((around?.view ?? list.view).path)"]
    else { return true }
    return list.viewport.scrolled(to: state.offset) == list.viewport.scrolled(to: row - 1)
  }
}
