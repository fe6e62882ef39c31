import CReadline
import CommandLanguage
import Prompting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Turns signals into bytes of a pipe, so that they are dealt with between two keys and never in the
/// middle of readline's work.
///
/// A handler may do next to nothing; this one stores a flag and writes one byte.
final class Signals {
  /// Readable when a signal has come.
  var descriptor: Int32 { wakeup.descriptor }

  private let wakeup: Wakeup
  private var former: [(signal: Int32, action: sigaction)] = []

  /// The signals after which the prompt ends. The first asks. A second SIGTERM or SIGQUIT kills, should a command not
  /// react; a second SIGHUP does not, as a terminal that is closed sends one and the shell in it another.
  static let endings: [Int32] = [SIGTERM, SIGHUP, SIGQUIT]

  /// Takes over the signals that concern a prompt, or fails where there is no descriptor left.
  init?() {
    guard let wakeup = Wakeup() else { return nil }
    self.wakeup = wakeup
    // It comes to life here, not in a handler.
    shared.initialize(to: crl_signals(is_stop_requested: 0, writing_end: wakeup.writingEnd))
    for signal in [SIGINT, SIGWINCH, SIGCONT, SIGTSTP] { takeOver(signal, once: false) }
    for signal in Self.endings { takeOver(signal, once: signal != SIGHUP) }
  }

  /// Gives every signal back to its former handler. One that ended the prompt is ignored from now on: another of its
  /// kind must not stop what is saved because of the first.
  func restore(after ending: PromptEnding) {
    for (signal, action) in former.reversed() {
      if ending == .signal(signal) {
        _ = Glibc.signal(signal, SIG_IGN)
        continue
      }
      withUnsafePointer(to: action) { _ = sigaction(signal, $0, nil) }
    }
    former.removeAll()
    shared.pointee.writing_end = -1
  }

  /// The signals that have come since the last call, in their order.
  func take() -> [Int32] {
    wakeup.clear().map(Int32.init)
  }

  /// A Boolean value that indicates whether the running command was asked to end.
  static var isStopRequested: Bool { crl_is_stop_requested(shared) != 0 }

  /// Ctrl-C has been dealt with: the next command may run.
  static func forgetStopRequest() {
    shared.pointee.is_stop_requested = 0
  }

  /// Does to this process what `signal` does to one that has no handler, and returns when that is
  /// over: after a stop, when the process goes on.
  static func perform(_ signal: Int32) {
    var action = sigaction()
    var former = sigaction()
    crl_set_handler(&action, nil, 0)
    guard sigaction(signal, &action, &former) == 0 else { return }
    raise(signal)
    sigaction(signal, &former, nil)
  }

  /// Runs `body` with Ctrl-Z doing what it always does: no line is being edited, so there is nothing
  /// to put away first.
  static func stoppable<Result>(_ body: () -> Result) -> Result {
    var action = sigaction()
    var former = sigaction()
    crl_set_handler(&action, nil, 0)
    guard sigaction(SIGTSTP, &action, &former) == 0 else { return body() }
    defer { sigaction(SIGTSTP, &former, nil) }
    return body()
  }

  private func takeOver(_ signal: Int32, once: Bool) {
    var current = sigaction()
    // What the parent had ignored (`nohup`) stays ignored.
    guard sigaction(signal, nil, &current) == 0, crl_ignores(&current) == 0 else { return }
    var action = sigaction()
    crl_set_handler(&action, receive, once ? 1 : 0)
    guard sigaction(signal, &action, nil) == 0 else { return }
    former.append((signal, current))
  }
}

// A handler is given nothing but the number, so what it shares with the program is a global: words that
// the handler and the prompt's thread read and write whole.
nonisolated(unsafe) private let shared = UnsafeMutablePointer<crl_signals>.allocate(capacity: 1)

private func receive(_ signal: Int32) {
  crl_receive(shared, signal)
}
