import CommandLanguage
import Synchronization

/// The lines that can be tried in some states.
final class LineTable: Sendable {
  let lines: [Line]

  struct Line: Sendable {
    let invocation: Invocation
    let text: String
  }

  init(_ lines: [Line]) { self.lines = lines }
}

/// The line tables of a search, which its jobs share. Most states share their table with others.
final class LineTables: Sendable {
  private struct State {
    var tables: [LineTable] = []
    /// The indices of the tables, by the candidates of all arguments.
    var indices: [String: Int] = [:]
    /// For each table, the state for which it was created.
    var firstStates: [BreadthStates.ID] = []
  }

  private let commands: [CommandDescription]
  private let constants: TrialConstants
  private let state = Mutex(State())

  /// - Parameter constants: numbers and texts to try besides those that follow from the declarations.
  init(_ commands: [CommandDescription], _ constants: TrialConstants) {
    self.commands = commands
    self.constants = constants
  }

  subscript(index: Int) -> LineTable { state.withLock { $0.tables[index] } }

  var count: Int { state.withLock { $0.tables.count } }

  /// For each table, the state of a breadth-first search for which it was created.
  var firstStates: [BreadthStates.ID] { state.withLock { $0.firstStates } }

  /// Returns the index of the present state's table.
  ///
  /// - Parameter id: the present state of a breadth-first search.
  func index(in session: CommandSession, at id: BreadthStates.ID = BreadthStates.none) -> Int {
    var key = ""
    let composer = Composer(commands, constants)
    for (index, command) in commands.enumerated() {
      // The candidates of an argument may depend on those before it.
      if command.parameters.contains(where: \.isPlaced) {
        for line in composer.all(index, in: session) {
          key += line.text + (line.isExpectedToFail ? "!\n" : "\n")
        }
        continue
      }
      for parameter in command.parameters {
        for argument in session.trials(for: parameter, constants: constants) {
          key += argument.text
          // The text of an argument does not contain a line feed.
          key += argument.isExpectedToFail ? "!\n" : "\n"
        }
        key += "\n"
      }
    }
    if let known = state.withLock({ $0.indices[key] }) { return known }
    let lines = composer.all(in: session).map {
      LineTable.Line(invocation: $0, text: $0.text)
    }
    return state.withLock { state in
      if let known = state.indices[key] { return known }
      state.tables.append(LineTable(lines))
      state.firstStates.append(id)
      state.indices[key] = state.tables.count - 1
      return state.tables.count - 1
    }
  }
}

/// The lines of tables, as prepared by the session of one job.
struct PreparedTables {
  private let tables: LineTables
  private var prepared: [Int: Entry] = [:]

  /// The lines of a table. A line that cannot be parsed as a single command line is `nil`.
  typealias Entry = (table: LineTable, prepared: [PreparedLine?])

  init(_ tables: LineTables) { self.tables = tables }

  /// Returns the lines of the table at an index.
  mutating func lines(_ index: Int, _ runner: LineRunner) -> Entry {
    if let known = prepared[index] { return known }
    let table = tables[index]
    let entry = (table, table.lines.map { runner.read($0.text) })
    prepared[index] = entry
    return entry
  }
}
