import AutoUpdate
import CommandLanguage
import TerminalText
import TextViews

/// The watches of a session. The list of a watch is created when it is shown or read.
final class Watches: CommandObserver, SessionService {
  unowned let simulation: Simulation
  private let table: Table<Watch>
  /// The watches in the order of their numbers, compared without their scroll positions.
  private let declared: LiveValue<[Declared]>
  // Each command reads this array. It is replaced as a whole, so that reads need no exclusivity checks.
  private(set) var staged: [any AnyStagedWatch] = []
  private var unshown: [any AnyStagedWatch] = []
  /// The numbers of the watches whose lists are being created.
  private var beingCreated: [Int] = []

  /// A watch that is compared without its scroll position.
  private struct Declared: Equatable {
    let watch: Watch

    static func == (left: Self, right: Self) -> Bool {
      left.watch.id == right.watch.id && left.watch.name == right.watch.name
        && left.watch.selection == right.watch.selection
    }
  }

  init(of simulation: Simulation) {
    self.simulation = simulation
    let table = simulation.table(of: Watch.self)
    self.table = table
    declared = LiveValue(in: simulation.store) {
      table.models.sorted { $0.id < $1.id }.map { Declared(watch: $0) }
    }
    simulation.stage.follow(table)
    simulation.stage.arrangeAdded = { [unowned self] in arrange() }
    simulation.observeCommands(self)
    // A line that sets a variable or defines something runs no command.
    simulation.atLineEnd { [unowned self, unowned simulation] in
      commandEnded()
      simulation.flush()
    }
  }

  // The lists in `staged` follow the store.
  func reset() { (unshown, beingCreated) = ([], []) }

  /// Creates a watch's list; `nil` if its selection chooses no objects of the kind.
  func make(_ watch: Watch, _ schema: some AnySchema) -> (any AnyStagedWatch)? {
    StagedWatch(watch, of: schema.schema, in: simulation)
  }

  /// Updates the lists from the watches in the store.
  private func arrange() {
    let declared = declared.value
    if declared.isEmpty, staged.isEmpty { return }
    let byNumber = Dictionary(declared.map { ($0.watch.id, $0) }) { first, _ in first }
    for list in staged where byNumber[list.watch.id] != Declared(watch: list.watch) {
      list.view.disappear()
    }
    let known = Dictionary((staged + unshown).map { ($0.watch.id, $0) }) { first, _ in first }
    staged = declared.compactMap { declared in
      if let list = known[declared.watch.id], Declared(watch: list.watch) == declared { return list }
      return list(of: declared)
    }
    unshown = []
    simulation.stage.added = staged
  }

  /// Returns the list of a watch, created on demand; `nil` while it is being created, because it would read itself.
  private func list(of declared: Declared) -> (any AnyStagedWatch)? {
    let known = (staged + unshown).first { Declared(watch: $0.watch) == declared }
    if let known { return known }
    let watch = declared.watch
    guard let schema = simulation.schema(of: watch.selection), !beingCreated.contains(watch.id) else {
      return nil
    }
    beingCreated = beingCreated + [watch.id]
    defer { beingCreated = beingCreated.filter { $0 != watch.id } }
    guard let list = make(watch, schema) else { return nil }
    unshown = unshown + [list]
    return list
  }

  /// Returns the objects that a watch shows or, while a transaction is being checked, would show after it; `nil` if the
  /// watch does not exist in that state.
  func rows(of id: Int) -> [Value]? {
    simulation.declarations.follow()
    guard simulation.evaluatesOpenTransaction else { return staged(id).map(\.rows) }
    guard let selection = table[id]?.selection, let interpreter = simulation.interpreter else { return nil }
    do {
      return try interpreter.ids(of: selection).map { .object(selection.kind, $0) }
    } catch {
      simulation.note(unreadable: error)
      return []
    }
  }

  /// The approximate size of the rows of all watches, in bytes.
  var rowByteCount: Int { staged.reduce(0) { $0 + $1.rowByteCount } }

  func staged(_ id: Int) -> (any AnyStagedWatch)? {
    declared.value.first { $0.watch.id == id }.flatMap { list(of: $0) }
  }

  func commandEnded() {
    for watch in staged {
      if let warning = watch.takeWarning() { simulation.console.line(warning.utf8.span) }
    }
  }

  /// Leaves out the present warnings, after moves through the history that led back to a state whose warnings have been
  /// printed.
  func skipWarnings() {
    for watch in staged { _ = watch.takeWarning() }
  }

  // MARK: Commands

  func watch(_ name: String, _ selection: Selection) throws {
    let known = table.models.first { $0.name == name }
    if let known, known.selection == selection { return }
    guard simulation.schema(of: selection) != nil else { throw WatchError.noModels(argument: 1) }
    try checkCycle(back: name, from: selection)
    // Throws if the selection cannot be evaluated, before it is stored.
    try simulation.interpreter?.checkNames(in: selection)
    _ = try simulation.interpreter?.ids(of: selection)
    let number = try simulation.nextNumber(of: Watch.self)
    try simulation.write(cause: "watch") { transaction in
      if let known { transaction.delete(known.id, from: table) }
      transaction.save(Watch(id: number, name: name, selection: selection), in: table)
    }
  }
}

extension Watches {
  /// Throws an error if a definition causes a watch to read itself.
  func checkDefinitions() throws {
    for watch in table.models.sorted(by: { $0.id < $1.id }) {
      try checkCycle(back: watch.name, from: watch.selection)
    }
  }

  private func checkCycle(back name: String, from selection: Selection) throws {
    guard let path = path(back: name, from: selection) else { return }
    throw WatchError.readsItself(
      [Quoting.message(name)], notes: path.isEmpty ? [] : [Self.detour(path)], argument: 1)
  }

  private static func detour(_ path: [String]) -> String {
    "by way of \(English.list(path.map { Quoting.message($0) }))"
  }

  /// Returns the reason why a watch cannot be renamed, from the names of the watches between it and itself.
  static func reasonOfCycle(_ path: [String]) -> String {
    "the watch would read itself\(path.isEmpty ? "" : " \(detour(path))")"
  }

  /// Returns the names of the watches by way of which a watch with a name and a selection would read itself; `nil` if it
  /// would not.
  func path(back name: String, from selection: Selection) -> [String]? {
    guard let interpreter = simulation.interpreter else { return nil }
    var known: Set<String> = []
    var ways = [(names: interpreter.hostNames(in: selection), path: [String]())]
    while let way = ways.popLast() {
      for next in way.names where known.insert(next).inserted {
        if next == name { return way.path }
        guard let watch = table.models.first(where: { $0.name == next }) else { continue }
        ways.append((interpreter.hostNames(in: watch.selection), way.path + [next]))
      }
    }
    return nil
  }
}

extension Simulation {
  var watches: Watches { service { Watches(of: $0) } }

  func schema(of selection: Selection) -> (any AnySchema)? {
    schemas.schemas.first { KindID($0.kindName) == selection.kind }
  }
}

/// The errors of watching a selection.
enum WatchError: String, ErrorKind {
  case noModels, readsItself

  static let group = "watches"

  var message: ErrorMessage {
    switch self {
    case .noModels:
      .init(
        "objects of this kind cannot be watched",
        "A watch follows objects of the world, and this selection has other values.")
    case .readsItself:
      .init(
        "the watch {name} would read itself",
        "A watch may read other watches, but none of them may read it, even indirectly.")
    }
  }
}
