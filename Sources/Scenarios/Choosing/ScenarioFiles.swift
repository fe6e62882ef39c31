/// The file system as the runner needs it; the program brings the real one, tests one in memory.
///
/// Paths are UTF-8 with `/` between components, absolute or relative to the working folder.
public protocol ScenarioFiles: Sendable {
  /// The names in a folder, in any order; `.` and `..` are not among them.
  func list(_ folder: String) throws(FileFailure) -> [FolderEntry]

  /// The whole content of a regular file of at most `byteCountMax` bytes.
  func read(_ path: String, byteCountMax: Int) throws(FileFailure) -> [UInt8]

  /// Replaces a file's content, or creates the file. Whoever reads it at any time finds the old
  /// content or the new, never a part; the mode of an existing file stays.
  func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure)

  /// The absolute path of something that exists, with every link and `..` resolved.
  func resolve(_ path: String) throws(FileFailure) -> String

  /// What is at a path, links followed.
  func stamp(_ path: String) throws(FileFailure) -> FileStamp
}

/// A name in a folder.
public struct FolderEntry: Sendable, Equatable {
  public var name: String
  /// Links are not followed: a link to a folder is `.link`.
  public var kind: Kind

  public enum Kind: Sendable, Equatable {
    case file
    case folder
    case link
    case other
  }

  public init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// What tells one state of a file from another.
public struct FileStamp: Sendable, Equatable {
  public var isFolder: Bool
  public var byteCount: Int64
  /// Nanoseconds since an epoch of the file system's choice.
  public var modified: Int64

  public init(isFolder: Bool, byteCount: Int64, modified: Int64) {
    self.isFolder = isFolder
    self.byteCount = byteCount
    self.modified = modified
  }
}

/// Why a file could not be read or written.
public struct FileFailure: Error, Sendable, Equatable, CustomStringConvertible {
  public var path: String
  public var reason: Reason

  public enum Reason: Sendable, Equatable {
    case missing
    case notPermitted
    case isFolder
    case notAFile
    /// The file is larger than the reader allows.
    case tooLarge(byteCountMax: Int)
    /// The path leads out of the folder to which this reader is confined.
    case outside(folder: String)
    /// Anything else, in the system's words.
    case other(String)
  }

  public init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// One line for a person.
  public var description: String {
    let path = "“\(Escaping.visible(path))”"
    return switch reason {
    case .missing: "there is no file \(path)"
    case .notPermitted: "no permission for \(path)"
    case .isFolder: "\(path) is a folder"
    case .notAFile: "\(path) is no regular file"
    case .tooLarge(let byteCountMax): "\(path) is larger than \(byteCountMax) bytes"
    case .outside(let folder): "\(path) is not below “\(Escaping.visible(folder))”"
    case .other(let words): "\(path): \(Escaping.visible(words))"
    }
  }
}
