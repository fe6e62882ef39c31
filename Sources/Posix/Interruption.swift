import Glibc
import Synchronization

/// The handling of SIGINT (Ctrl-C) and SIGTERM. The first signal is recorded, so that the results so far can be
/// reported. A second one ends the program immediately.
package enum Interruption {
  private static let flag = Atomic(false)

  package static var isThere: Bool { flag.load(ordering: .relaxed) }

  package static func install() {
    flag.store(false, ordering: .relaxed)
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in Interruption.flag.store(true, ordering: .relaxed) }
    // Without SA_RESTART, a signal ends the wait for an answer by the user.
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    unsafe sigaction(SIGINT, &action, nil)
    unsafe sigaction(SIGTERM, &action, nil)
  }
}
