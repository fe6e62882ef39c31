import Glibc

/// A program that is fed line by line, and may be killed.
public final class PipedProgram {
  public struct Failure: Error {}

  private let child: pid_t
  private let socket: Int32
  private var read: [UInt8] = []
  /// Where in `read` the next line begins.
  private var place = 0
  private var isOver = false

  public init(_ path: String, _ arguments: [String]) throws {
    var ends: [Int32] = [-1, -1]
    // Of a socket nobody else inherits an end: a program that another test starts would keep it open.
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure() }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in 0...2 as ClosedRange<Int32> {
      posix_spawn_file_actions_adddup2(&actions, ends[1], descriptor)
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    let own = CoverageProfile.variables
    var variables: [UnsafeMutablePointer<CChar>?] = own.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for copy in words + variables { free(copy) } }
    var started: pid_t = 0
    let status = posix_spawn(&started, path, &actions, nil, &words, &variables)
    close(ends[1])
    (child, socket) = (started, ends[0])
    guard status == 0 else {
      isOver = true
      throw Failure()
    }
  }

  deinit { kill() }

  /// Writes a line; one that nobody reads any more is lost.
  public func send(_ line: String) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      var state = pollfd(fd: socket, events: Int16(POLLIN | POLLOUT), revents: 0)
      poll(&state, 1, -1)
      // A program whose output nobody takes reads no further line.
      if state.revents & Int16(POLLIN) != 0, !receive() { return }
      if state.revents & Int16(POLLOUT) == 0 { continue }
      let count = bytes.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      }
      if count < 0, errno != EAGAIN, errno != EINTR { return }
      bytes = bytes.dropFirst(max(0, count))
    }
  }

  /// Takes what it has printed, waiting for it; `false` at the end.
  private func receive() -> Bool {
    read.removeSubrange(..<place)
    place = 0
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(socket, &chunk, chunk.count)
    read += chunk[..<max(0, count)]
    return count > 0
  }

  /// The next line that it prints; `nil` at the end.
  public func line() -> String? {
    while true {
      if let end = read[place...].firstIndex(of: 0x0A) {
        defer { place = end + 1 }
        return String(decoding: read[place..<end], as: UTF8.self)
      }
      if !receive() { return nil }
    }
  }

  /// Kills it, and returns what it had printed until then; nothing when it is over.
  @discardableResult
  public func kill() -> [String] {
    // The numbers of the program and of the socket may be another test's by now.
    guard !isOver else { return [] }
    Glibc.kill(child, SIGKILL)
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    end()
    return lines
  }

  /// Lets it come to its end, and returns what it printed.
  @discardableResult
  public func finish() -> [String] {
    shutdown(socket, Int32(SHUT_WR))
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    end()
    return lines
  }

  private func end() {
    isOver = true
    close(socket)
    waitpid(child, nil, 0)
  }
}
