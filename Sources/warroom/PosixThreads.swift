#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads for a replay: few, long-lived, with stacks as large as the main thread's, so that a session's
/// limits mean the same on every one of them.
enum PosixThreads {
  static let stackByteCount = 16 << 20

  /// Calls `body` with each of `0..<jobs` at the same time and returns when all have returned. The first
  /// runs on the calling thread; a thread that cannot be started costs only its speed.
  static func run(_ jobs: Int, _ body: @escaping @Sendable (Int) -> Void) {
    var threads: [pthread_t] = []
    for job in 1..<max(1, jobs) {
      if let thread = start({ body(job) }) { threads.append(thread) }
    }
    body(0)
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Runs `work` on a thread of its own that nobody waits for; `false` when none can be started.
  static func detach(_ work: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = start(work) else { return false }
    pthread_detach(thread)
    return true
  }

  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackByteCount)
    let box = Unmanaged.passRetained(Work(work))
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(
        &thread, &attributes,
        { pointer in
          Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run()
          return nil
        }, box.toOpaque())
    #else
      var thread = pthread_t()
      let status = pthread_create(
        &thread, &attributes,
        { pointer in
          if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
          return nil
        }, box.toOpaque())
    #endif
    guard status == 0 else {
      box.release()
      return nil
    }
    return thread
  }

  /// Nanoseconds of the monotonic clock.
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
