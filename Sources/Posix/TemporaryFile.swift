import Glibc
import Scenarios
import Synchronization

/// A temporary file in the folder of the file that it will replace. Its name is always short.
///
/// The file is locked until it has replaced the other file. So an unlocked file was left by a process that was killed,
/// and the next process that writes in the folder removes it.
final class TemporaryFile {
  let name: FilePath
  /// A Boolean value that indicates whether the file has the required owner and group.
  let hasOwner: Bool
  private let folder: Int32
  private let file: Int32

  static let prefix = ".auto-update-"
  private static let count = Atomic<Int>(0)
  private static let swept = Mutex<Set<FilePath>>([])

  /// Writes the bytes, and waits until they are on the disk.
  ///
  /// - Parameters:
  ///   - status: the status of the file whose mode and owner are copied; `nil` for a new file.
  ///   - mode: the maximum permissions of a new file.
  init(
    _ bytes: [UInt8], in folder: Int32, like status: stat?, mode: mode_t = 0o666
  ) throws(SystemCalls.Failure) {
    Self.sweep(folder)
    self.folder = folder
    var (name, file): (FilePath, Int32) = ("", -1)
    // No other user may read the file before its owner and mode are set.
    let first = status == nil ? mode : 0o600
    for _ in 0..<1_000 where file < 0 {
      name = FilePath("\(Self.prefix)\(getpid())-\(Self.count.wrappingAdd(1, ordering: .relaxed).newValue)")
      file = unsafe openat(folder, name.terminated, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, first)
      if file < 0, errno != EEXIST { throw SystemCalls.Failure(number: errno) }
    }
    guard file >= 0 else { throw SystemCalls.Failure(number: EEXIST) }
    flock(file, LOCK_EX | LOCK_NB)
    (self.name, self.file) = (name, file)
    var isOwned = true
    if let status, status.st_uid != geteuid() || status.st_gid != getegid() {
      isOwned = fchown(file, status.st_uid, status.st_gid) == 0
    }
    hasOwner = isOwned
    var number: Int32?
    if let status, fchmod(file, status.st_mode & 0o7777) != 0 { number = errno }
    number = number ?? SystemCalls.write(bytes, to: file)
    if number == nil, fsync(file) != 0 { number = errno }
    if let number {
      remove()
      throw SystemCalls.Failure(number: number)
    }
  }

  deinit { close(file) }

  /// Removes the file with the temporary name: this file, or the one that it was exchanged with.
  func remove() { unsafe unlinkat(folder, name.terminated, 0) }

  /// Removes the files of ended processes from a folder, once for each folder.
  private static func sweep(_ folder: Int32) {
    guard let path = SystemCalls.target(ofLink: FilePath("/proc/self/fd/\(folder)"), in: AT_FDCWD),
      swept.withLock({ $0.insert(path).inserted })
    else { return }
    let listed = unsafe openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard listed >= 0 else { return }
    let entries = (try? SystemCalls.entries(ofClosing: listed)) ?? []
    for entry in entries where entry.kind == .file { removeIfLeft(entry.name, in: folder) }
  }

  private static func removeIfLeft(_ name: FilePath, in folder: Int32) {
    guard name.bytes.starts(with: prefix.utf8) else { return }
    let digits = name.bytes.dropFirst(prefix.utf8.count).prefix { $0 != UInt8(ascii: "-") }
    guard let process = pid_t(String(decoding: digits, as: UTF8.self)), process > 0,
      kill(process, 0) != 0, errno == ESRCH
    else { return }
    let file = unsafe openat(folder, name.terminated, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    // Process numbers differ in another container, but locks are shared.
    if flock(file, LOCK_EX | LOCK_NB) == 0 { unsafe unlinkat(folder, name.terminated, 0) }
  }
}
