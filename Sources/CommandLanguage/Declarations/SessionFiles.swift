/// The files that `run` reaches: given by the host program, since a session does no input or output of its own.
/// Without one such commands say that files cannot be reached here.
public protocol SessionFiles: AnyObject {
  /// The whole content of a script, for `run FILE`. Throws an `Explanation`.
  func read(_ path: String) throws -> [UInt8]

  /// The files and folders whose path begins with `prefix`, in order, for completion; a folder's path ends
  /// in “/”.
  func paths(beginningWith prefix: String) -> [String]

  /// The programs whose name or path begins with `prefix`, as a shell finds them, in order, for completion.
  func programs(beginningWith prefix: String) -> [String]

  /// Keeps settings for the sessions to come, for `set --save`. Throws an `Explanation`.
  func saveSettings(_ settings: [(name: String, value: String)]) throws
}

extension SessionFiles {
  public func paths(beginningWith prefix: String) -> [String] { [] }

  public func saveSettings(_ settings: [(name: String, value: String)]) throws {
    throw Explanation("settings are kept by the prompt alone")
  }

  public func programs(beginningWith prefix: String) -> [String] { [] }
}
