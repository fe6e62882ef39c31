/// A driver's part in each line of a session, such as recording it.
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
  ///   - output: what is shown; what the hook appends stands above what the line prints.
  /// - Returns: the line's outcome when it must not run; `nil` otherwise.
  func lineBegins(_ line: PreparedLine, in session: any Session, _ output: inout [UInt8]) -> Outcome?

  /// Called when a line has ended.
  ///
  /// - Parameters:
  ///   - line: the line that has run.
  ///   - session: the session that ran it.
  ///   - output: what is shown, with what the line printed.
  ///   - start: the offset in `output` behind what `lineBegins` appended.
  ///   - outcome: the outcome so far.
  /// - Returns: the line's outcome, in most cases `outcome`.
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
  /// Runs a line between hooks: each hook's `lineBegins` in order, the line, and `lineEnded` in reverse order.
  ///
  /// When a hook refuses the line, neither the line nor the hooks behind that one are called.
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
