/// The file system as the runner needs it; the program brings the real one, tests one in memory.
///
/// Relative paths are taken from the working folder, or from the folder that bounds it (see ``below(_:)``).
public protocol ScenarioFiles: Sendable {
  /// The names in a folder, in any order; `.` and `..` are not among them.
  func list(_ folder: FilePath) throws(FileFailure) -> [FolderEntry]

  /// The whole content of a regular file of at most `byteCountMax` bytes.
  func read(_ path: FilePath, byteCountMax: Int) throws(FileFailure) -> [UInt8]

  /// Gives a file a content, or creates it. Whoever reads it at any time finds the old content or the new,
  /// never a part; its mode and owner stay, and a file that nobody may write is not written.
  func write(_ bytes: [UInt8], to path: FilePath, if condition: WriteCondition) throws(FileFailure)

  /// Throws what would keep ``write(_:to:if:)`` from writing, as far as that is known before.
  func checkIsWritable(_ path: FilePath) throws(FileFailure)

  /// Returns the stamp of the file at a path, following links.
  func stamp(_ path: FilePath) throws(FileFailure) -> FileStamp

  /// The files of one folder and what is below it: no path leads out, through `..`, from the root or over
  /// links, whatever is moved meanwhile. The folder stays the same one if its name goes to another.
  func below(_ folder: FilePath) throws(FileFailure) -> any ScenarioFiles

  /// The absolute path of something that exists, with every link and `..` resolved.
  func resolve(_ path: FilePath) throws(FileFailure) -> FilePath
}

/// A condition for writing a file.
public enum WriteCondition: Sendable, Equatable {
  /// Nothing is there, or an empty regular file.
  case free
  /// The file still holds these bytes.
  case holds([UInt8])
  /// Any existing file may be replaced.
  case always
}

extension ScenarioFiles {
  /// Reads a file, changes what was read and writes it, again if another program wrote meanwhile; a file that
  /// is not there is as if empty.
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

/// A name in a folder.
public struct FolderEntry: Sendable, Equatable {
  /// The name alone, without the folder.
  public var name: FilePath
  /// Links are not followed: a link to a folder is `.link`.
  public var kind: Kind

  /// The kind of an entry in a folder.
  public enum Kind: Sendable, Equatable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A symbolic link, whatever it leads to.
    case link
    /// Anything else, such as a pipe or a device.
    case other
  }

  /// An entry of a folder.
  public init(name: FilePath, kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// The properties that distinguish a file, and a state of it, from others.
public struct FileStamp: Sendable, Equatable {
  /// Never `.link`.
  public var kind: FolderEntry.Kind
  /// The size in bytes.
  public var byteCount: Int64
  /// Nanoseconds since an epoch of the file system's choice.
  public var modified: Int64
  /// The same for all names of one file, and for no other file meanwhile.
  public var identity: Identity

  /// The identity of a file in the system.
  public struct Identity: Sendable, Hashable {
    /// The file system.
    public var device: UInt64
    /// The file's number within the file system.
    public var number: UInt64

    /// The identity of a file by its number on a device.
    public init(device: UInt64, number: UInt64) {
      self.device = device
      self.number = number
    }
  }

  /// A Boolean value that indicates whether the path leads to a folder.
  public var isFolder: Bool { kind == .folder }

  /// The stamp of what is at a path.
  public init(kind: FolderEntry.Kind, byteCount: Int64, modified: Int64, identity: Identity) {
    self.kind = kind
    self.byteCount = byteCount
    self.modified = modified
    self.identity = identity
  }
}
