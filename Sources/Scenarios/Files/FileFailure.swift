public import TerminalText

/// A failure to read or write a file.
public struct FileFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file, as it was named.
  public var path: FilePath
  /// The reason of the failure.
  public var reason: Reason

  /// A reason why a file cannot be read or written.
  public enum Reason: Sendable, Equatable {
    /// Nothing is there.
    case missing
    /// The system does not allow it.
    case notPermitted
    /// A folder is there, where a file is wanted.
    case isFolder
    /// Something else than a regular file is there, such as a pipe.
    case notAFile
    /// Something is there already.
    case exists
    /// Another program wrote the file since it was read.
    case changed
    /// The file is larger than the reader allows.
    case tooLarge(byteCountMax: Int)
    /// The path leads out of the folder to which this reader is confined.
    case outside(folder: FilePath)
    /// Anything else, in the system's words.
    case other(UntrustedText)
  }

  /// A failure at a path.
  public init(_ path: FilePath, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// One line for a person.
  public var description: String {
    let path = "“\(path)”"
    return switch reason {
    case .missing: "there is no file \(path)"
    case .notPermitted: "no permission for \(path)"
    case .isFolder: "\(path) is a folder"
    case .notAFile: "\(path) is no regular file"
    case .exists: "\(path) is there already"
    case .changed: "\(path) was changed meanwhile, so it stays as it is"
    case .tooLarge(let byteCountMax): "\(path) is larger than \(byteCountMax) bytes"
    case .outside(let folder): "\(path) is not below “\(folder)”"
    case .other(let words): "\(path): \(words)"
    }
  }
}
