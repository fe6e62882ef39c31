import Foundation

/// The lines of a pipe, with a deadline for each.
struct Lines {
  private(set) var writer: Int32
  private var reader: Int32
  private var pending: [UInt8] = []

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FeedProcess.Failure(description: "no pipe") }
    // A program started by another test must not hold the pipe.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reader, writer) = (ends[0], ends[1])
  }

  mutating func closeWriter() {
    Foundation.close(writer)
    writer = -1
  }

  mutating func close() {
    if reader >= 0 { Foundation.close(reader) }
    reader = -1
  }

  /// Waits for the next line and returns it; `nil` at the end.
  mutating func next() throws -> String? {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(60)
    while true {
      if let end = pending.firstIndex(of: 0x0A) {
        defer { pending.removeFirst(end + 1) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      var request = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      let left = clock.now.duration(to: deadline) / .milliseconds(1)
      guard left > 0, poll(&request, 1, Int32(left)) > 0 else {
        let text = String(decoding: pending, as: UTF8.self)
        throw FeedProcess.Failure(description: "no line came in time after “\(text)”")
      }
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let count = read(reader, &buffer, buffer.count)
      guard count > 0 else { return nil }
      pending += buffer[..<count]
    }
  }
}
