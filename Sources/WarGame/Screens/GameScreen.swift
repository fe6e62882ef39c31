import AutoUpdate
import TextViews

/// A screen as a stack: a main view, and below it the accessory of the side that we play on.
final class GameScreen {
  let name: ScreenState.Name
  let screen: Screen
  /// The path of the main view, a list.
  let mainPath: String
  let accessories: [AccessoryController]
  private let follow: (ScreenState) -> Void
  /// Makes the store tell the main view last, see `Stage`.
  let observeAsLast: () -> Void

  private init<Model: Storable>(
    _ name: ScreenState.Name, main: ListView<Model>, phases: [GamePhase], in room: WarRoom
  ) {
    self.name = name
    let path = ViewPath(name.rawValue)
    mainPath = "\(main.path)"
    screen = Screen(path, limit: 2, on: room.console)
    accessories = Side.allCases.map { side in
      AccessoryController(path.child(side.name), side: side, in: phases, of: room)
    }
    screen.add(main)
    for accessory in accessories { screen.add(accessory.view) }
    let screen = screen
    follow = { state in
      main.show(state.height, from: state.firstRow ?? .max)
      if state.isOpen { screen.open() } else { screen.close() }
    }
    observeAsLast = { main.observeAsLast() }
  }

  /// Brings the screen up to what commands said of it.
  ///
  /// - Returns: whether it was opened.
  func follow(_ state: ScreenState) -> Bool {
    let wasOpen = screen.isOpen
    follow(state)
    return screen.isOpen && !wasOpen
  }

  /// The map: the units, and while a game is active the one we play against.
  static func map(in room: WarRoom) -> GameScreen {
    let units = room.units
    let list = ListView(
      ViewPath("map/units"), of: LiveQuery(units) { $0.id }, height: ScreenState.usualHeight,
      on: room.console
    ) { UnitCell() }
    return GameScreen(.map, main: list, phases: [.active], in: room)
  }

  /// The chat: what was said, and from matching on the one we play against.
  static func chat(in room: WarRoom) -> GameScreen {
    let messages = room.messages
    let list = ListView(
      ViewPath("chat/messages"), of: LiveQuery(messages) { $0.id }, height: ScreenState.usualHeight,
      on: room.console
    ) { MessageCell() }
    return GameScreen(.chat, main: list, phases: [.matching, .active], in: room)
  }
}
