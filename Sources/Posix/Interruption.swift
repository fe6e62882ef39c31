import Glibc
import Synchronization

/// The state of Ctrl-C, and of the signal that asks a program to end. The first one is recorded, so that the results so far can
/// be reported. The second one ends the program immediately.
package enum Interruption {
  private static let flag = Atomic(false)

  package static var isThere: Bool { flag.load(ordering: .relaxed) }

  package static func install() {
    flag.store(false, ordering: .relaxed)
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in Interruption.flag.store(true, ordering: .relaxed) }
    // Without SA_RESTART, a question to the user ends.
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    unsafe sigaction(SIGINT, &action, nil)
    unsafe sigaction(SIGTERM, &action, nil)
  }
}
