import CommandLanguage
import Synchronization

/// The remaining work of several jobs: an idle job takes over part of another job's work.
///
/// A job gives away the lower half of the states on its way, which lead to most. So what is met, and how many lines are
/// run, is the same however many jobs there are, unless a depth ends ways; only the way to a state differs.
final class SharedWork: Sendable {
  /// A state on a way, as any session can come to it again.
  struct Place: Sendable {
    let digest: StateKey
    /// The same number for those with the same lines.
    let table: Int
    /// The number of lines there that were run.
    let done: Int
    /// The line that leads on.
    let line: String
  }

  /// A way from the first state; what is left to be done there, from its state `floor` on.
  struct Way: Sendable {
    var indices: [Place]
    var floor: Int
  }

  private struct State {
    /// To begin with there is the first state, to which no way leads.
    var waiting = [Way(indices: [], floor: 0)]
    /// The number of searching jobs.
    var busyCount = 0
    var isStopped = false
  }

  private let state = Mutex(State())
  private let hungryCount = Atomic(0)

  /// A Boolean value that indicates whether some job is idle.
  var isWanted: Bool { hungryCount.load(ordering: .relaxed) > 0 }

  func give(_ way: Way) { state.withLock { $0.waiting.append(way) } }

  /// Part of what is left, once there is some; `nil` when all is done, or the search ends.
  ///
  /// - Parameter pause: called while others have not given anything yet; whether to go on.
  func take(pause: () -> Bool) -> Way? {
    hungryCount.add(1, ordering: .relaxed)
    defer { hungryCount.subtract(1, ordering: .relaxed) }
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

  /// A job has done what it took, or has to leave the rest undone.
  func finish(isWhole: Bool) {
    state.withLock { state in
      state.busyCount -= 1
      if !isWhole { state.isStopped = true }
    }
  }
}
