import CSpawn
import CommandLanguage
import Glibc
import Scenarios
import TerminalText

/// A program whose output is read while it runs, and all that it starts, whatever group or session that is in.
///
/// It is found as a shell finds it, or else beside this program, but no shell is asked. Its standard input is
/// empty. Nothing of it outlives this program, even where that is killed.
package final class FeedProcess {
  /// The files of its output and its errors; reading them never waits.
  package let output: Int32
  package let errors: Int32
  /// Readable once the program itself has ended; at its end once nothing of it is left.
  package let ending: Int32
  /// The process that ends when nothing of the program is left.
  private let keeper: pid_t
  private var isReaped = false
  private var hasToldEnding = false

  /// Throws an `Explanation` when the program cannot be started.
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

  /// The way in which a program ended.
  package enum Ending: Equatable {
    case code(Int32)
    case signal(Int32)
  }

  /// A Boolean value that indicates whether the program itself has ended.
  package var hasEnded: Bool { hasToldEnding || isReadable(within: 0) }

  /// Once the program has ended: ends what it left behind, and returns how it ended itself.
  package func reap() -> Ending? {
    guard !isReaped else { return nil }
    let status = end()
    return status & 0x7F == 0 ? .code((status >> 8) & 0xFF) : .signal(status & 0x7F)
  }

  /// Asks the program and all that it started to end, and makes them when they do not within half a second.
  package func stop() {
    if !isReaped { _ = end() }
  }

  private func end() -> Int32 {
    // The keeper's number cannot be another's as long as it is not reaped.
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

  /// Waits until nothing of the program is left.
  private func waitForKeeper(milliseconds: Int32) -> Bool {
    let deadline = PosixThreads.now() &+ UInt64(milliseconds) &* 1_000_000
    while true {
      let now = PosixThreads.now()
      guard now < deadline else { return false }
      guard isReadable(within: Int32(truncatingIfNeeded: (deadline - now) / 1_000_000 + 1)) else { continue }
      var byte: UInt8 = 0
      if unsafe read(ending, &byte, 1) == 0 { return true }
      hasToldEnding = true
    }
  }

  /// Returns a Boolean value that indicates whether ``ending`` becomes readable within some milliseconds, or a signal
  /// arrives.
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
    // What was built with this program lies beside it, where no search path may lead.
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
    case EACCES: Explanation("\(name) is no program that may be run")
    default: Explanation("\(name) cannot be started: \(UntrustedText.systemError(number))")
    }
  }
}
