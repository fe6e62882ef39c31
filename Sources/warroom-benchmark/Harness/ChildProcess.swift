import Foundation

/// A program that runs to its end, with its output in a file.
struct ChildProcess {
  let program: String
  let arguments: [String]
  var output = "/dev/null"

  /// The cost of a run, and its exit status.
  struct Outcome {
    let isSuccess: Bool
    /// The CPU time in seconds, including system calls.
    let computed: Double
    /// The elapsed time in seconds.
    let elapsed: Double
    /// The peak memory in bytes, if it was watched.
    let peak: Int
  }

  /// Runs the program. Returns `nil` if it cannot be started.
  ///
  /// - Parameter watchesMemory: whether to read the memory of the program every few milliseconds. The peak that `wait4`
  ///   reports would include the memory of this program.
  func run(watchesMemory: Bool) -> Outcome? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let clock = ContinuousClock()
    let start = clock.now
    guard posix_spawn(&child, program, &actions, nil, &words, environ) == 0 else { return nil }
    var (status, usage): (Int32, rusage) = (0, rusage())
    var peak = 0
    while true {
      let ended = wait4(child, &status, watchesMemory ? WNOHANG : 0, &usage)
      if ended == child { break }
      guard ended == 0 || errno == EINTR else { return nil }
      if watchesMemory {
        peak = max(peak, Self.peakMemory(of: child))
        usleep(3_000)
      }
    }
    return Outcome(
      isSuccess: status == 0, computed: usage.ru_utime.seconds + usage.ru_stime.seconds,
      elapsed: (clock.now - start) / .seconds(1), peak: peak)
  }

  /// Returns the peak memory of a running process so far, in bytes; 0 if it is unknown.
  private static func peakMemory(of child: pid_t) -> Int {
    guard let text = try? String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return 0 }
    return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
  }

  static func path(of name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
