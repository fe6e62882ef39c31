/// The files that `run` can access, provided by the host program. Without them, commands that need files fail.
public protocol SessionFiles: AnyObject {
  /// Returns the content of a script, for `run FILE`. Throws an `Explanation`.
  func read(_ path: String) throws -> [UInt8]

  /// Returns the sorted paths that begin with `prefix`, for completion. The path of a folder ends in “/”.
  func paths(beginningWith prefix: String) -> [String]

  /// Returns the sorted names or paths of the programs that begin with `prefix`, as a shell finds them, for completion.
  func programs(beginningWith prefix: String) -> [String]

  /// Saves settings for future sessions, for `set --save`. Throws an `Explanation`.
  func saveSettings(_ settings: [(name: String, value: String)]) throws
}

extension SessionFiles {
  public func paths(beginningWith prefix: String) -> [String] { [] }

  public func saveSettings(_ settings: [(name: String, value: String)]) throws {
    throw Explanation("settings can only be saved at the prompt")
  }

  public func programs(beginningWith prefix: String) -> [String] { [] }
}
