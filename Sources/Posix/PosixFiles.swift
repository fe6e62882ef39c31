import CLinux
import Glibc
package import Scenarios

/// The real file system, or one folder of it with everything below.
package struct PosixFiles: ScenarioFiles {
  /// The folder to which access is confined, kept open so that it remains the same; `nil` if access is not confined.
  let bound: OpenFolder?

  package init() { bound = nil }

  private init(bound: OpenFolder) { self.bound = bound }

  package func below(_ folder: FilePath) throws(FileFailure) -> any ScenarioFiles {
    let descriptor = try open(folder, clinux_o_path | O_DIRECTORY)
    return PosixFiles(bound: OpenFolder(descriptor, folder))
  }

  package func list(_ folder: FilePath) throws(FileFailure) -> [FolderEntry] {
    let descriptor = try open(folder, O_RDONLY | O_DIRECTORY)
    do { return try SystemCalls.entries(ofClosing: descriptor) } catch {
      throw FileFailure(folder, errno: error.number)
    }
  }

  package func read(_ path: FilePath, byteCountMax: Int) throws(FileFailure) -> [UInt8] {
    // With O_NONBLOCK, opening a named pipe does not wait for a writer.
    let file = try open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw FileFailure(path, errno: errno) }
    switch status.kind {
    case .file: break
    case .folder: throw FileFailure(path, .isFolder)
    case .link, .other: throw FileFailure(path, .notAFile)
    }
    guard status.st_size <= byteCountMax else {
      throw FileFailure(path, .tooLarge(byteCountMax: byteCountMax))
    }
    do { return try SystemCalls.content(of: file, byteCount: Int(status.st_size)) } catch {
      throw FileFailure(path, errno: error.number)
    }
  }

  package func stamp(_ path: FilePath) throws(FileFailure) -> FileStamp {
    let file = try open(path, clinux_o_path)
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw FileFailure(path, errno: errno) }
    return FileStamp(
      kind: status.kind, byteCount: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
      identity: status.identity)
  }

  package func resolve(_ path: FilePath) throws(FileFailure) -> FilePath {
    let file = try open(path, clinux_o_path)
    defer { close(file) }
    guard let target = SystemCalls.target(ofLink: "/proc/self/fd/\(file)", in: AT_FDCWD) else {
      throw FileFailure(path, errno: errno)
    }
    return target
  }

  /// Creates a folder and those above it, accessible only by their owner. Existing folders are unchanged.
  package static func makeFolder(_ path: FilePath) {
    for (index, byte) in path.bytes.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      unsafe mkdir(FilePath(bytes: path.bytes.prefix(index)).terminated, 0o700)
    }
    unsafe mkdir(path.terminated, 0o700)
  }

  /// Creates a folder with the usual mode. Its parent must exist, and an existing file or folder is unchanged.
  package func makeFolder(_ path: FilePath) throws(FileFailure) {
    if unsafe mkdir(path.terminated, 0o777) != 0, errno != EEXIST { throw FileFailure(path, errno: errno) }
  }

  /// The folder of the running program; `nil` if the system does not provide it.
  package static var ownFolder: FilePath? {
    SystemCalls.target(ofLink: "/proc/self/exe", in: AT_FDCWD)?.folder
  }
}

/// A folder that is open while it is referenced.
final class OpenFolder: Sendable {
  let descriptor: Int32
  let path: FilePath

  init(_ descriptor: Int32, _ path: FilePath) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }
}
