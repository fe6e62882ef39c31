import Glibc
package import Scenarios
import Synchronization
import TerminalText

/// A file of records of equal size, which are appended and read by their index.
///
/// Appended records are written together: when a block is full, by ``flush()``, or when they are read together with
/// written records.
package final class RecordFile: Sendable {
  private let path: FilePath
  private let file: Int32
  private let byteCount: Int
  private let tail: Mutex<Tail>

  /// The records that are not written yet.
  private struct Tail {
    var bytes: [UInt8] = []
    /// The number of records before them.
    var start: Int
    /// A Boolean value that indicates whether records may not be on the disk yet.
    var isDirty = false
  }

  private static let blockByteCount = 1 << 16

  /// Opens a file, and removes the records after the first `count`. A missing file is created if `count` is 0.
  ///
  /// - Parameter byteCount: the size of a record.
  /// - Throws: a ``FileFailure`` if the file cannot be opened, or has fewer records.
  package init(_ path: FilePath, byteCount: Int, keeping count: Int) throws(FileFailure) {
    let creating = count == 0 ? O_CREAT : 0
    let file = unsafe open(path.terminated, O_RDWR | creating | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FileFailure(path, errno: errno) }
    func fail(_ reason: FileFailure) -> FileFailure {
      close(file)
      return reason
    }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw fail(FileFailure(path, errno: errno)) }
    guard status.kind == .file else { throw fail(FileFailure(path, .notAFile)) }
    let (length, isOverflow) = count.multipliedReportingOverflow(by: byteCount)
    guard count >= 0, !isOverflow, status.st_size >= length else {
      throw fail(FileFailure(path, .other("it is shorter than it was")))
    }
    guard ftruncate(file, off_t(length)) == 0 else { throw fail(FileFailure(path, errno: errno)) }
    (self.path, self.file, self.byteCount) = (path, file, byteCount)
    tail = Mutex(Tail(start: count))
  }

  deinit { close(file) }

  /// Appends a record.
  ///
  /// - Precondition: the record has the size of the file's records.
  package func append(_ record: Span<UInt8>) throws(FileFailure) {
    precondition(record.count == byteCount)
    try tail.withLock { (tail) throws(FileFailure) in
      for index in record.indices { tail.bytes.append(record[index]) }
      if tail.bytes.count >= Self.blockByteCount { try write(&tail) }
    }
  }

  /// Reads consecutive records, as many as `bytes` has room for.
  package func read(from index: Int, into bytes: inout [UInt8]) throws(FileFailure) {
    let count = bytes.count / byteCount
    try tail.withLock { (tail) throws(FileFailure) in
      if index >= tail.start {
        let start = (index - tail.start) * byteCount
        guard start + count * byteCount <= tail.bytes.count else { throw shortened }
        bytes.replaceSubrange(0..<count * byteCount, with: tail.bytes[start..<start + count * byteCount])
        return
      }
      // If the records are in both parts, the tail is written first, and all are read from the file.
      if index + count > tail.start { try write(&tail) }
      var done = 0
      while done < bytes.count {
        let position = off_t(index * byteCount + done)
        let got = unsafe bytes.withUnsafeMutableBytes { buffer in
          unsafe buffer.baseAddress.map { unsafe pread(file, $0 + done, buffer.count - done, position) } ?? 0
        }
        if got < 0, errno == EINTR { continue }
        if got < 0 { throw FileFailure(path, errno: errno) }
        if got == 0 { throw shortened }
        done += got
      }
    }
  }

  private var shortened: FileFailure { FileFailure(path, .other("it is shorter than it was")) }

  /// Writes all records, and waits until they are on the disk.
  package func flush() throws(FileFailure) {
    try tail.withLock { (tail) throws(FileFailure) in
      try write(&tail)
      guard tail.isDirty else { return }
      if fdatasync(file) != 0 { throw FileFailure(path, errno: errno) }
      tail.isDirty = false
    }
  }

  private func write(_ tail: inout Tail) throws(FileFailure) {
    var done = 0
    while done < tail.bytes.count {
      let position = off_t(tail.start * byteCount + done)
      let count = unsafe tail.bytes.withUnsafeBytes { buffer in
        unsafe buffer.baseAddress.map { unsafe pwrite(file, $0 + done, buffer.count - done, position) } ?? 0
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw FileFailure(path, errno: errno) }
      done += count
    }
    if tail.bytes.isEmpty { return }
    tail.start += tail.bytes.count / byteCount
    tail.isDirty = true
    tail.bytes.removeAll(keepingCapacity: true)
  }
}

/// A lock that one process holds on a folder, as long as this object exists.
package final class FolderLock: Sendable {
  private let file: Int32

  /// Takes a lock; `nil` if another process holds it.
  ///
  /// - Parameter path: the file of the lock, which is created if it is missing.
  /// - Throws: a ``FileFailure`` if the file cannot be opened.
  package init?(_ path: FilePath) throws(FileFailure) {
    file = unsafe open(path.terminated, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FileFailure(path, errno: errno) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      return nil
    }
  }

  deinit { close(file) }
}
