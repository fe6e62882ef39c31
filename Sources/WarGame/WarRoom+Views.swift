import AutoUpdate
import CommandLanguage
import TextViews

extension WarRoom {
  func changeScreen(_ name: ScreenState.Name, _ change: (inout ScreenState) -> Void) throws {
    try write { _ = $0.update(name, in: screenStates, change) }
  }

  /// Draws an open screen, or all of them and the watches; a closed one has nothing to draw.
  func draw(_ name: ScreenState.Name?, width: Int) {
    for screen in stage.screens where name == nil || screen.name == name {
      if screen.screen.isOpen {
        screen.screen.draw(width: width)
      } else if name != nil {
        output.writeLine("\(screen.name.rawValue) is closed")
      }
    }
    if name == nil {
      for watch in stage.watches { console.drawing(of: watch.view, width: width) }
    }
    flush()
  }

  func watch(_ name: String, _ selection: Selection) throws {
    guard selection.kind == .unit else { throw GameError.cannotWatch }
    if watches[name] == nil {
      guard watches.count < watchLimit else {
        throw GameError.tooMany(.watches, limit: watchLimit)
      }
      if names.find(name) != nil { throw GameError.nameTaken(name, by: "unit", argument: 0) }
      if let why = UnitName.problem(with: name) { throw GameError.badText("name", why: why) }
    }
    // Says what is wrong with the selection before it is kept.
    _ = try interpreter?.ids(of: selection)
    let number = try draw { $0.nextWatch() }
    try write { $0.save(Watch(id: name, number: number, selection: selection), in: watches) }
  }

  func unwatch(_ name: String) throws {
    guard watches[name] != nil else { throw unknown("watch", name, stage.watches.map { "\($0.view.path)" }) }
    try write { _ = $0.delete(name, from: watches) }
  }

  func scroll(_ list: String, to row: Int) throws {
    if let screen = ScreenState.Name(rawValue: list)
      ?? stage.screens.first(where: { $0.mainPath == list })?.name
    {
      try changeScreen(screen) { state in
        // A chat that is scrolled to its end goes on with what is said next.
        let isEnd = screen == .chat && row >= messages.count - state.height
        state.firstRow = isEnd ? nil : row
      }
    } else if watches[list] != nil {
      try write { _ = $0.update(list, in: watches) { $0.firstRow = row } }
    } else {
      let lists = ScreenState.Name.allCases.map(\.rawValue) + stage.watches.map { "\($0.view.path)" }
      throw unknown("view", list, lists)
    }
  }

  /// What is said of a first argument that is none of `names`.
  private func unknown(_ what: String, _ name: String, _ names: [String]) -> Explanation {
    .unknown(what, name, among: names, argument: 0)
  }
}
