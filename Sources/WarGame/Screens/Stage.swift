import AutoUpdate
import CommandLanguage
import TextViews

/// All views of the game: the app's labels, the screens and the watches.
///
/// Which screens are open and what is watched are models; the stage follows them, so that undoing a
/// command undoes what it did to the views too. The lists are told, and print, in the order of the
/// screens and then of the watches' numbers, however they came to be there: so the same commands
/// print the same again after an undo.
final class Stage {
  private unowned let room: WarRoom
  let title: TitleBar
  let network: NetworkIndicator
  let screens: [GameScreen]
  /// The watches in the order of making.
  private(set) var watches: [WatchView] = []
  private var monitor: Monitor?

  init(in room: WarRoom) {
    self.room = room
    title = TitleBar(in: room)
    network = NetworkIndicator(in: room)
    screens = [GameScreen.map(in: room), GameScreen.chat(in: room)]
    title.view.appear()
    network.view.appear()
    monitor = Monitor(room.screenStates, room.watches, owner: self, name: "stage") { $0.arrange() }
  }

  /// Every view that can be named, with its path: the outermost ones.
  var views: [TextView] {
    [title.view, network.view] + screens.map(\.screen) + watches.map(\.view)
  }

  /// The view with a path.
  func view(_ path: String) -> TextView? {
    let path = ViewPath(path)
    for view in views {
      if let found = view.find(path) { return found }
    }
    return nil
  }

  // MARK: Views as values

  /// The views that have been there from the beginning; what expressions call a view is a place here.
  private(set) lazy var allViews: [TextView] = {
    func below(_ view: TextView) -> [TextView] { [view] + view.subviews.flatMap(below) }
    return views.flatMap(below)
  }()

  func value(of path: String) -> Value {
    let path = ViewPath(path)
    return allViews.firstIndex { $0.path == path }.map { .object(.view, $0) } ?? .none
  }

  func child(of view: TextView, named name: Span<UInt8>) -> Value? {
    let path = view.path.child(name.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    return allViews.firstIndex { $0.path == path }.map { .object(.view, $0) }
  }

  // MARK: Following the store

  private func arrange() {
    /// Whether a list before the next one has just begun to observe, and would be told after it.
    var isBehind = false
    for screen in screens {
      if let state = room.screenStates[screen.name], screen.follow(state) {
        isBehind = true
      } else if isBehind {
        screen.observeAsLast()
      }
    }
    arrangeWatches()
    for watch in watches {
      if !watch.view.isVisible {
        watch.appear()
        isBehind = true
      } else if isBehind {
        watch.observeAsLast()
      }
    }
  }

  private func arrangeWatches() {
    if room.watches.count == 0, watches.isEmpty { return }
    let models = room.watches.models.sorted { $0.number < $1.number }
    for watch in watches where !models.contains(where: { watch.shows($0) }) { watch.view.disappear() }
    watches = models.compactMap { model in
      if let known = watches.first(where: { $0.shows(model) }) {
        known.view.scroll(to: model.firstRow)
        return known
      }
      return WatchView(model, in: room)
    }
  }
}
