import TerminalText
import Foundation
import Synchronization

@testable import Scenarios

/// Threads in the place of processes, for what does not end them.
struct ThreadWorkers: ReplayWorkers {
  /// How many may be started.
  var countMax = Int.max
  /// Whether each ends by a signal before it does anything.
  var areStillborn = false
  private let startCount = Counter()

  private final class Counter: Sendable {
    let count = Atomic<Int>(0)
  }

  init(countMax: Int = .max, areStillborn: Bool = false) {
    self.countMax = countMax
    self.areStillborn = areStillborn
  }

  /// How many were started.
  var started: Int { startCount.count.load(ordering: .relaxed) }

  func makeNumbers(count: Int) -> (any SharedNumbers)? { Numbers(count) }

  func start(_ work: @escaping @Sendable (_ send: ([UInt8]) -> Void) -> Void) -> (any ReplayWorker)? {
    guard started < countMax else { return nil }
    startCount.count.add(1, ordering: .relaxed)
    let worker = Worker()
    if areStillborn {
      worker.news.withLock { $0.ending = .signal(name: "killed") }
      return worker
    }
    let thread = Thread {
      work { bytes in worker.news.withLock { $0.sent += bytes } }
      worker.news.withLock { $0.ending = .code(0) }
    }
    thread.stackSize = 1 << 22
    thread.start()
    return worker
  }

  func wait(for workers: [any ReplayWorker], milliseconds: Int32) { sched_yield() }

  private final class Worker: ReplayWorker, Sendable {
    let news = Mutex(WorkerOutput())

    func receive() -> WorkerOutput {
      news.withLock { news in
        defer { news = WorkerOutput() }
        return news
      }
    }

    func interrupt() {}
    func kill() {}
  }

  private final class Numbers: SharedNumbers {
    private let numbers: Mutex<[UInt64]>

    init(_ count: Int) { numbers = Mutex(Array(repeating: 0, count: count)) }

    subscript(index: Int) -> UInt64 {
      get { numbers.withLock { $0[index] } }
      set { numbers.withLock { $0[index] = newValue } }
    }

    func replace(_ index: Int, _ expected: UInt64, with new: UInt64) -> Bool {
      numbers.withLock { numbers in
        guard numbers[index] == expected else { return false }
        numbers[index] = new
        return true
      }
    }
  }
}
