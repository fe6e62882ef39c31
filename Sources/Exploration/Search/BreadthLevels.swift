import Synchronization

/// The frontier of a breadth-first search, level by level.
final class BreadthLevels: Sendable {
  private struct State {
    var level: [BreadthStates.ID] = []
    var next: [BreadthStates.ID] = []
    var cursor = 0
    var depth = 0
    /// The number of jobs that expand states of the level.
    var busyCount = 0
    var isStopped = false
    /// A Boolean value that indicates whether the progress is to be saved when no job is busy.
    var isSaveWanted = false
    /// The peak size of the frontier in bytes.
    var peakByteCount = 0
  }

  /// The peak size of the frontier in bytes.
  var peakByteCount: Int { state.withLock { $0.peakByteCount } }

  private let state = Mutex(State())
  private static let pieceCount = 64

  /// Some states of a level, for one job to expand.
  struct Piece {
    let states: [BreadthStates.ID]
    let depth: Int
  }

  /// Begins with the initial state. Each job calls this method; only the first call has an effect.
  func begin(_ first: BreadthStates.ID, isNew: Bool) {
    if isNew { state.withLock { $0.level = [first] } }
  }

  /// The next task of a job.
  enum Task {
    case expand(Piece)
    /// Saves the progress. The other jobs wait until ``endSave()`` is called.
    case save
  }

  /// Returns the next task; `nil` if every state is expanded, or the search ends.
  ///
  /// - Parameter pause: called while other jobs still expand states of the level; returns whether to continue.
  func take(pause: () -> Bool) -> Task? {
    while true {
      let (task, isOver) = state.withLock { state -> (Task?, Bool) in
        if state.isStopped { return (nil, true) }
        if state.isSaveWanted {
          guard state.busyCount == 0 else { return (nil, false) }
          state.busyCount = 1
          return (.save, false)
        }
        if state.cursor == state.level.count, state.busyCount == 0 {
          (state.level, state.next, state.cursor) = (state.next, [], 0)
          if state.level.isEmpty { return (nil, true) }
          state.depth += 1
        }
        guard state.cursor < state.level.count else { return (nil, false) }
        let end = min(state.cursor + Self.pieceCount, state.level.count)
        let piece = Piece(states: Array(state.level[state.cursor..<end]), depth: state.depth)
        state.cursor = end
        state.busyCount += 1
        return (.expand(piece), false)
      }
      if task != nil || isOver { return task }
      if !pause() { return nil }
    }
  }

  /// Ends the expansion of a piece, and adds the new states of the next level.
  ///
  /// - Parameter rest: the states of the piece that were not expanded completely, which ends the search.
  func finish(_ next: [BreadthStates.ID], rest: ArraySlice<BreadthStates.ID>) {
    state.withLock { state in
      state.busyCount -= 1
      state.next += next
      let byteCount = (state.level.capacity + state.next.capacity) * MemoryLayout<BreadthStates.ID>.stride
      state.peakByteCount = max(state.peakByteCount, byteCount)
      if rest.isEmpty { return }
      state.isStopped = true
      state.level += rest
    }
  }

  /// Ends the search for all jobs.
  func stop() { state.withLock { $0.isStopped = true } }

  // MARK: Saving

  /// Makes the next task of a job ``Task/save``, as soon as no job is busy.
  func wantSave() { state.withLock { $0.isSaveWanted = true } }

  func endSave() {
    state.withLock { state in
      state.isSaveWanted = false
      state.busyCount = 0
    }
  }

  /// Writes the states to expand to a progress. No job may be busy.
  func write(to progress: inout SearchProgress) {
    state.withLock { state in
      progress.level = Array(state.level[state.cursor...])
      progress.next = state.next
      progress.depth = state.depth
    }
  }

  /// Continues from a progress.
  func restore(_ progress: SearchProgress) {
    state.withLock { state in
      (state.level, state.next, state.depth) = (progress.level, progress.next, progress.depth)
    }
  }
}
