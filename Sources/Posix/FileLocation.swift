import CLinux
import Glibc
import Scenarios
import TerminalText

/// A name in an open folder, with all links resolved, where a file is created or replaced. Renaming the folder
/// meanwhile has no effect.
struct FileLocation: ~Copyable {
  private let folder: Int32
  private let name: FilePath
  private let path: FilePath

  /// Resolves a path. A link to a missing file is resolved to the location of that file.
  ///
  /// - Parameter openFolder: opens a path with flags, within the current confinement.
  init(
    _ path: FilePath, openFolder: (FilePath, Int32) throws(FileFailure) -> Int32
  ) throws(FileFailure) {
    var target = path
    for _ in 0..<40 {
      let name = target.name
      if name.bytes.isEmpty || name == "." || name == ".." { throw FileFailure(path, .isFolder) }
      let folder: Int32
      do { folder = try openFolder(target.folder, O_RDONLY | O_DIRECTORY) } catch {
        throw FileFailure(path, error.reason == .missing ? .other("there is no such folder") : error.reason)
      }
      guard let link = SystemCalls.target(ofLink: name, in: folder) else {
        self.folder = folder
        self.name = name
        self.path = path
        return
      }
      close(folder)
      target = target.folder.joined(link)
    }
    throw FileFailure(path, .other("too many links"))
  }

  deinit { close(folder) }

  func status() -> stat? {
    var status = stat()
    return unsafe fstatat(folder, name.terminated, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// Throws a failure if the file has no write permissions. This applies to all users, including the superuser.
  func checkIsWritable(_ status: stat) throws(FileFailure) {
    guard status.st_mode & 0o222 != 0, unsafe faccessat(folder, name.terminated, W_OK, AT_EACCESS) == 0 else {
      throw FileFailure(path, .notPermitted)
    }
  }

  func checkFolderIsWritable() throws(FileFailure) {
    guard unsafe faccessat(folder, ".", W_OK | X_OK, AT_EACCESS) == 0 else {
      throw FileFailure(path, .notPermitted)
    }
  }

  /// Creates the file. Returns `false` if it already exists.
  func create(_ bytes: [UInt8], mode: mode_t) throws(FileFailure) -> Bool {
    let temporary = try temporary(bytes, like: nil, mode: mode)
    var done = unsafe clinux_rename_new(folder, temporary.name.terminated, name.terminated)
    if done != 0, errno == EINVAL || errno == ENOSYS {
      // A file system that does not support this operation supports hard links.
      done = unsafe linkat(folder, temporary.name.terminated, folder, name.terminated, 0)
      if done == 0 { temporary.remove() }
    }
    if done != 0 {
      let number = errno
      temporary.remove()
      if number == EEXIST { return false }
      throw FileFailure(path, errno: number)
    }
    fsync(folder)
    return true
  }

  /// Replaces the contents of a file.
  ///
  /// - Parameter old: the contents that the file must still have. They are checked again after the exchange, so that no
  ///   edit by another program is lost.
  func replace(_ status: stat, with bytes: [UInt8], instead old: [UInt8]?) throws(FileFailure) {
    // A file with several names, or with an owner that a new file cannot have, is overwritten.
    if status.st_nlink > 1 { return try overwrite(status, with: bytes, instead: old) }
    lock()
    if let old, !holds(old, name) { throw FileFailure(path, .changed) }
    let temporary = try temporary(bytes, like: status)
    guard temporary.hasOwner else {
      temporary.remove()
      return try overwrite(status, with: bytes, instead: old)
    }
    guard let old else { return try rename(temporary) }
    guard unsafe clinux_rename_exchange(folder, temporary.name.terminated, name.terminated) == 0 else {
      guard errno == EINVAL || errno == ENOSYS else {
        let number = errno
        temporary.remove()
        throw FileFailure(path, errno: number)
      }
      return try rename(temporary)
    }
    guard holds(old, temporary.name) else {
      _ = unsafe clinux_rename_exchange(folder, temporary.name.terminated, name.terminated)
      temporary.remove()
      throw FileFailure(path, .changed)
    }
    temporary.remove()
    fsync(folder)
  }

  /// Waits, for at most two seconds, for other processes of this program that replace a file in the folder. Otherwise a
  /// process that reverts an exchange could remove the file of a third one. The lock is held until `deinit`.
  private func lock() {
    for _ in 0..<400 {
      if flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return }
      PosixThreads.wait(milliseconds: 5)
    }
  }

  private func rename(_ temporary: TemporaryFile) throws(FileFailure) {
    guard unsafe renameat(folder, temporary.name.terminated, folder, name.terminated) == 0 else {
      let number = errno
      temporary.remove()
      throw FileFailure(path, errno: number)
    }
    fsync(folder)
  }

  private func temporary(
    _ bytes: [UInt8], like status: stat?, mode: mode_t = 0o666
  ) throws(FileFailure) -> TemporaryFile {
    do { return try TemporaryFile(bytes, in: folder, like: status, mode: mode) } catch {
      throw FileFailure(path, errno: error.number)
    }
  }

  /// Returns whether a file has these contents and is not open for writing in any program.
  private func holds(_ bytes: [UInt8], _ name: FilePath) -> Bool {
    let file = unsafe openat(
      folder, name.terminated, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    // In this order, so that no program can write while the contents are compared.
    return Self.waitForWriters(of: file) && Self.holds(bytes, file)
  }

  /// Waits, for at most a second, until no program has a file open for writing. A process that is being started has the
  /// files of its parent open until its program begins.
  ///
  /// - Returns: `false` if a program still has the file open.
  private static func waitForWriters(of file: Int32) -> Bool {
    for _ in 0..<200 {
      if clinux_is_written(file) == 0 { return true }
      PosixThreads.wait(milliseconds: 5)
    }
    return false
  }

  private static func holds(_ bytes: [UInt8], _ file: Int32) -> Bool {
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.kind == .file, status.st_size == bytes.count else {
      return false
    }
    guard let present = try? SystemCalls.content(of: file, byteCount: bytes.count) else { return false }
    return SystemCalls.areEqual(present, bytes)
  }

  private func overwrite(_ status: stat, with bytes: [UInt8], instead old: [UInt8]?) throws(FileFailure) {
    let file = unsafe openat(folder, name.terminated, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw FileFailure(path, errno: errno) }
    defer { close(file) }
    var now = stat()
    guard unsafe fstat(file, &now) == 0, now.identity == status.identity,
      old.map({ Self.holds($0, file) }) ?? true
    else { throw FileFailure(path, .changed) }
    if let number = SystemCalls.write(bytes, to: file) { throw FileFailure(path, errno: number) }
    guard ftruncate(file, off_t(bytes.count)) == 0, fsync(file) == 0 else {
      throw FileFailure(path, errno: errno)
    }
  }
}
