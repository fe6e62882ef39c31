import CSpawn
import CommandLanguage
import Glibc
import Scenarios
import TerminalText

/// A program whose output is read while it runs, with all that it starts in a process group of its own.
///
/// It is found as a shell finds it, or else beside this program, but no shell is asked. Its standard input is
/// empty. It does not outlive this program, even where that is killed; what it has itself started may.
final class FeedProcess {
  /// Where its output and its errors come out; reading them never waits.
  let output: Int32
  let errors: Int32
  /// At its end once the program itself has ended.
  let ending: Int32
  private let child: pid_t
  private var isReaped = false

  /// Throws an `Explanation` when the program cannot be started.
  init(_ words: [String]) throws {
    let pipes = (0..<3).compactMap { _ in Self.makePipe() }
    let child: pid_t
    do {
      guard pipes.count == 3 else { throw Self.refusal(words, errno) }
      child = try Self.spawn(words, output: pipes[0].writer, errors: pipes[1].writer)
    } catch {
      for pipe in pipes { pipe.close() }
      throw error
    }
    let (output, errors, ending) = (pipes[0], pipes[1], pipes[2])
    close(output.writer)
    close(errors.writer)
    self.child = child
    self.ending = ending.reader
    self.output = output.reader
    self.errors = errors.reader
    let isWatched = PosixThreads.detach {
      var info = unsafe siginfo_t()
      // It is left for the owner to reap: until then its number means nobody else.
      while unsafe waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      close(ending.writer)
    }
    guard isWatched else {
      stop()
      close(ending.writer)
      throw Explanation("no thread is left to watch \(Quoting.message(words.first ?? ""))")
    }
  }

  deinit { stop() }

  /// How a program ended.
  enum Ending: Equatable {
    case code(Int32)
    case signal(Int32)
  }

  /// Whether the program has ended and waits to be reaped.
  var hasEnded: Bool { waitForEnding(milliseconds: 0) }

  /// Once it has ended: what the program left behind is ended too, and how it ended itself.
  func reap() -> Ending? {
    guard !isReaped else { return nil }
    // The group cannot be another's as long as its leader is not reaped.
    kill(-child, SIGTERM)
    var status: Int32 = 0
    guard unsafe waitpid(child, &status, WNOHANG) == child else { return nil }
    isReaped = true
    for descriptor in [output, errors, ending] { close(descriptor) }
    return status & 0x7F == 0 ? .code((status >> 8) & 0xFF) : .signal(status & 0x7F)
  }

  /// Asks the program and all that it started to end, and makes them when they do not within half a second.
  func stop() {
    guard !isReaped else { return }
    kill(-child, SIGTERM)
    if !waitForEnding(milliseconds: 500) {
      kill(-child, SIGKILL)
      _ = waitForEnding(milliseconds: 500)
    }
    kill(-child, SIGKILL)
    waitpid(child, nil, WNOHANG)
    isReaped = true
    for descriptor in [output, errors, ending] { close(descriptor) }
  }

  private func waitForEnding(milliseconds: Int32) -> Bool {
    var request = pollfd(fd: ending, events: Int16(POLLIN), revents: 0)
    let deadline = PosixThreads.now() &+ UInt64(milliseconds) &* 1_000_000
    var left = milliseconds
    while unsafe poll(&request, 1, left) < 0, errno == EINTR {
      let now = PosixThreads.now()
      left = now < deadline ? Int32(truncatingIfNeeded: (deadline - now) / 1_000_000) : 0
    }
    return request.revents != 0
  }

  // MARK: Starting

  private struct Ends {
    var reader: Int32
    var writer: Int32

    func close() {
      Glibc.close(reader)
      Glibc.close(writer)
    }
  }

  private static func makePipe() -> Ends? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return Ends(reader: ends[0], writer: ends[1])
  }

  private static func spawn(_ words: [String], output: Int32, errors: Int32) throws -> pid_t {
    guard !words.contains(where: { $0.utf8.contains(0) }) else { throw refusal(words, EINVAL) }
    let name = words.first ?? ""
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    // What was built with this program lies beside it, where no search path may lead.
    let isBare = !name.isEmpty && !name.utf8.contains(UInt8(ascii: "/"))
    let beside = isBare ? PosixFiles.ownFolder?.joined(FilePath(name)).terminated : nil
    var child = pid_t()
    let number = unsafe cspawn_tethered(name, beside ?? [0], &arguments, output, errors, &child)
    guard number == 0 else { throw refusal(words, number) }
    return child
  }

  private static func refusal(_ words: [String], _ number: Int32) -> Explanation {
    let name = Quoting.message(words.first ?? "")
    return switch number {
    case ENOENT: Explanation("there is no program \(name)")
    case EACCES: Explanation("\(name) is no program that may be run")
    default: Explanation(unsafe "\(name) cannot be started: \(String(cString: strerror(number)))")
    }
  }
}
