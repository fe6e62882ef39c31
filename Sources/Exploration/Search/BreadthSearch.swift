import CommandLanguage
import Simulator

/// A breadth-first search that visits every reachable state once. The first path to a state is a shortest one.
///
/// To reach the next state, the session moves back through the history to the last common ancestor of both states, and
/// runs the lines from there. Neighbours in a level share most of their paths.
final class BreadthSearch {
  private let job: SearchJob
  private let board: Board
  private let shared: BreadthShared
  private let runner: LineRunner
  private let checking: CheckService
  private var tables: PreparedTables
  private let graph: StateGraph?
  /// The states from the initial one to the present one.
  private var path: [PathState] = []

  private struct PathState {
    let id: BreadthStates.ID
    /// The point of the state in the history.
    let point: Int
    /// The line that led to the state; `nil` for the initial state.
    let line: Invocation?
  }

  init(_ world: ExploredWorld, _ board: Board, _ shared: BreadthShared, job: Int) throws {
    self.job = SearchJob(world.searchable, board, number: job)
    self.board = board
    self.shared = shared
    tables = PreparedTables()
    graph = board.options.graphExpressions.isEmpty ? nil : StateGraph(board.options.graphExpressions)
    runner = try self.job.beginSearch()
    checking = runner.checking
  }

  /// Searches until every state is visited, or no steps or no time are left. Returns whether every state was visited.
  ///
  /// - Throws: an error if the files of the states cannot be read or written.
  func run() throws -> Bool {
    do { return try search() } catch {
      // The other jobs must not wait for this one.
      shared.levels.stop()
      throw error
    }
  }

  private func search() throws -> Bool {
    defer {
      job.addCounts(isOver: true)
      if let graph { board.add(graph.edges) }
    }
    let (first, isNew) = try begin()
    try job.noteState(in: runner, isNew: isNew, path: [])
    graph?.begin(in: runner.session)
    shared.levels.begin(first, isNew: isNew)
    while let task = shared.levels.take(pause: { job.pause(depth: path.count) }) {
      switch task {
      case .save:
        try shared.save(board)
        shared.levels.endSave()
      case .expand(let piece):
        guard try expand(piece) else { return false }
        shared.wantSave(board)
      }
    }
    return !board.isStopped
  }

  private func begin() throws -> (id: BreadthStates.ID, isNew: Bool) {
    let first = try shared.states.insert(
      checking.digest, .init(parent: BreadthStates.none, table: 0, line: 0))
    path = [PathState(id: first.id, point: checking.point, line: nil)]
    return first
  }

  /// Expands the states of a piece. Returns whether all of them were expanded.
  private func expand(_ piece: BreadthLevels.Piece) throws -> Bool {
    board.note(depth: piece.depth)
    var next: [BreadthStates.ID] = []
    var rest = piece.states[...]
    if piece.depth >= board.depthMax { rest = [] }
    while let id = rest.first {
      guard try go(to: id, depth: piece.depth), try expand(depth: piece.depth, &next) else { break }
      rest.removeFirst()
      if shared.isKept, !job.continues() { break }
    }
    // The counts are added before another job can save the progress.
    let continues = job.addCounts()
    shared.levels.finish(next, rest: rest)
    return rest.isEmpty && continues
  }

  /// Creates the line tables of earlier runs again. Each is created in the state that was the first to have its lines.
  ///
  /// - Throws: an ``ExplorationError`` if the world no longer has these states.
  func restoreTables(_ progress: SearchProgress) throws {
    let other = ExplorationError("the world does not have the states of the earlier search")
    guard try !begin().isNew else { throw other }
    for (index, id) in progress.tables.enumerated() {
      guard try go(to: id, depth: progress.depth),
        shared.tables.table(in: runner.session, at: id).index == UInt32(index)
      else {
        throw other
      }
    }
  }

  // MARK: Moving

