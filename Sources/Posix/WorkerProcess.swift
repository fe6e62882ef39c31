import CSpawn
import Glibc
package import Scenarios
package import TerminalText

/// Another process of this program, which may trap without ending this one.
package enum WorkerProcess {
  /// Runs this program with some arguments and waits until it ends. The process has the same standard output and error.
  /// Ctrl-C is passed on once.
  ///
  /// - Parameters:
  ///   - variables: environment variables to set. They are also set in this process.
  ///   - isSilent: whether the output of the process is discarded.
  ///   - isHung: called at intervals with the process number; returns whether to kill the process.
  /// - Returns: the ending of the process; `nil` if it cannot be started.
  package static func run(
    _ words: [[UInt8]], variables: [(String, String)] = [], isSilent: Bool = false,
    isHung: (Int32) -> Bool = { _ in false }
  ) -> ProcessEnding? {
    // The recorded lines identify a trap, and a backtrace by the runtime would take seconds.
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

  private static func wait(for child: pid_t, _ isHung: (Int32) -> Bool) -> ProcessEnding {
    var status: Int32 = 0
    var (isAskedToEnd, isKilled) = (false, false)
    while unsafe waitpid(child, &status, WNOHANG) == 0 {
      if Interruption.isThere, !isAskedToEnd {
        isAskedToEnd = true
        kill(child, SIGINT)
      }
      if !isKilled, isHung(child) {
        isKilled = true
        kill(child, SIGKILL)
      }
      PosixThreads.wait(milliseconds: 5)
    }
    if isKilled, status & 0x7F == SIGKILL { return .hung }
    return ProcessEnding(status: status)
  }

  /// Returns the processor time of a process that has not been reaped, in nanoseconds; 0 if it is unknown.
  package static func cpuNs(of process: Int32) -> UInt64 {
    var clock = clockid_t()
    var time = timespec()
    guard unsafe clock_getcpuclockid(process, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else {
      return 0
    }
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// The peak memory use of this process, in bytes.
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

  /// A path for a temporary file of this process and the processes that it starts.
  package static var temporaryName: FilePath {
    FilePath("\(ProcessState.variable("TMPDIR") ?? "/tmp")/auto-update-explore-\(getpid())")
  }

  package static func remove(_ path: FilePath) { unsafe unlink(path.terminated) }

  /// Appends bytes to a file, in one system call if possible. Returns whether all of them were written.
  package static func append(_ bytes: [UInt8], to path: FilePath) -> Bool {
    let file = unsafe open(path.terminated, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    return SystemCalls.write(bytes, to: file) == nil
  }

  /// Returns the name of a signal, such as `illegal instruction`.
  package static func name(ofSignal signal: Int32) -> UntrustedText {
    unsafe strsignal(signal).map { unsafe UntrustedText(String(cString: $0).lowercased()) }
      ?? "signal \(signal)"
  }
}
