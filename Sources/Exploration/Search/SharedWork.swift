import CommandLanguage
import Values
import Synchronization

/// The work that jobs share: an idle job takes over part of another job's work.
///
/// A job hands over the first half of the states on its path, which have the most work left. The visited states and the
/// number of lines do not depend on the number of jobs, unless the depth is limited. Only the paths differ.
final class SharedWork: Sendable {
  /// A state on a path, which any session can reach again.
  struct PathState: Sendable {
    let digest: StateDigest
    /// The number of lines that were run in the state.
    let done: Int
    /// The line that leads to the next state.
    let line: LineTable.Line
  }

  /// A path from the initial state, whose remaining work begins at its state `floor`.
  struct Way: Sendable {
    var states: [PathState]
    var floor: Int
  }

  private struct State {
    /// The work that no job has taken, at first the empty path to the initial state.
    var waiting = [Way(states: [], floor: 0)]
    /// The number of searching jobs.
    var busyCount = 0
    var isStopped = false
  }

  private let state = Mutex(State())
  private let idleCount = Atomic(0)

  /// A Boolean value that indicates whether some job is idle.
  var isWanted: Bool { idleCount.load(ordering: .relaxed) > 0 }

  func give(_ way: Way) { state.withLock { $0.waiting.append(way) } }

  /// Waits for work and returns it; `nil` if there is no more work, or the search ends.
  ///
  /// - Parameter pause: called while no work is available; returns whether to continue.
  func take(pause: () -> Bool) -> Way? {
    idleCount.add(1, ordering: .relaxed)
    defer { idleCount.subtract(1, ordering: .relaxed) }
    while true {
      let (way, isOver) = state.withLock { state -> (Way?, Bool) in
        if state.isStopped { return (nil, true) }
        guard let way = state.waiting.popLast() else { return (nil, state.busyCount == 0) }
        state.busyCount += 1
        return (way, false)
      }
      if way != nil || isOver { return way }
      if !pause() { return nil }
    }
  }

  /// Ends the work of a job. If the work is incomplete, the search ends for all jobs.
  func finish(isWhole: Bool) {
    state.withLock { state in
      state.busyCount -= 1
      if !isWhole { state.isStopped = true }
    }
  }
}
