import Glibc

/// Both ends of a pipe, which started programs do not inherit. Reading never blocks.
struct PosixPipe {
  let reader: Int32
  let writer: Int32

  /// Creates a pipe. If that fails, returns `nil` and sets `errno`.
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
