import Glibc
package import Scenarios

/// A file to which a session's recording is appended.
///
/// Bytes that cannot be written, for example because the disk is full, are retained and written with the next ones.
package final class RecordingFile {
  package let path: FilePath
  private let file: Int32
  private let identity: FileStamp.Identity
  /// The number of bytes that the file must have.
  private var byteCount: Int
  private var pending: [UInt8] = []
  package private(set) var problem: FileFailure?
  package private(set) var isDirty = false

  /// Opens a file that already contains the session's recording, exactly `byteCount` bytes.
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

  /// Returns whether a path leads to this file.
  package func isFile(at path: FilePath) -> Bool { (try? PosixFiles().stamp(path))?.identity == identity }

  /// Appends bytes. Returns a failure if they could not be written.
  package func append(_ bytes: some Collection<UInt8>) -> FileFailure? {
    pending += bytes
    problem = write()
    return problem
  }

  /// Waits until all written bytes are on the disk.
  package func sync() {
    guard isDirty else { return }
    fdatasync(file)
    isDirty = false
  }

  private func write() -> FileFailure? {
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_size == byteCount, isFile(at: path)
    else { return FileFailure(path, .changed) }
    if let number = SystemCalls.write(pending, to: file) {
      // Removes a partially written line.
      ftruncate(file, off_t(byteCount))
      return FileFailure(path, errno: number)
    }
    byteCount += pending.count
    pending.removeAll(keepingCapacity: true)
    isDirty = true
    return nil
  }
}
