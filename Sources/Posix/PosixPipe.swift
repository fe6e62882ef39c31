import Glibc

/// Both ends of a pipe, which programs that are started do not have. Reading it never waits.
struct PosixPipe {
  let reader: Int32
  let writer: Int32

  /// `nil`, and `errno`, when the system has none.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    (reader, writer) = (ends[0], ends[1])
  }

  func close() {
    Glibc.close(reader)
    Glibc.close(writer)
  }
}
