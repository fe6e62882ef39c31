import TerminalText

/// The file system of a run. A program uses the real one, and tests use one in memory.
///
/// Relative paths start at the working folder, or at the folder to which access is confined (see ``below(_:)``).
public protocol ScenarioFiles: Sendable {
  /// Returns the entries of a folder in any order, without `.` and `..`.
  func list(_ folder: FilePath) throws(FileFailure) -> [FolderEntry]

  /// Returns the contents of a regular file of at most `byteCountMax` bytes.
  func read(_ path: FilePath, byteCountMax: Int) throws(FileFailure) -> [UInt8]

  /// Replaces the contents of a file, or creates it. At any time, a reader finds either the old or the new contents,
  /// never a part of them. The file keeps its mode and owner, and a write-protected file is not written.
  func write(_ bytes: [UInt8], to path: FilePath, if condition: WriteCondition) throws(FileFailure)

  /// Throws the failure with which ``write(_:to:if:)`` would fail, as far as it can be predicted.
  func checkIsWritable(_ path: FilePath) throws(FileFailure)

  /// Returns the stamp of the file at a path, following links.
  func stamp(_ path: FilePath) throws(FileFailure) -> FileStamp

  /// Returns the files in a folder and below it. No path leads out of the folder: not by `..`, by an absolute path or
  /// by a link, even if files are moved meanwhile. If the folder is renamed, the result still refers to the same
  /// folder.
  func below(_ folder: FilePath) throws(FileFailure) -> any ScenarioFiles

  /// Returns the absolute path of an existing file or folder, with every link and `..` resolved.
  func resolve(_ path: FilePath) throws(FileFailure) -> FilePath
}

/// A condition for writing a file.
public enum WriteCondition: Sendable, Equatable {
  /// There is no file, or only an empty regular file.
  case free
  /// The file still has these contents.
  case holds([UInt8])
  /// Any existing file may be replaced.
  case always
}

extension ScenarioFiles {
  /// Returns the condition for writing a file that replaces only files of its kind.
  ///
  /// - Parameters:
  ///   - kind: the noun for this kind of file.
  ///   - isKind: returns whether contents are of this kind.
  package func condition(
    _ path: FilePath, _ kind: String, byteCountMax: Int, isKind: ([UInt8]) -> Bool
  ) throws(FileFailure) -> WriteCondition {
    let stamp: FileStamp
    do { stamp = try self.stamp(path) } catch {
      guard error.reason == .missing else { throw error }
      return .free
    }
    switch stamp.kind {
    case .folder: throw FileFailure(path, .isFolder)
    // Any contents may be written to a terminal or a pipe.
    case .other, .link: return .always
    case .file:
      let bytes = try read(path, byteCountMax: byteCountMax)
      guard isKind(bytes) else {
        throw FileFailure(path, .other("this file is not \(English.article(kind)), so it was not written"))
      }
      return .holds(bytes)
    }
  }

  /// Reads a file, changes its contents and writes them. If another program wrote the file meanwhile, the method starts
  /// again. A missing file counts as empty.
  func update(_ path: FilePath, byteCountMax: Int, _ change: ([UInt8]) -> [UInt8]) throws(FileFailure) {
    for _ in 0..<1_000 {
      var old: [UInt8]?
      do { old = try read(path, byteCountMax: byteCountMax) } catch {
        guard error.reason == .missing else { throw error }
      }
      let new = change(old ?? [])
      if let old, old == new { return }
      do { return try write(new, to: path, if: old.map { .holds($0) } ?? .free) } catch {
        guard error.reason == .changed || error.reason == .exists else { throw error }
      }
    }
    throw FileFailure(path, .changed)
  }
}

/// An entry of a folder.
public struct FolderEntry: Sendable, Equatable {
  /// The name, without the folder.
  public var name: FilePath
  /// The kind of the entry. Links are not followed: a link to a folder is `.link`.
  public var kind: Kind

  /// The kind of an entry in a folder.
  public enum Kind: Sendable, Equatable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A symbolic link.
    case link
    /// Anything else, such as a pipe or a device.
    case other
  }

  /// Creates an entry of a folder.
  public init(name: FilePath, kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// The properties that identify a file and a version of its contents.
public struct FileStamp: Sendable, Equatable {
  /// The kind of the file, which is never `.link`.
  public var kind: FolderEntry.Kind
  /// The size in bytes.
  public var byteCount: Int64
  /// The time of the last change, in nanoseconds since an epoch of the file system.
  public var modified: Int64
  /// The identity, which is the same for all names of a file, and different for other files that exist at the same
  /// time.
  public var identity: Identity

  /// The identity of a file in the system.
  public struct Identity: Sendable, Hashable {
    /// The file system.
    public var device: UInt64
    /// The file's number within the file system.
    public var number: UInt64

    /// Creates an identity from the file's number on a device.
    public init(device: UInt64, number: UInt64) {
      self.device = device
      self.number = number
    }
  }

  /// A Boolean value that indicates whether the path leads to a folder.
  public var isFolder: Bool { kind == .folder }

  /// Creates a stamp.
  public init(kind: FolderEntry.Kind, byteCount: Int64, modified: Int64, identity: Identity) {
    self.kind = kind
    self.byteCount = byteCount
    self.modified = modified
    self.identity = identity
  }
}
