/// The services of the system that a run uses. Each one except the output has a default that does nothing.
public struct ReplaySystem: Sendable {
  /// Takes text for standard output.
  public var output: @Sendable ([UInt8]) -> Void
  /// Takes text for standard error.
  public var errors: @Sendable ([UInt8]) -> Void = { _ in }
  /// Nanoseconds of a monotonic clock; without it there are no times and no timeouts.
  public var clock: (@Sendable () -> UInt64)?
  /// Returns a Boolean value that indicates whether the user has asked for the run to end (Ctrl-C).
  public var isInterrupted: @Sendable () -> Bool = { false }
  /// Starts the processes that scenarios are replayed in, `jobs` of them at a time. Without it they are replayed one
  /// after another in this one, and a command that ends it ends the run.
  public var workers: (any ReplayWorkers)?
  /// Asks the user one line, `nil` at the end of input; for reviews.
  public var ask: @Sendable (_ prompt: String) -> String? = { _ in nil }

  /// Lets the user edit a text in an editor and returns what it became, `nil` when that is not to be taken; for
  /// reviews. Without it, a review asks for the lines one by one.
  public var edit: (@Sendable (_ text: [UInt8]) -> [UInt8]?)?

  /// A system that takes the output, and nothing else.
  public init(output: @escaping @Sendable ([UInt8]) -> Void) { self.output = output }
}
