import Glibc
package import Scenarios
import TerminalText

/// A file, pipe or terminal that is written while a program runs. An existing file is emptied first.
package final class StreamedFile {
  private let path: FilePath
  private let file: Int32

  /// Opens or creates a file.
  ///
  /// - Parameters:
  ///   - kind: the noun for this kind of file, for the message that a file of another kind is not overwritten.
  ///   - beginning: the first bytes of each file of this kind.
  package init(_ path: FilePath, _ kind: String, beginning: String) throws(FileFailure) {
    if path.bytes.contains(0) { throw FileFailure(path, .missing) }
    // Only the name of a folder may end in a slash, and the system reports any other as a folder.
    if path.bytes.last == UInt8(ascii: "/"), (try? PosixFiles().stamp(path).kind) != .folder {
      throw FileFailure(path, .other("it is not a folder"))
    }
    self.path = path
    // A named pipe is opened only for writing.
    let isFile = (try? PosixFiles().stamp(path).kind) ?? .file == .file
    file = unsafe open(path.terminated, (isFile ? O_RDWR : O_WRONLY) | O_CREAT | O_NOCTTY | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      let failure = FileFailure(path, errno: errno)
      throw failure.reason == .missing ? FileFailure(path, .other("there is no such folder")) : failure
    }
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

  package func write(_ bytes: [UInt8]) throws(FileFailure) {
    if let number = SystemCalls.write(bytes, to: file) { throw FileFailure(path, errno: number) }
  }
}
