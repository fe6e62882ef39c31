internal import CPostgreSQL
import Glibc

/// A descriptor that is readable if the current connection or a timer is.
final class SignalSet {
  let descriptor: Int32
  private let timer: Int32

  /// Creates a set; `nil` if the system has no descriptors left.
  init?() {
    descriptor = cpq_make_events()
    timer = cpq_make_timer()
    guard descriptor >= 0, timer >= 0, cpq_watch(descriptor, timer, 1, 0) == 0 else {
      close(descriptor)
      close(timer)
      return nil
    }
  }

  deinit {
    close(descriptor)
    close(timer)
  }

  func watch(_ socket: Int32, forWriting: Bool = false) {
    if socket >= 0 { _ = cpq_watch(descriptor, socket, 1, forWriting ? 1 : 0) }
  }

  func unwatch(_ socket: Int32) {
    if socket >= 0 { cpq_unwatch(descriptor, socket) }
  }

  func setTimer(milliseconds: Int) { cpq_set_timer(timer, milliseconds) }

  /// Returns a Boolean value that indicates whether the timer has fired since the last call.
  func takeTimer() -> Bool { cpq_take_timer(timer) != 0 }
}

/// A clock and a pause for waiting on a server.
enum Waiting {
  /// The time of a monotonic clock in milliseconds.
  static var now: Int { Int(cpq_now()) }

  static func pause(milliseconds: Int) { _ = poll(nil, 0, Int32(clamping: milliseconds)) }
}
