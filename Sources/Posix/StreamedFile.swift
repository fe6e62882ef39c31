import Glibc
package import Scenarios
import TerminalText

/// A file that is written while a program runs. An existing file is emptied first. It may be a pipe or a terminal.
package final class StreamedFile {
  private let path: FilePath
  private let file: Int32

  /// Opens a file, or creates it.
  ///
  /// - Parameters:
  ///   - kind: the noun for this kind of file in the message that another kind of file is not replaced.
  ///   - beginning: the first bytes of a file of this kind.
  package init(_ path: FilePath, _ kind: String, beginning: String) throws(FileFailure) {
    if path.bytes.contains(0) { throw FileFailure(path, .missing) }
    self.path = path
    // A named pipe is not read, only written.
    let isFile = (try? PosixFiles().stamp(path).kind) ?? .file == .file
    file = unsafe open(path.terminated, (isFile ? O_RDWR : O_WRONLY) | O_CREAT | O_NOCTTY | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw FileFailure(path, errno: errno) }
    // From here on, `deinit` closes the file after a failure.
    guard isFile else { return }
    let found: [UInt8]
    do throws(SystemCalls.Failure) {
      found = try SystemCalls.content(of: file, byteCount: beginning.utf8.count)
    } catch {
      throw FileFailure(path, errno: error.number)
    }
    guard found.isEmpty || found.elementsEqual(beginning.utf8) else {
      throw FileFailure(path, .other("this file is not \(English.article(kind)), so it was not written"))
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
