import CommandLanguage
import Synchronization

/// The lines that can be made up at some states.
final class LineTable: Sendable {
  /// The arguments to try for each parameter.
  let trials: [[ArgumentTrial]]
  let lines: [Line]

  struct Line: Sendable {
    let invocation: Invocation
    let text: String
  }

  init(trials: [[ArgumentTrial]], lines: [Line]) {
    self.trials = trials
    self.lines = lines
  }
}

/// The tables of a search, which several jobs share; most states share theirs with others.
final class LineTables: Sendable {
  private struct State {
    var tables: [LineTable] = []
    /// The places of tables by a hash of their arguments.
    var places: [Int: [Int]] = [:]
  }

  private let commands: [CommandDescription]
  private let state = Mutex(State())

  init(_ commands: [CommandDescription]) { self.commands = commands }

  subscript(place: Int) -> LineTable { state.withLock { $0.tables[place] } }

  /// The place of the present state's table.
  func place(in explored: any ExploredSession) -> Int {
    var trials: [[ArgumentTrial]] = []
    var hasher = Hasher()
    for command in commands {
      for parameter in command.parameters {
        let arguments = explored.trials(for: parameter)
        for argument in arguments { hasher.combine(argument.text) }
        hasher.combine(arguments.count)
        trials.append(arguments)
      }
    }
    let hash = hasher.finalize()
    let known = state.withLock { state in
      state.places[hash]?.first { state.tables[$0].trials == trials }
    }
    if let known { return known }
    let lines = Composer(commands).all(in: explored).map {
      LineTable.Line(invocation: $0, text: $0.text)
    }
    let table = LineTable(trials: trials, lines: lines)
    return state.withLock { state in
      if let known = state.places[hash]?.first(where: { state.tables[$0].trials == trials }) { return known }
      state.tables.append(table)
      state.places[hash, default: []].append(state.tables.count - 1)
      return state.tables.count - 1
    }
  }
}

/// The lines of tables as the session of one job has prepared them.
struct PreparedTables {
  private let tables: LineTables
  private var prepared: [Int: Entry] = [:]

  /// The lines of a table; one that cannot be read as one command line is `nil`.
  typealias Entry = (table: LineTable, prepared: [PreparedLine?])

  init(_ tables: LineTables) { self.tables = tables }

  /// The lines of the table at a place.
  mutating func lines(_ place: Int, _ runner: LineRunner) -> Entry {
    if let known = prepared[place] { return known }
    let table = tables[place]
    let entry = (table, table.lines.map { runner.read($0.text) })
    prepared[place] = entry
    return entry
  }
}
