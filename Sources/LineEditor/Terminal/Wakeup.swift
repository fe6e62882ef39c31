import Glibc

/// A pipe with which another thread, or a signal handler, wakes the thread that waits in `poll(2)`.
///
/// Several signals before a call of ``clear()`` wake the thread once.
public final class Wakeup: Sendable {
  /// The descriptor to wait for.
  public let descriptor: Int32
  private let writer: Int32

  /// Creates a pipe; `nil` if the process has no descriptor left.
  public init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      // A child started by the host must not hold the pipe, and a full pipe must not stop a writer.
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    writer = ends[1]
  }

  deinit {
    close(descriptor)
    close(writer)
  }

  /// Wakes the waiting thread. This method can be called on any thread.
  public func signal() {
    // If the pipe is full, the waiting thread is woken anyway.
    withUnsafeBytes(of: UInt8(1)) { _ = write(writer, $0.baseAddress, 1) }
  }

  /// Removes the bytes in the pipe and returns them.
  @discardableResult
  public func clear() -> [UInt8] {
    var taken: [UInt8] = []
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count <= 0 { break }
        taken += buffer[..<count]
      }
    }
    return taken
  }

  var writingEnd: Int32 { writer }
}
