import CReadline
import CommandLanguage
import Prompting
import Glibc

/// The signals of a prompt, which arrive as bytes in a pipe. The prompt therefore handles them between two keys, and
/// never within a function of readline.
///
/// A signal handler may call only a few functions. This handler only stores a flag and writes one byte.
final class Signals {
  var descriptor: Int32 { wakeup.descriptor }

  private let wakeup: Wakeup
  private var former: [(signal: Int32, action: sigaction)] = []

  /// The signals that end the prompt. A second SIGTERM or SIGQUIT kills the process, in case a command does not stop. A
  /// second SIGHUP does not: when a terminal is closed, both the system and the shell send one.
  static let endings: [Int32] = [SIGTERM, SIGHUP, SIGQUIT]

  /// Installs handlers for the signals. Returns `nil` if the process has no descriptor left.
  init?() {
    guard let wakeup = Wakeup() else { return nil }
    self.wakeup = wakeup
    // The global variable is initialized here, so that a handler never has to do it.
    shared.initialize(to: crl_signals(is_stop_requested: 0, writing_end: wakeup.writingEnd))
    for signal in [SIGINT, SIGWINCH, SIGCONT, SIGTSTP] { takeOver(signal, once: false) }
    for signal in Self.endings { takeOver(signal, once: signal != SIGHUP) }
  }

  /// Restores the former handlers. A signal that ended the prompt is ignored from now on, so that a second one does not
  /// interrupt the saving of the session.
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

  /// Returns the signals that have arrived since the last call, in their order.
  func take() -> [Int32] {
    wakeup.clear().map(Int32.init)
  }

  /// A Boolean value that indicates whether the running command must stop.
  static var isStopRequested: Bool { crl_is_stop_requested(shared) != 0 }

  static func clearStopRequest() {
    shared.pointee.is_stop_requested = 0
  }

  /// Performs the default action of `signal`. If it stops the process, returns when the process continues.
  static func perform(_ signal: Int32) {
    var action = sigaction()
    var former = sigaction()
    crl_set_handler(&action, nil, 0)
    guard sigaction(signal, &action, &former) == 0 else { return }
    raise(signal)
    sigaction(signal, &former, nil)
  }

  /// Runs `body` with the default action of Ctrl-Z. No line is being edited, so the terminal needs no restoring.
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
    // A signal that the parent process ignores (`nohup`) remains ignored.
    guard sigaction(signal, nil, &current) == 0, crl_ignores(&current) == 0 else { return }
    var action = sigaction()
    crl_set_handler(&action, receive, once ? 1 : 0)
    guard sigaction(signal, &action, nil) == 0 else { return }
    former.append((signal, current))
  }
}

// A signal handler only receives a number, so it shares state with the program through a global variable. The fields of
// the variable are read and written atomically.
nonisolated(unsafe) private let shared = UnsafeMutablePointer<crl_signals>.allocate(capacity: 1)

private func receive(_ signal: Int32) {
  crl_receive(shared, signal)
}
