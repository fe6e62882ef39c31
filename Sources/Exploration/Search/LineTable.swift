import CommandLanguage
import Synchronization
import Values

/// The lines to try in a state. Several states may have the same ones.
final class LineTable: Sendable {
  let lines: [Line]

  struct Line: Sendable {
    let invocation: Invocation
    let text: String
  }

  init(_ lines: [Line]) { self.lines = lines }
}

/// The line tables of a search, which its jobs share. Most states share their table with others.
///
/// Tables with an index are kept. Once these have many lines, further tables get no index and are created again
/// whenever their states need them. So memory does not grow with the number of different tables.
final class LineTables: Sendable {
  private struct State {
    var tables: [LineTable] = []
    /// The number of lines in the tables that have an index.
    var lineCount = 0
    /// The indices of the tables, by a hash of the candidates of all arguments.
    var indices: [StateDigest: Int] = [:]
    /// For each table, the state for which it was created.
    var firstStates: [BreadthStates.ID] = []
    /// Tables without an index.
    var recent: [StateDigest: LineTable] = [:]
  }

  /// The index of a table that is not kept.
  static let unkept = UInt32.max
  /// The maximum number of tables without an index that are cached. A table may take 100 KB.
  static let recentCountMax = 128

  private let commands: [CommandDescription]
  /// The numbers and texts to try besides those that follow from the declarations.
  private let constants: TrialConstants
  /// The number of lines above which further tables get no index.
  private let lineCountMax: Int
  private let state = Mutex(State())

  init(_ commands: [CommandDescription], _ options: ExplorationOptions) {
    self.commands = commands
    constants = options.constants
    lineCountMax = options.keptLineCountMax
  }

  /// For each table with an index, the state of a breadth-first search for which it was created.
  var firstStates: [BreadthStates.ID] { state.withLock { $0.firstStates } }

  /// Returns the table with an index, or the present state's table if the index is ``unkept``; `nil` if there is no
  /// such table.
  func table(_ index: UInt32, in session: CommandSession) -> LineTable? {
    if index == Self.unkept { return table(in: session) }
    return state.withLock { $0.tables.indices.contains(Int(index)) ? $0.tables[Int(index)] : nil }
  }

  /// Returns the present state's table, and its index or ``unkept``.
  ///
  /// - Parameter id: the present state of a breadth-first search.
  func table(in session: CommandSession, at id: BreadthStates.ID) -> (index: UInt32, table: LineTable) {
    let key = key(in: session)
    let (known, isFull) = state.withLock { state in
      let known = state.indices[key].map { (UInt32($0), state.tables[$0]) }
      return (known, state.lineCount >= lineCountMax)
    }
    if let known { return known }
    if isFull { return (Self.unkept, recentTable(key, in: session)) }
    let table = makeTable(in: session)
    return state.withLock { state in
      if let known = state.indices[key] { return (UInt32(known), state.tables[known]) }
      state.tables.append(table)
      state.lineCount += table.lines.count
      state.firstStates.append(id)
      state.indices[key] = state.tables.count - 1
      return (UInt32(state.tables.count - 1), table)
    }
  }

  /// Returns the present state's table, without an index. The table is cached for a while, because the following states
  /// often share it.
  func table(in session: CommandSession) -> LineTable { recentTable(key(in: session), in: session) }

  private func recentTable(_ key: StateDigest, in session: CommandSession) -> LineTable {
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

/// The lines of tables, as the session of one job has prepared them.
struct PreparedTables {
  private var prepared: [ObjectIdentifier: Entry] = [:]

  /// A table and those of its lines that were parsed. The table is retained, so that no other table can have the same
  /// object identifier.
  private final class Entry {
    let table: LineTable
    /// The parsed lines. A line that cannot be parsed as a single command line is `nil`.
    var lines: [PreparedLine?]
    var isParsed: [Bool]

    init(_ table: LineTable) {
      self.table = table
      lines = Array(repeating: nil, count: table.lines.count)
      isParsed = Array(repeating: false, count: table.lines.count)
    }
  }

  /// Returns a line of a table; `nil` if it cannot be parsed as a single command line.
  mutating func line(_ index: Int, of table: LineTable, _ runner: LineRunner) -> PreparedLine? {
    let entry = entry(of: table)
    if !entry.isParsed[index] {
      entry.lines[index] = runner.read(table.lines[index].text)
      entry.isParsed[index] = true
    }
    return entry.lines[index]
  }

  private mutating func entry(of table: LineTable) -> Entry {
    if let known = prepared[ObjectIdentifier(table)] { return known }
    if prepared.count >= LineTables.recentCountMax { prepared.removeAll() }
    let entry = Entry(table)
    prepared[ObjectIdentifier(table)] = entry
    return entry
  }
}
