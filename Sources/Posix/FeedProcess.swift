import CSpawn
import CommandLanguage
import Glibc
import Scenarios
import TerminalText

/// A program whose output is read while it runs, with all processes that it starts, in any process group or session.
///
/// The program is looked up in the search path, and then next to this program, without a shell. Its standard input is
/// empty. None of its processes outlives this program, even if this program is killed.
package final class FeedProcess {
  /// The descriptor of the program's standard output. Reading it never blocks.
  package let output: Int32
  /// The descriptor of the program's standard error. Reading it never blocks.
  package let errors: Int32
  /// A descriptor that becomes readable when the program has ended. Its end of file is reached when all processes of
  /// the program have ended.
  package let ending: Int32
  /// The process that ends after all processes of the program have ended.
  private let keeper: pid_t
  private var isReaped = false
  private var hasReportedEnding = false

  /// Starts a program. Throws an `Explanation` if it cannot be started.
  package init(_ words: [String]) throws {
    let pipes = (0..<3).compactMap { _ in PosixPipe() }
    let keeper: pid_t
    do {
      guard pipes.count == 3 else { throw Self.refusal(words, errno) }
      keeper = try Self.spawn(
        words, output: pipes[0].writer, errors: pipes[1].writer, ending: pipes[2].writer)
    } catch {
      for pipe in pipes { pipe.close() }
      throw error
    }
    let (output, errors, ending) = (pipes[0], pipes[1], pipes[2])
    close(output.writer)
    close(errors.writer)
    close(ending.writer)
    self.keeper = keeper
    self.ending = ending.reader
    self.output = output.reader
    self.errors = errors.reader
  }

  deinit { stop() }

  /// A Boolean value that indicates whether the program itself has ended.
  package var hasEnded: Bool { hasReportedEnding || isReadable(within: 0) }

  /// Ends the remaining processes of a program that has itself ended, and returns the program's ending; `nil` if this
  /// method or ``stop()`` was called before.
  package func reap() -> ProcessEnding? { isReaped ? nil : ProcessEnding(status: end()) }

  /// Sends SIGTERM to the program and its processes, and kills them after half a second.
  package func stop() {
    if !isReaped { _ = end() }
  }

  private func end() -> Int32 {
    // The keeper's process number is not reused before the keeper is reaped.
    kill(keeper, SIGTERM)
    var isOver = waitForKeeper(milliseconds: 500)
    if !isOver {
      kill(keeper, SIGUSR1)
      isOver = waitForKeeper(milliseconds: 2_500)
    }
    var status: Int32 = 0
    while unsafe waitpid(keeper, &status, isOver ? 0 : WNOHANG) < 0, errno == EINTR {}
    isReaped = true
    for descriptor in [output, errors, ending] { close(descriptor) }
    return status
  }

  /// Waits until all processes of the program have ended.
  private func waitForKeeper(milliseconds: Int32) -> Bool {
    let deadline = PosixThreads.now() &+ UInt64(milliseconds) &* 1_000_000
    while true {
      let now = PosixThreads.now()
      guard now < deadline else { return false }
      guard isReadable(within: Int32(truncatingIfNeeded: (deadline - now) / 1_000_000 + 1)) else { continue }
      var byte: UInt8 = 0
      if unsafe read(ending, &byte, 1) == 0 { return true }
      hasReportedEnding = true
    }
  }

  /// Returns whether ``ending`` becomes readable within a time. A signal may end the wait early.
  private func isReadable(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: ending, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, milliseconds) > 0
  }

  // MARK: Starting

  private static func spawn(
    _ words: [String], output: Int32, errors: Int32, ending: Int32
  ) throws -> pid_t {
    guard !words.contains(where: { $0.utf8.contains(0) }) else { throw refusal(words, EINVAL) }
    let name = words.first ?? ""
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    // Programs that were built with this one are next to it, even if that is not in the search path.
    let isBare = !name.isEmpty && !name.utf8.contains(UInt8(ascii: "/"))
    let beside = isBare ? PosixFiles.ownFolder?.joined(FilePath(name)).terminated : nil
    var keeper = pid_t()
    let number = unsafe cspawn_kept(name, beside ?? [0], &arguments, output, errors, ending, &keeper)
    guard number == 0 else { throw refusal(words, number) }
    return keeper
  }

  private static func refusal(_ words: [String], _ number: Int32) -> Explanation {
    let name = Quoting.message(words.first ?? "")
    return switch number {
    case ENOENT: Explanation("there is no program \(name)")
    case EACCES: Explanation("\(name) is not an executable program")
    default: Explanation("\(name) cannot be started: \(UntrustedText.systemError(number))")
    }
  }
}