  /// Moves to a state along the first path that led to it. Returns whether the path leads there again.
  ///
  /// - Parameter depth: the greatest length of the path.
  private func go(to id: BreadthStates.ID, depth: Int) throws -> Bool {
    var way: [BreadthStates.ID] = []
    var ancestor = id
    var position = path.lastIndex { $0.id == ancestor }
    while position == nil, ancestor != BreadthStates.none {
      way.append(ancestor)
      // In a damaged file, the path to a state may have a cycle.
      guard way.count <= depth + 1 else { throw Self.damaged }
      ancestor = try shared.states.state(ancestor).origin.parent
      position = path.lastIndex { $0.id == ancestor }
    }
    guard let position else { return false }
    path.removeSubrange((position + 1)...)
    guard checking.go(to: path[position].point) else {
      report(Fault(.undo, "", "undoing lines leads to a different state"), [])
      return false
    }
    for id in way.reversed() {
      let (key, origin) = try shared.states.state(id)
      guard let table = shared.tables.table(origin.table, in: runner.session) else { throw Self.damaged }
      let line = Int(origin.line)
      guard table.lines.indices.contains(line), let command = tables.line(line, of: table, runner) else {
        throw Self.damaged
      }
      job.announce(table.lines[line].text, depth: path.count - 1)
      // A fault on the path was found when the state was first visited.
      _ = runner.run(command, table.lines[line].text)
      guard checking.digest == key else {
        report(Fault(.redo, "", "redoing the lines leads to a different state"), [])
        return false
      }
      path.append(PathState(id: id, point: checking.point, line: table.lines[line].invocation))
    }
    return true
  }

  private static let damaged = ExplorationError("the files of the search are damaged")

  // MARK: Expanding

  /// Runs all lines in the present state. Returns whether the search can continue.
  private func expand(depth: Int, _ next: inout [BreadthStates.ID]) throws -> Bool {
    guard let (id, point) = path.last.map({ ($0.id, $0.point) }) else { return false }
    let key = checking.digest
    let (position, table) = shared.tables.table(in: runner.session, at: id)
    graph?.stand(in: runner.session)
    for index in table.lines.indices {
      guard let command = tables.line(index, of: table, runner) else { continue }
      // A search that a later run can continue stops only between two states. So each run makes progress, and no line
      // runs twice.
      guard shared.isKept || job.continues() else { return false }
      let line = table.lines[index]
      let changes = checking.changeCount
      job.countStep()
      job.announce(line.text, depth: depth)
      let faults = runner.run(command, line.text)
      job.count(line.invocation, hasSucceeded: runner.hasSucceeded)
      for fault in faults {
        report(fault, [line.invocation])
        if fault.kind == .reached || fault.kind == .never { return false }
      }
      if checking.changeCount == changes { continue }
      job.countChange()
      // Nothing is searched behind a fault: the state may not be intact, or infinitely many others may follow.
      if faults.isEmpty {
        graph?.add(line.invocation.name, in: runner.session)
        let (state, isNew) = try shared.states.insert(
          checking.digest, .init(parent: id, table: position, line: UInt32(index)))
        try job.noteState(in: runner, isNew: isNew, path: lines.map(\.text) + [line.text])
        if isNew {
          next.append(state)
          if board.options.faults.contains(.store) { checkStore(line.invocation) }
        }
      }
      guard checking.go(to: point), checking.digest == key else {
        report(Fault(.undo, "", "undoing the line leads to a different state"), [line.invocation])
        return false
      }
      while let fault = checking.takeFault() { report(fault, [line.invocation]) }
    }
    return true
  }

  private var lines: [Invocation] { path.compactMap(\.line) }

  /// Runs the first path to a new state in a session with a store, and injects a fault that depends on the state.
  private func checkStore(_ line: Invocation) {
    var random = SplitMix(seed: checking.digest.low)
    let storeFault = StoreFault(&random)
    let texts = lines.map(\.text) + [line.text]
    let reproducer = Reproducer(session: job.makeSession(), storeFault: storeFault)
    let fault: Fault?
    do { fault = try reproducer.sessionFault(of: texts, lookingFor: .journal) } catch {
      return board.note(problem: Explanation(of: error).message)
    }
    if let fault { report(fault, [line], storeFault) }
  }

  private func report(_ fault: Fault, _ last: [Invocation], _ storeFault: StoreFault? = nil) {
    job.report(fault, of: lines + last, storeFault, in: job.makeSession())
  }
}

extension ExploredWorld {
  /// The world with only the commands whose effect depends on nothing but the state.
  var searchable: ExploredWorld {
    var world = self
    world.commands.removeAll { $0.traits.contains(.aboutThePast) }
    return world
  }
}
