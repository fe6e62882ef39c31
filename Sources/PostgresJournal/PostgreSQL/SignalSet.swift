internal import CPostgreSQL
import Glibc

/// One descriptor that is readable when a connection or a timer is, whichever connection it is at the time.
final class SignalSet {
  let descriptor: Int32
  private let timer: Int32

  /// `nil` when the system has no descriptors left.
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

  /// Watches a socket from now on.
  func watch(_ socket: Int32, forWriting: Bool = false) {
    if socket >= 0 { _ = cpq_watch(descriptor, socket, 1, forWriting ? 1 : 0) }
  }

  /// Watches a socket no more.
  func unwatch(_ socket: Int32) {
    if socket >= 0 { cpq_unwatch(descriptor, socket) }
  }

  /// Makes the timer run out after some time.
  func setTimer(milliseconds: Int) { cpq_set_timer(timer, milliseconds) }

  /// - Returns: whether the timer has run out.
  func takeTimer() -> Bool { cpq_take_timer(timer) != 0 }
}

/// The time as far as waiting for a server needs it.
enum Waiting {
  /// Milliseconds of a clock that only goes forward.
  static var now: Int { Int(cpq_now()) }

  static func pause(milliseconds: Int) { _ = poll(nil, 0, Int32(clamping: milliseconds)) }
}
