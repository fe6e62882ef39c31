import CReadline
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Turns signals into bytes of a pipe, so that they are dealt with between two keys and never in the
/// middle of readline's work.
///
/// A handler may do next to nothing; these store two atomics and write one byte.
final class Signals {
  /// Readable when a signal has come.
  var descriptor: Int32 { wakeup.descriptor }

  private let wakeup: Wakeup
  private var former: [(signal: Int32, action: sigaction)] = []

  /// The signals after which the prompt ends. The first asks; a second of its kind kills as ever,
  /// should a command be deaf to it.
  static let endings: [Int32] = [SIGTERM, SIGHUP, SIGQUIT]

  /// Takes over the signals that concern a prompt, or fails where there is no descriptor left.
  init?() {
    guard let wakeup = Wakeup() else { return nil }
    self.wakeup = wakeup
    // The globals come to life here, not in a handler.
    sink.store(wakeup.writingEnd, ordering: .sequentiallyConsistent)
    stopRequest.store(false, ordering: .sequentiallyConsistent)
    for signal in [SIGINT, SIGWINCH, SIGCONT, SIGTSTP] { takeOver(signal, flags: Int32(SA_RESTART)) }
    for signal in Self.endings { takeOver(signal, flags: Int32(SA_RESTART) | Int32(SA_RESETHAND)) }
  }

  /// Gives every signal back to whom it belonged to before.
  func restore() {
    for (signal, action) in former.reversed() {
      withUnsafePointer(to: action) { _ = sigaction(signal, $0, nil) }
    }
    former.removeAll()
    sink.store(-1, ordering: .sequentiallyConsistent)
  }

  /// The signals that have come since the last call, in their order.
  func take() -> [Int32] {
    wakeup.clear().map(Int32.init)
  }

  /// Whether somebody wants the running command to end.
  static var isStopRequested: Bool { stopRequest.load(ordering: .relaxed) }

  /// A command begins: what was wanted of the one before no longer counts.
  static func forgetStopRequest() {
    stopRequest.store(false, ordering: .relaxed)
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

  private func takeOver(_ signal: Int32, flags: Int32) {
    var current = sigaction()
    // What the parent had ignored (`nohup`) stays ignored.
    guard sigaction(signal, nil, &current) == 0, crl_ignores(&current) == 0 else { return }
    var action = sigaction()
    crl_set_handler(&action, receive, flags)
    guard sigaction(signal, &action, nil) == 0 else { return }
    former.append((signal, current))
  }
}

private let sink = Atomic<Int32>(-1)
private let stopRequest = Atomic<Bool>(false)

private func receive(_ signal: Int32) {
  if signal == SIGINT || Signals.endings.contains(signal) {
    stopRequest.store(true, ordering: .relaxed)
  }
  Wakeup.put(UInt8(truncatingIfNeeded: signal), into: sink.load(ordering: .relaxed))
}
