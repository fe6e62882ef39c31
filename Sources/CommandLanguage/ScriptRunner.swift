/// Runs a script that comes in chunks of bytes, command by command, holding no more of it than the
/// command that is being read.
///
///     var script = ScriptRunner(session, name: "orders.txt")
///     while let chunk = read() { if script.feed(chunk, into: &output) != .done { break } }
///     let outcome = script.finish(into: &output)
///
/// After a failed command its place is printed (`orders.txt:12`). Unless it keeps going the runner
/// then stops; when the failure was a syntax error it only checks the rest, so that every syntax error of
/// a script is reported.
public struct ScriptRunner {
  let session: any ScriptSession
  let name: String
  let keepsGoing: Bool

  public init(_ session: any ScriptSession, name: String, keepsGoing: Bool = false) {
    self.session = session
    self.name = name
    self.keepsGoing = keepsGoing
  }

  /// Takes the next bytes of the script; what the commands in it print is appended to `output`.
  ///
  /// - Returns: `done` while more is wanted; `quit` and `failed` mean that no more is.
  public mutating func feed(_ chunk: Span<UInt8>, into output: inout [UInt8]) -> Outcome { .done }

  /// Ends the script: runs what is left and gives the outcome of the whole.
  public mutating func finish(into output: inout [UInt8]) -> Outcome { .done }
}

/// A session that can check a command without running it.
public protocol ScriptSession: Session {
  /// Reports every syntax error of `text` without running it.
  func check(_ text: Span<UInt8>, into output: inout [UInt8]) -> Bool
}
