public import TerminalText

/// The services of the system that a run uses. Each one except the output has a default that does nothing.
public struct ReplaySystem: Sendable {
  /// Writes text to standard output.
  public var output: @Sendable ([UInt8]) -> Void
  /// Writes text to standard error.
  public var errors: @Sendable ([UInt8]) -> Void = { _ in }
  /// Returns the nanoseconds of a monotonic clock. Without a clock, there are no durations and no timeouts.
  public var clock: (@Sendable () -> UInt64)?
  /// Returns whether the user has interrupted the run (Ctrl-C).
  public var isInterrupted: @Sendable () -> Bool = { false }
  /// Starts the processes that replay scenarios, `jobs` at a time. Without workers, scenarios are replayed one after
  /// another in this process, and a command that ends the process ends the run.
  public var workers: (any ReplayWorkers)?
  /// Asks the user for a line in a review, and returns it; `nil` at the end of input.
  public var ask: @Sendable (_ prompt: String) -> String? = { _ in nil }

  /// Opens a text in the user's editor in a review, and returns the edited text; `nil` if the user cancelled. Without
  /// an editor, a review asks for the lines one by one.
  public var edit: (@Sendable (_ text: [UInt8]) -> [UInt8]?)?

  /// Creates a system with an output and without other services.
  public init(output: @escaping @Sendable ([UInt8]) -> Void) { self.output = output }
}

/// A service that starts processes to replay scenarios, so that a process that dies affects only its own scenario.
///
/// A worker is a copy of the process that starts it, including its memory. The two processes share only
/// ``SharedNumbers``.
public protocol ReplayWorkers: Sendable {
  /// Returns numbers that are shared with all workers started later, initially 0; `nil` if there is no memory for them.
  func makeNumbers(count: Int) -> (any SharedNumbers)?

  /// Starts a process that calls `work` and then ends. Returns `nil` if no process can be started.
  ///
  /// - Parameter work: called in the worker, with a closure that sends bytes to the process that started it.
  func start(_ work: @escaping @Sendable (_ send: ([UInt8]) -> Void) -> Void) -> (any ReplayWorker)?

  /// Waits until a worker has sent bytes or has ended, a signal arrives, or the time has passed.
  func wait(for workers: [any ReplayWorker], milliseconds: Int32)
}

/// A process that replays scenarios, as a handle in the process that started it.
public protocol ReplayWorker: AnyObject {
  /// Returns the bytes that have arrived since the last call, without waiting.
  func receive() -> WorkerOutput
  /// Asks the worker to stop, like Ctrl-C.
  func interrupt()
  /// Kills the worker.
  func kill()
}

/// The bytes that arrived from a worker, and the worker's ending.
public struct WorkerOutput: Sendable, Equatable {
  /// The bytes that the worker sent.
  public var sent: [UInt8] = []
  /// The bytes that the worker wrote to standard error. They are read before ``sent``, so that ``sent`` includes the
  /// verdicts on all earlier scenarios.
  public var errors: [UInt8] = []
  /// The worker's ending, if it has ended; `nil` otherwise. No more bytes follow an ending.
  public var ending: WorkerEnding?

  /// Creates an empty value.
  public init() {}
}

/// The ending of a worker.
public enum WorkerEnding: Sendable, Equatable {
  /// The worker exited with a code.
  case code(Int32)
  /// A signal ended the worker, such as “segmentation fault”.
  case signal(name: UntrustedText)
}

/// Numbers that several processes read and write atomically, in sequentially consistent order.
public protocol SharedNumbers: Sendable {
  /// The number at an index.
  subscript(index: Int) -> UInt64 { get nonmutating set }
  /// Replaces a number if it equals `expected`, and returns whether it did.
  func replace(_ index: Int, _ expected: UInt64, with new: UInt64) -> Bool
}
