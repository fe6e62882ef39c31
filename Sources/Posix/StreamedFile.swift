import Glibc
package import Scenarios

/// A file that is written while a program runs. One that is there is emptied first; a pipe and a terminal take what they are
/// given.
package final class StreamedFile {
  private let path: FilePath
  private let file: Int32

  /// Opens a file, or makes it.
  ///
  /// - Parameters:
  ///   - kind: the noun for such a file in the message that another file stays as it is.
  ///   - beginning: the first bytes of such a file.
  package init(_ path: FilePath, _ kind: String, beginning: String) throws(FileFailure) {
    if path.bytes.contains(0) { throw FileFailure(path, .missing) }
    self.path = path
    // A named pipe is not read, so that it is opened as it is meant.
    let isFile = (try? PosixFiles().stamp(path).kind) ?? .file == .file
    file = unsafe open(path.terminated, (isFile ? O_RDWR : O_WRONLY) | O_CREAT | O_NOCTTY | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw FileFailure(path, errno: errno) }
    // A failure from here on ends in `deinit`.
    guard isFile else { return }
    let found: [UInt8]
    do throws(SystemCalls.Failure) {
      found = try SystemCalls.content(of: file, byteCount: beginning.utf8.count)
    } catch {
      throw FileFailure(path, errno: error.number)
    }
    guard found.isEmpty || found.elementsEqual(beginning.utf8) else {
      throw FileFailure(path, .other("this file is no \(kind), so it stays as it is"))
    }
    guard ftruncate(file, 0) == 0 else {
      throw FileFailure(path, errno: errno)
    }
  }

  deinit { close(file) }

  /// Writes all bytes.
  package func write(_ bytes: [UInt8]) throws(FileFailure) {
    if let number = SystemCalls.write(bytes, to: file) { throw FileFailure(path, errno: number) }
  }
}
