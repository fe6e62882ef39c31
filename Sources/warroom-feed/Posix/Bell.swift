import Foundation

/// A pipe with which a thread wakes another one that waits for descriptors.
final class Bell: Sendable {
  /// A descriptor that is readable after the bell was rung.
  let reader: Int32
  private let writer: Int32

  /// Creates a bell. Fails only if the process has no descriptor left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  func ring() {
    var byte: UInt8 = 1
    _ = unsafe write(writer, &byte, 1)
  }

  /// Clears all rings so far.
  func silence() {
    var byte: UInt8 = 0
    while unsafe read(reader, &byte, 1) > 0 {}
  }
}
