/// A hook that a driver runs before and after each line of a session, for example to record it.
///
/// ```swift
/// final class Counter: LineHook {
///   var count = 0
///   func lineBegins(_ line: PreparedLine, in session: any Session, _ output: inout [UInt8]) -> Outcome? {
///     count += 1
///     return nil
///   }
/// }
/// ```
public protocol LineHook: AnyObject {
  /// Called before a line runs.
  ///
  /// - Parameters:
  ///   - line: the line that is about to run.
  ///   - session: the session that runs it.
  ///   - output: the driver's output; the hook may append to it, before the line's output.
  /// - Returns: an outcome if the line must not run; otherwise `nil`.
  func lineBegins(_ line: PreparedLine, in session: any Session, _ output: inout [UInt8]) -> Outcome?

  /// Called after a line has run.
  ///
  /// - Parameters:
  ///   - line: the line that has run.
  ///   - session: the session that ran it.
  ///   - output: the driver's output, including that of the line.
  ///   - start: the offset in `output` after the bytes that `lineBegins` appended.
  ///   - outcome: the outcome so far.
  /// - Returns: the line's outcome, usually `outcome`.
  func lineEnded(
    _ line: PreparedLine, in session: any Session, _ output: inout [UInt8], from start: Int,
    _ outcome: Outcome
  ) -> Outcome
}

extension LineHook {
  public func lineBegins(_ line: PreparedLine, in session: any Session, _ output: inout [UInt8]) -> Outcome? {
    nil
  }

  public func lineEnded(
    _ line: PreparedLine, in session: any Session, _ output: inout [UInt8], from start: Int,
    _ outcome: Outcome
  ) -> Outcome { outcome }
}

extension Session {
  /// Calls `lineBegins` of each hook in order, runs the line, and calls `lineEnded` in reverse order.
  ///
  /// If a hook refuses the line, the line and later hooks are skipped; `lineEnded` is called only for the earlier
  /// hooks.
  public func run(_ line: PreparedLine, into output: inout [UInt8], hooks: [any LineHook]) -> Outcome {
    var starts: [Int] = []
    var refusal: Outcome?
    for hook in hooks where refusal == nil {
      refusal = hook.lineBegins(line, in: self, &output)
      if refusal == nil { starts.append(output.count) }
    }
    var outcome = refusal ?? run(line, into: &output)
    for (hook, start) in zip(hooks, starts).reversed() {
      outcome = hook.lineEnded(line, in: self, &output, from: start, outcome)
    }
    return outcome
  }
}
