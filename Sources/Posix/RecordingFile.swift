import Glibc
package import Scenarios

/// A file that grows with a session: what happens is appended, and nothing of it is written twice.
///
/// What cannot be written at once, since the disk is full, is kept and tried again with what follows.
package final class RecordingFile {
  package let path: FilePath
  private let file: Int32
  private let identity: FileStamp.Identity
  /// The number of bytes of the file that are this session's.
  private var byteCount: Int
  private var pending: [UInt8] = []
  package private(set) var problem: FileFailure?
  package private(set) var isDirty = false

  /// Opens a file that already holds a number of bytes of the session.
  package init(_ path: FilePath, byteCount: Int) throws(FileFailure) {
    file = try PosixFiles().open(path, O_RDWR | O_APPEND | O_NOCTTY | O_NONBLOCK)
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.kind == .file, status.st_size == byteCount else {
      close(file)
      throw FileFailure(path, .changed)
    }
    self.path = path
    self.byteCount = byteCount
    identity = status.identity
  }

  deinit { close(file) }

  /// Adds bytes; why they are not in the file yet, if they are not.
  package func append(_ bytes: some Collection<UInt8>) -> FileFailure? {
    pending += bytes
    problem = write()
    return problem
  }

  /// Waits until all that was written is on the disk.
  package func sync() {
    guard isDirty else { return }
    fdatasync(file)
    isDirty = false
  }

  private func write() -> FileFailure? {
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_size == byteCount,
      (try? PosixFiles().stamp(path))?.identity == identity
    else { return FileFailure(path, .changed) }
    if let number = SystemCalls.write(pending, to: file) {
      // A part of a line must not stand there.
      ftruncate(file, off_t(byteCount))
      return FileFailure(path, errno: number)
    }
    byteCount += pending.count
    pending.removeAll(keepingCapacity: true)
    isDirty = true
    return nil
  }
}
