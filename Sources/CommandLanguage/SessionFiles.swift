/// How `run`, `save` and `record` reach files: given by the host program, since a session does no
/// input or output of its own. Without one these commands say that files cannot be reached here.
public protocol SessionFiles: AnyObject {
  /// The whole content of a script, for `run FILE`. Throws an `Explanation`.
  func read(_ path: String) throws -> [UInt8]

  /// Writes the session so far to a file, for `save FILE`. Throws an `Explanation`.
  func save(to path: String) throws

  /// Records the session from here on, for `record FILE`; `nil` ends the recording.
  func record(to path: String?) throws
}
