import Glibc
package import Scenarios
import Synchronization

/// Threads with stacks that are large enough for a session's nesting limits, so that the limits are the same on all
/// threads.
package enum PosixThreads {
  static let stackByteCount = 16 << 20
  /// The stack size that the nesting limits require.
  private static let leastStackByteCount = 8 << 20

  /// The stack size that a session can use on every thread.
  package static let sessionStackByteCount: Int = {
    var limit = rlimit()
    // `withStack` replaces a smaller stack by a larger one.
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0,
      limit.rlim_cur >= leastStackByteCount
    else { return leastStackByteCount }
    return Int(clamping: min(limit.rlim_cur, rlim_t(stackByteCount)))
  }()

  /// Calls `body` concurrently with each of `0..<jobs`, and returns when all calls have returned. The first call runs
  /// on the calling thread. If a thread cannot be started, its call is omitted, so the calls must share their work.
  package static func run(_ jobs: Int, _ body: @escaping @Sendable (Int) -> Void) {
    var threads: [pthread_t] = []
    for job in 1..<max(1, jobs) {
      if let thread = start({ body(job) }) { threads.append(thread) }
    }
    body(0)
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Runs `work` on this thread, or on a thread with a larger stack if the stack of this thread is too small.
  package static func withStack(_ work: @escaping @Sendable () -> ReplayStatus) -> ReplayStatus {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0,
      limit.rlim_cur < leastStackByteCount
    else { return work() }
    let result = Result()
    guard let thread = start({ result.status.store(work().rawValue, ordering: .releasing) }) else {
      return work()
    }
    // Signals are delivered to the working thread.
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
    pthread_join(thread, nil)
    return ReplayStatus(rawValue: result.status.load(ordering: .acquiring)) ?? .failure
  }

  private final class Result: Sendable {
    let status = Atomic<Int32>(ReplayStatus.failure.rawValue)
  }

  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return nil }
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackByteCount)
    let box = unsafe Unmanaged.passRetained(Work(work))
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, &attributes,
      { pointer in
        if let pointer = unsafe pointer {
          unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run()
        }
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      unsafe box.release()
      return nil
    }
    return thread
  }

  /// Returns the nanoseconds of the monotonic clock.
  package static func now() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Waits for a time. A signal may end the wait early.
  package static func wait(milliseconds: Int32) { poll(nil, 0, milliseconds) }

  package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
