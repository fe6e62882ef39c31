import Foundation
import ProgramTesting

/// The running program, with a deadline for all expected output.
final class FeedProcess {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private let child: pid_t
  private var hasEnded = false
  private var output: Lines
  private var errors: Lines

  /// Starts the program with an empty environment and no blocked signals.
  init(_ arguments: [String]) throws {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "warroom-feed").path
    let (output, errors) = (try Lines(), try Lines())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output.writer, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.writer, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    let own = CoverageProfile.variables.merging(["SWIFT_BACKTRACE": "interactive=no"]) { $1 }
    var variables: [UnsafeMutablePointer<CChar>?] = own.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for copy in words + variables { free(copy) } }
    var child = pid_t()
    let result = posix_spawn(&child, program, &actions, &attributes, &words, &variables)
    guard result == 0 else { throw Failure(description: "\(program): \(String(cString: strerror(result)))") }
    self.child = child
    self.output = output
    self.errors = errors
    self.output.closeWriter()
    self.errors.closeWriter()
  }

  deinit {
    if !hasEnded {
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
    }
    output.close()
    errors.close()
  }

  /// Returns the next line of standard output.
  func line() throws -> String {
    guard let line = try output.next() else { throw Failure(description: "its output has ended") }
    return line
  }

  /// Returns the next line of standard error.
  func remark() throws -> String {
    guard let line = try errors.next() else { throw Failure(description: "its errors have ended") }
    return line
  }

  func signal(_ number: Int32) { kill(child, number) }

  /// Closes the reading end of standard output.
  func closeOutput() { output.close() }

  /// Waits for the end, and returns the remaining remarks, and the exit code or 128 plus the signal.
  func end() throws -> (status: Int32, remarks: [String]) {
    var remarks: [String] = []
    while let remark = try errors.next() { remarks.append(remark) }
    var status: Int32 = 0
    guard waitpid(child, &status, 0) == child else { throw Failure(description: "no child") }
    hasEnded = true
    return (status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F), remarks)
  }
}
