import CLinux
import Glibc
package import Scenarios

/// A file with the typed lines of a session, so that they survive a crash. It is in the folder of the saved sessions.
///
/// The file is locked as long as the program runs, so an unlocked file was left by a crash. A normal exit removes it.
/// Replacing its contents is atomic.
package final class RecoveryFile {
  package let path: FilePath
  private let file: Int32
  /// The file's length before the last bytes were appended.
  private var formerLength: off_t = 0
  /// A Boolean value that indicates whether appended bytes may not be on the disk yet.
  package private(set) var isDirty = false

  package static let prefix = "open-"

  /// Creates the session's file in a folder; `nil` if that fails.
  package init?(in folder: FilePath) {
    for number in 0..<100 {
      let name = "\(Self.prefix)\(getpid())-\(number)\(FilePath.scenarioEnding)"
      let path = folder.joined(FilePath(name))
      let flags = O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC
      let opened = unsafe Glibc.open(path.terminated, flags, 0o600)
      guard opened >= 0 else {
        if errno == EEXIST { continue }
        return nil
      }
      flock(opened, LOCK_EX | LOCK_NB)
      (self.path, file) = (path, opened)
      return
    }
    return nil
  }

  deinit { close(file) }

  /// Appends bytes. If the disk is full, only these bytes are lost.
  package func append(_ bytes: [UInt8]) {
    formerLength = lseek(file, 0, SEEK_END)
    if SystemCalls.write(bytes, to: file) == nil { isDirty = true }
  }

  /// Waits until all appended bytes are on the disk.
  package func sync() {
    guard isDirty else { return }
    fdatasync(file)
    isDirty = false
  }

  /// Removes the bytes that were appended last.
  package func removeLast() { ftruncate(file, formerLength) }

  /// Replaces the contents of the file. If that fails, the file is unchanged.
  ///
  /// Call this method last. It puts a new, unlocked file at the path, so bytes that are appended later are lost.
  package func replace(by bytes: [UInt8]) {
    try? PosixFiles().write(bytes, to: path, if: .always)
  }

  /// Removes the file, because nothing needs to be recovered.
  package func remove() { unsafe unlink(path.terminated) }

  /// Renames the latest file left by a crash in a folder, so that it becomes a saved session and is offered once. Files
  /// without typed lines are removed.
  ///
  /// - Parameter held: the commands with which this session begins. A file without further commands is also removed,
  ///   because recovering it would run them twice.
  package static func recover(in folder: FilePath, beyond held: [[UInt8]]) -> (
    path: FilePath, commandCount: Int, seed: UInt64?
  )? {
    var left: [(path: FilePath, modified: Int64, commandCount: Int, seed: UInt64?)] = []
    forEachLeft(in: folder) { path, modified, transcript in
      let commands = transcript.commands
      if held.starts(with: commands) {
        unsafe unlink(path.terminated)
      } else {
        left.append((path, modified, commands.count, transcript.header.seed))
      }
    }
    guard let latest = left.max(by: { $0.modified < $1.modified }) else { return nil }
    let kept = freeName(in: folder)
    guard unsafe clinux_rename_new(AT_FDCWD, latest.path.terminated, kept.terminated) == 0 else { return nil }
    return (kept, latest.commandCount, latest.seed)
  }

  /// Returns whether a crash left a file in a folder that contains commands and was modified after `time`.
  package static func isLeft(in folder: FilePath, after time: Int64) -> Bool {
    var isFound = false
    forEachLeft(in: folder) { _, modified, transcript in
      if modified > time, !transcript.steps.isEmpty { isFound = true }
    }
    return isFound
  }

  /// Calls `body` with each recovery file in a folder that no running program uses, while the file is locked.
  private static func forEachLeft(
    in folder: FilePath, _ body: (_ path: FilePath, _ modified: Int64, _ transcript: Transcript) -> Void
  ) {
    let entries = (try? PosixFiles().list(folder)) ?? []
    for entry in entries where entry.kind == .file && entry.name.bytes.starts(with: prefix.utf8) {
      let path = folder.joined(entry.name)
      let file = unsafe Glibc.open(path.terminated, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      defer { close(file) }
      guard flock(file, LOCK_EX | LOCK_NB) == 0, let stamp = try? PosixFiles().stamp(path),
        let bytes = try? PosixFiles().read(path, byteCountMax: Transcript.byteCountMax)
      else { continue }
      body(path, stamp.modified, Transcript(bytes))
    }
  }

  /// Returns an unused path for a saved session in a folder.
  private static func freeName(in folder: FilePath) -> FilePath {
    for number in 1...10_000 {
      let path = folder.joined(name(ofSession: number))
      if (try? PosixFiles().stamp(path)) == nil { return path }
    }
    return folder.joined(name(ofSession: 0))
  }

  private static func name(ofSession number: Int) -> FilePath {
    FilePath("session-\(number)\(FilePath.scenarioEnding)")
  }
}
