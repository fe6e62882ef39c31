import CommandLanguage

/// The lines that can be made up at some states, read once.
final class LineTable {
  /// The arguments to try for each parameter.
  let trials: [[ArgumentTrial]]
  let lines: [Line]

  final class Line {
    let invocation: Invocation
    let text: String
    let command: PreparedLine

    init(_ invocation: Invocation, _ command: PreparedLine) {
      self.invocation = invocation
      text = invocation.text
      self.command = command
    }
  }

  init(trials: [[ArgumentTrial]], lines: [Line]) {
    self.trials = trials
    self.lines = lines
  }
}

/// The tables of a session; most states share theirs with others.
struct LineTables {
  private let composer: Composer
  private(set) var tables: [LineTable] = []

  init(_ composer: Composer) { self.composer = composer }

  subscript(place: Int) -> LineTable { tables[place] }

  /// The place of the present state's table.
  mutating func place(in explored: any ExploredSession, _ runner: LineRunner) -> Int {
    var trials: [[ArgumentTrial]] = []
    for command in composer.commands {
      for parameter in command.parameters { trials.append(explored.trials(for: parameter)) }
    }
    if let known = tables.lastIndex(where: { $0.trials == trials }) { return known }
    let lines = composer.all(in: explored).compactMap { invocation in
      runner.read(invocation.text).map { LineTable.Line(invocation, $0) }
    }
    tables.append(LineTable(trials: trials, lines: lines))
    return tables.count - 1
  }
}
