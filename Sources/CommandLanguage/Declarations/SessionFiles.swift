/// The access to files that the host program gives to commands such as `run`. Without it, commands that need files
/// fail.
public protocol SessionFiles: AnyObject {
  /// Returns the content of a file. Throws an `Explanation`.
  func read(_ path: String) throws -> [UInt8]

  /// Returns the scripts that `run FILE` runs in order, which by default is the content of the file. Throws an
  /// `Explanation`.
  func scripts(_ path: String) throws -> [SessionScript]

  /// Returns the sorted paths that begin with `prefix`, for completion. The path of a folder ends in “/”.
  func paths(beginningWith prefix: String) -> [String]

  /// Returns the sorted names or paths of the programs that begin with `prefix`, as a shell finds them, for completion.
  func programs(beginningWith prefix: String) -> [String]

  /// Saves settings for future sessions, for `set --save`. Throws an `Explanation`.
  func saveSettings(_ settings: [(name: String, value: String)]) throws
}

/// A script and the path that locates its errors.
public struct SessionScript: Sendable {
  /// The path in messages.
  public let path: String
  /// The text of the script.
  public let content: [UInt8]

  /// Creates a script.
  public init(path: String, content: [UInt8]) {
    self.path = path
    self.content = content
  }
}

extension SessionFiles {
  public func scripts(_ path: String) throws -> [SessionScript] {
    [SessionScript(path: path, content: try read(path))]
  }

  public func paths(beginningWith prefix: String) -> [String] { [] }

  public func saveSettings(_ settings: [(name: String, value: String)]) throws {
    throw Explanation("settings can only be saved at the prompt")
  }

  public func programs(beginningWith prefix: String) -> [String] { [] }
}
