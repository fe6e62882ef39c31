import Foundation
import MutexEdges
import Synchronization
import Testing

/// The thread sanitizer is told what mutexes order, and nothing else is hidden from it.
@Suite(.enabled(if: mutex_edges_are_told() == 1)) struct MutexEdgesTests {
  private final class Box: Sendable {
    let guarded = Mutex<[Int]>([])
    let isDone = Atomic(false)
    nonisolated(unsafe) var bare = 0
  }

  /// The exit code of a process in which the sanitizer has reported something.
  private static let reported: Int32 = 66

  @Test func `access under a contended mutex is not a race`() async {
    await #expect(processExitsWith: .success) {
      let box = Box()
      let tasks = (0..<4).map { number in
        Task.detached { for _ in 0..<20_000 { box.guarded.withLock { $0.append(number) } } }
      }
      for task in tasks { await task.value }
      // What the sanitizer reported it makes the exit code of.
      exit(box.guarded.withLock(\.count) == 80_000 ? 0 : 1)
    }
  }

  @Test func `a race beside a mutex is reported`() async {
    await #expect(processExitsWith: .exitCode(Self.reported)) {
      let box = Box()
      Thread.detachNewThread {
        unsafe box.bare += 1
        box.guarded.withLock { $0.append(1) }
        // Relaxed: it says that the thread is there, and orders nothing.
        box.isDone.store(true, ordering: .relaxed)
      }
      while !box.isDone.load(ordering: .relaxed) {}
      unsafe box.bare += 1
      exit(0)
    }
  }
}
