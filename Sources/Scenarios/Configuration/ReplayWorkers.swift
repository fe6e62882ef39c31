public import TerminalText

/// Starts the processes that replay scenarios, so that a scenario whose process dies costs no other its verdict.
///
/// A worker is a copy of the process that starts it: it has all that this one has in memory, and shares nothing with
/// it from then on but ``SharedNumbers``.
public protocol ReplayWorkers: Sendable {
  /// Returns numbers, all 0, that are shared with the workers that are started from now on; `nil` where there is no
  /// memory for them.
  func makeNumbers(count: Int) -> (any SharedNumbers)?

  /// Starts a process that does `work` and then ends; `nil` where none can be started.
  ///
  /// - Parameter work: called in the worker, with a closure that sends bytes to this process.
  func start(_ work: @escaping @Sendable (_ send: ([UInt8]) -> Void) -> Void) -> (any ReplayWorker)?

  /// Waits until one of the workers has sent something or has ended, a signal comes, or the time is over.
  func wait(for workers: [any ReplayWorker], milliseconds: Int32)
}

/// A process that replays scenarios, seen from the one that started it.
public protocol ReplayWorker: AnyObject {
  /// Returns what came since the last call, without waiting for more.
  func receive() -> WorkerNews
  /// Asks the worker to stop as Ctrl-C does.
  func interrupt()
  /// Ends the worker at once.
  func kill()
}

/// The bytes that came from a worker, and its end.
public struct WorkerNews: Sendable, Equatable {
  /// The bytes that it sent.
  public var sent: [UInt8] = []
  /// The bytes that it wrote to standard error. They are read before ``sent``, so that the verdict on the scenario before
  /// the one that wrote them is there.
  public var errors: [UInt8] = []
  /// The worker's end, if it has ended; nothing follows then.
  public var ending: WorkerEnding?

  /// No news.
  public init() {}
}

/// The end of a worker.
public enum WorkerEnding: Sendable, Equatable {
  /// By itself, with an exit code.
  case code(Int32)
  /// By a signal, such as “segmentation fault”.
  case signal(name: UntrustedText)
}

/// Numbers that several processes read and write, each of them whole and in order.
public protocol SharedNumbers: Sendable {
  /// The number at an index.
  subscript(index: Int) -> UInt64 { get nonmutating set }
  /// Replaces a number if it is the expected one. Returns whether it was.
  func replace(_ index: Int, _ expected: UInt64, with new: UInt64) -> Bool
}
