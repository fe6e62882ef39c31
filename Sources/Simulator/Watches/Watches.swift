import AutoUpdate
import CommandLanguage
import TextViews

/// The watches of a session: makes a list for each, in the order of their numbers.
final class Watches: CommandObserver {
  unowned let simulation: Simulation
  private let table: Table<Watch>
  // Each command asks for them: what is only read and replaced costs no check of exclusive access.
  private var staged: [any AnyStagedWatch] = []

  init(of simulation: Simulation) {
    self.simulation = simulation
    table = simulation.table(of: Watch.self)
    simulation.stage.follow(table)
    simulation.stage.arrangeAdded = { [unowned self] in arrange() }
    simulation.observeCommands(self)
  }

  /// Makes a watch's list; `nil` when its selection chooses no objects.
  func make(_ watch: Watch, _ schema: some AnySchema) -> (any AnyStagedWatch)? {
    StagedWatch(watch, of: schema.schema, in: simulation)
  }

  /// Brings the lists up to the watches that there are.
  private func arrange() {
    if table.count == 0, staged.isEmpty { return }
    let watches = table.models.sorted { $0.id < $1.id }
    for list in staged where !watches.contains(where: { shows(list, $0) }) { list.view.disappear() }
    var isNew = false
    let old = staged
    // One may read those before it, so each is here before the next is made.
    staged = []
    for watch in watches {
      if let known = old.first(where: { shows($0, watch) }) {
        // And it follows the store behind them.
        if isNew { known.askAnew() }
        staged = staged + [known]
      } else if let schema = simulation.schema(of: watch.selection), let new = make(watch, schema) {
        isNew = true
        staged = staged + [new]
      }
    }
    simulation.stage.added = staged
  }

  /// Makes the store tell the lists behind one after it, as it has begun to observe anew.
  func tellLater(than list: any AnyStagedWatch) {
    guard let place = staged.firstIndex(where: { $0 === list }) else { return }
    for later in staged[(place + 1)...] { later.observeAsLast() }
  }

  private func shows(_ list: any AnyStagedWatch, _ watch: Watch) -> Bool {
    list.watch.id == watch.id && list.watch.name == watch.name && list.watch.selection == watch.selection
  }

  /// The objects that a watch shows; while a transaction is checked, those that it would show, and `nil` when it
  /// would be gone.
  func rows(of id: Int) -> [Value]? {
    guard simulation.isAskingOpen else { return staged(id)?.rows ?? [] }
    guard let selection = table[id]?.selection, let interpreter = simulation.interpreter else { return nil }
    do {
      return try interpreter.ids(of: selection).map { .object(selection.kind, $0) }
    } catch {
      simulation.note(unreadable: error)
      return []
    }
  }

  /// The bytes that the rows of all watches take, about.
  var rowByteCount: Int { staged.reduce(0) { $0 + $1.rowByteCount } }

  func staged(_ id: Int) -> (any AnyStagedWatch)? { staged.first { $0.watch.id == id } }

  func commandEnded() {
    for watch in staged {
      if let warning = watch.takeWarning() { simulation.console.line(warning.utf8.span) }
    }
  }

  // MARK: Commands

  func watch(_ name: String, _ selection: Selection) throws {
    let known = table.models.first { $0.name == name }
    if let known, known.selection == selection { return }
    guard simulation.schema(of: selection) != nil else { throw WatchError.noModels }
    // Says what is wrong with the selection before it is kept.
    _ = try simulation.interpreter?.ids(of: selection)
    let number = try simulation.nextNumber(of: Watch.self)
    try simulation.write(cause: "watch") { transaction in
      if let known { transaction.delete(known.id, from: table) }
      transaction.save(Watch(id: number, name: name, selection: selection), in: table)
    }
  }
}

extension Simulation {
  var watches: Watches { service { Watches(of: $0) } }

  /// The kind that a selection chooses from, if it is a model.
  func schema(of selection: Selection) -> (any AnySchema)? {
    schemas.schemas.first { KindID($0.kindName) == selection.kind }
  }
}

/// What is wrong with a selection that is to be watched.
enum WatchError: CountedError {
  case noModels

  enum Kind: String, CaseIterable {
    case noModels = "watches: noModels"
  }

  var kind: Kind { .noModels }

  var prose: Explanation {
    switch self {
    case .noModels: Explanation("only the world's objects can be watched", argument: 1)
    }
  }
}

extension WatchError {
  static func meaning(of kind: Kind) -> String {
    switch kind {
    case .noModels: "A watch follows objects of the world, and this selection has other values."
    }
  }
}
