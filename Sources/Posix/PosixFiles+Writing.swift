import CLinux
import Glibc
package import Scenarios

extension PosixFiles {
  package func write(_ bytes: [UInt8], to path: FilePath, if condition: WriteCondition) throws(FileFailure) {
    try write(bytes, to: path, if: condition, mode: 0o666)
  }

  /// Writes a file.
  ///
  /// - Parameter mode: the permissions of a new file, before the process's mask is applied.
  package func write(
    _ bytes: [UInt8], to path: FilePath, if condition: WriteCondition, mode: UInt32
  ) throws(FileFailure) {
    if condition == .always, let stamp = try? stamp(path), stamp.kind == .other {
      return try writeThrough(bytes, to: path)
    }
    for _ in 0..<100 {
      let location = try FileLocation(path, openFolder: self.open)
      guard let status = location.status() else {
        if case .holds = condition { throw FileFailure(path, .changed) }
        if try location.create(bytes, mode: mode) { return }
        // Another program created it first.
        continue
      }
      switch status.kind {
      case .folder: throw FileFailure(path, .isFolder)
      case .other, .link: throw FileFailure(path, .notAFile)
      case .file: break
      }
      try location.checkIsWritable(status)
      switch condition {
      case .always: return try location.replace(status, with: bytes, instead: nil)
      case .holds(let old): return try location.replace(status, with: bytes, instead: old)
      case .free:
        if status.st_size > 0 { throw FileFailure(path, .exists) }
        return try location.replace(status, with: bytes, instead: [])
      }
    }
    throw FileFailure(path, .changed)
  }

  package func checkIsWritable(_ path: FilePath) throws(FileFailure) {
    if let stamp = try? stamp(path), stamp.kind == .other {
      close(try openThrough(path))
      return
    }
    let location = try FileLocation(path, openFolder: self.open)
    if let status = location.status() {
      if status.kind == .folder { throw FileFailure(path, .isFolder) }
      try location.checkIsWritable(status)
    } else {
      try location.checkFolderIsWritable()
    }
  }

  private func writeThrough(_ bytes: [UInt8], to path: FilePath) throws(FileFailure) {
    let file = try openThrough(path)
    defer { close(file) }
    if let number = SystemCalls.write(bytes, to: file) { throw FileFailure(path, errno: number) }
  }

  private func openThrough(_ path: FilePath) throws(FileFailure) -> Int32 {
    // With O_NONBLOCK, a named pipe without a reader is an error instead of an endless wait.
    let file = try open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY)
    _ = fcntl(file, F_SETFL, 0)
    return file
  }
}
