import CSpawn
import Glibc
package import Scenarios
package import TerminalText

/// Another process of this program, which may end by a trap without ending this one.
package enum WorkerProcess {
  /// The ending of the process.
  package enum Ending: Equatable {
    case code(Int32)
    case signal(Int32)
    /// It was killed as it did not get on.
    case hung
  }

  /// Runs this program with some arguments and waits for its end. It has the same outputs.
  ///
  /// Ctrl-C is passed on once.
  ///
  /// - Parameters:
  ///   - variables: the variables to add to its environment.
  ///   - isSilent: whether its output is dropped.
  ///   - isHung: called at intervals with the process number; returns whether to kill the process.
  /// - Returns: `nil` if it cannot be started.
  package static func run(
    _ words: [[UInt8]], variables: [(String, String)] = [], isSilent: Bool = false,
    isHung: (Int32) -> Bool = { _ in false }
  ) -> Ending? {
    // The recorded lines identify a trap; the runtime's own report would take seconds.
    for (name, value) in [("SWIFT_BACKTRACE", "enable=no")] + variables { unsafe setenv(name, value, 1) }
    let output = isSilent ? null() : fcntl(1, F_DUPFD_CLOEXEC, 3)
    let errors = isSilent ? null() : fcntl(2, F_DUPFD_CLOEXEC, 3)
    defer {
      close(output)
      close(errors)
    }
    guard output >= 0, errors >= 0 else { return nil }
    let all = [program] + words
    var arguments: [UnsafeMutablePointer<CChar>?] =
      unsafe all.map { word in unsafe strdup(word.map { CChar(bitPattern: $0) } + [0]) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var child = pid_t()
    let name = program.map { CChar(bitPattern: $0) } + [0]
    let number = unsafe cspawn_tethered(name, nil, &arguments, -1, output, errors, &child)
    guard number == 0 else { return nil }
    return wait(for: child, isHung)
  }

  private static func wait(for child: pid_t, _ isHung: (Int32) -> Bool) -> Ending {
    var status: Int32 = 0
    var (isToldToEnd, isKilled) = (false, false)
    while unsafe waitpid(child, &status, WNOHANG) == 0 {
      if Interruption.isThere, !isToldToEnd {
        isToldToEnd = true
        kill(child, SIGINT)
      }
      if !isKilled, isHung(child) {
        isKilled = true
        kill(child, SIGKILL)
      }
      PosixThreads.wait(milliseconds: 5)
    }
    if isKilled, status & 0x7F == SIGKILL { return .hung }
    return status & 0x7F == 0 ? .code((status >> 8) & 0xFF) : .signal(status & 0x7F)
  }

  /// The time that processors have spent on a process that has not been waited for, in nanoseconds.
  package static func cpuNs(of process: Int32) -> UInt64 {
    var clock = clockid_t()
    var time = timespec()
    guard unsafe clock_getcpuclockid(process, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else {
      return 0
    }
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// The most memory that this process has taken, in bytes.
  package static var peakByteCount: Int {
    var usage = rusage()
    guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
    return usage.ru_maxrss * 1024
  }

  private static var program: [UInt8] { Array("/proc/self/exe".utf8) }

  private static func null() -> Int32 {
    let file = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard file >= 0, file < 3 else { return file }
    defer { close(file) }
    return fcntl(file, F_DUPFD_CLOEXEC, 3)
  }

  /// A name for a file that only this process and the processes that it starts use.
  package static var temporaryName: FilePath {
    FilePath("\(ProcessState.variable("TMPDIR") ?? "/tmp")/auto-update-explore-\(getpid())")
  }

  package static func remove(_ path: FilePath) { unsafe unlink(path.terminated) }

  /// Adds bytes to a file by one call of the system.
  package static func append(_ bytes: [UInt8], to path: FilePath) {
    let file = unsafe open(path.terminated, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    _ = SystemCalls.write(bytes, to: file)
    close(file)
  }

  /// Returns the name of a signal, such as `illegal instruction`.
  package static func name(ofSignal signal: Int32) -> UntrustedText {
    unsafe strsignal(signal).map { unsafe UntrustedText(String(cString: $0).lowercased()) }
      ?? "signal \(signal)"
  }
}
