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
  }

  /// Runs this program with some arguments and waits for its end. It has the same outputs.
  ///
  /// Ctrl-C is passed on once.
  ///
  /// - Parameters:
  ///   - variables: the variables to add to its environment.
  ///   - isSilent: whether its output is dropped.
  /// - Returns: `nil` if it cannot be started.
  package static func run(_ words: [[UInt8]], variables: [(String, String)] = [], isSilent: Bool = false)
    -> Ending?
  {
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
    return wait(for: child)
  }

  private static func wait(for child: pid_t) -> Ending {
    var status: Int32 = 0
    var isToldToEnd = false
    while unsafe waitpid(child, &status, WNOHANG) == 0 {
      if Interruption.isThere, !isToldToEnd {
        isToldToEnd = true
        kill(child, SIGINT)
      }
      PosixThreads.wait(milliseconds: 5)
    }
    return status & 0x7F == 0 ? .code((status >> 8) & 0xFF) : .signal(status & 0x7F)
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

  /// Returns the name of a signal, such as `illegal instruction`.
  package static func name(ofSignal signal: Int32) -> UntrustedText {
    unsafe strsignal(signal).map { unsafe UntrustedText(String(cString: $0).lowercased()) }
      ?? "signal \(signal)"
  }
}
