import CommandLanguage
import Synchronization
import Values

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
    /// The indices of the tables, by a hash of the candidates of all arguments.
    var indices: [StateDigest: Int] = [:]
    /// For each table, the state for which it was created.
    var firstStates: [BreadthStates.ID] = []
    /// Tables without an index.
    var recent: [StateDigest: LineTable] = [:]
  }

  /// The maximum number of tables without an index that are kept for other states. A table may take 100 KB.
  static let recentCountMax = 128

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
    let key = key(in: session)
    if let known = state.withLock({ $0.indices[key] }) { return known }
    let table = makeTable(in: session)
    return state.withLock { state in
      if let known = state.indices[key] { return known }
      state.tables.append(table)
      state.firstStates.append(id)
      state.indices[key] = state.tables.count - 1
      return state.tables.count - 1
    }
  }

  /// Returns the present state's table, without an index. It is kept for a while, because following states often share it.
  func table(in session: CommandSession) -> LineTable {
    let key = key(in: session)
    if let known = state.withLock({ $0.recent[key] }) { return known }
    let table = makeTable(in: session)
    state.withLock { state in
      if state.recent.count >= Self.recentCountMax { state.recent.removeAll() }
      state.recent[key] = table
    }
    return table
  }

  private var composer: Composer { Composer(commands, constants) }

  private func makeTable(in session: CommandSession) -> LineTable {
    LineTable(composer.all(in: session).map { LineTable.Line(invocation: $0, text: $0.text) })
  }

  private func key(in session: CommandSession) -> StateDigest {
    var key = ""
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
    return SipHash.wideHash(key.utf8.span)
  }
}

/// The lines of tables, as prepared by the session of one job.
struct PreparedTables {
  private var prepared: [ObjectIdentifier: Entry] = [:]

  /// A table and its lines. The table is retained, so that no other table gets its identity. A line that
  /// cannot be parsed as a single command line is `nil`.
  private typealias Entry = (table: LineTable, prepared: [PreparedLine?])

  mutating func lines(_ table: LineTable, _ runner: LineRunner) -> [PreparedLine?] {
    if let known = prepared[ObjectIdentifier(table)] { return known.prepared }
    if prepared.count >= LineTables.recentCountMax { prepared.removeAll() }
    let lines = table.lines.map { runner.read($0.text) }
    prepared[ObjectIdentifier(table)] = (table, lines)
    return lines
  }
}
