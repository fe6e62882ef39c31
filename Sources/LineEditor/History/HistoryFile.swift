import TerminalText
import Glibc

/// A history file on disk. Entries are appended under a lock, and the file is replaced only as a whole.
final class HistoryFile {
  /// The reason why a file could not be used.
  struct Problem: Error, CustomStringConvertible {
    var path: String
    /// The system's error number, or 0 if the path does not lead to a regular file.
    var code: Int32

    /// A Boolean value that indicates whether the user interrupted the wait for the file.
    var isInterruption: Bool { code == EINTR }

    var description: String {
      let reason: UntrustedText =
        switch code {
        case 0: "not a regular file"
        case ELOOP: "a link, which is not followed"
        case EINTR: "another program uses it"
        default: UntrustedText(String(cString: strerror(code)))
        }
      return "\(UntrustedText(path)): \(reason)"
    }
  }

  private let path: String
  private let descriptor: Int32
  private var status = stat()

  /// Opens the file. For writing, a missing file is created, readable only by its owner. Links are not followed, since
  /// they may lead to files of other people.
  init(_ path: String, forWriting: Bool) throws(Problem) {
    self.path = path
    descriptor = Self.open(path, forWriting: forWriting)
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw Problem(path: path, code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Problem(path: path, code: 0) }
  }

  private static func open(_ path: String, forWriting: Bool) -> Int32 {
    // Without O_NONBLOCK, opening a named pipe would wait for its other end.
    let flags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW
    guard forWriting else { return system(open: path, flags | O_RDONLY) }
    // O_EXCL ensures that the new file is ours. Another program may create or remove the file meanwhile, so the loop
    // tries again.
    for _ in 0..<8 {
      let file = system(open: path, flags | O_RDWR | O_APPEND)
      if file >= 0 || errno != ENOENT { return file }
      let made = system(open: path, flags | O_RDWR | O_APPEND | O_CREAT | O_EXCL)
      if made >= 0 || errno != EEXIST { return made }
    }
    return -1
  }

  private static func system(open path: String, _ flags: Int32) -> Int32 {
    Glibc.open(path, flags, 0o600)
  }

  deinit {
    // Closing the descriptor also releases the lock.
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads the file. If it is longer than `bytesMax`, only the complete entries in its last `bytesMax` bytes are read.
  func read(bytesMax: Int) throws(Problem) -> [UInt8] {
    guard fstat(descriptor, &status) == 0 else { throw Problem(path: path, code: errno) }
    let size = Int(status.st_size)
    let start = max(size - bytesMax, 0)
    var text: [UInt8] = []
    var problem: Int32 = 0
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 14) { buffer in
      while text.count < bytesMax {
        let room = min(buffer.count, bytesMax - text.count)
        let count = pread(descriptor, buffer.baseAddress, room, off_t(start + text.count))
        if count < 0, errno == EINTR { continue }
        if count < 0 { problem = errno }
        guard count > 0 else { return }
        text += buffer[..<count]
      }
    }
    guard problem == 0 else { throw Problem(path: path, code: problem) }
    return start == 0 ? text : HistoryText.fromFirstEntry(of: text)
  }

  /// Appends `text` under the lock. `text` begins on a line of its own, even if a full disk has cut off the last line.
  static func append(
    _ text: [UInt8], to path: String, isInterrupted: () -> Bool = { false }
  ) throws(Problem) {
    let file = try locked(path, isInterrupted)
    try file.write(file.endsInLine ? text : [UInt8(ascii: "\n")] + text)
  }

  /// A Boolean value that indicates whether the file ends in a line break, so that added text begins a line.
  private var endsInLine: Bool {
    guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return true }
    var last: UInt8 = 0
    let count = withUnsafeMutableBytes(of: &last) { pread(descriptor, $0.baseAddress, 1, status.st_size - 1) }
    return count != 1 || last == UInt8(ascii: "\n")
  }

  /// Rewrites the file with its last `limit` entries. If anything fails, the file is unchanged.
  static func shorten(_ path: String, to limit: Int, bytesMax: Int) throws(Problem) {
    let old = try locked(path) { false }
    let (entries, isPure) = HistoryText.entries(in: try old.read(bytesMax: bytesMax))
    guard isPure, entries.count > limit else { return }

    let temporary = "\(path).\(getpid())"
    unlink(temporary)
    do throws(Problem) {
      let new = try HistoryFile(temporary, forWriting: true)
      fchmod(new.descriptor, old.status.st_mode & 0o777)
      try new.write(entries.suffix(limit).flatMap(HistoryText.encode))
      guard rename(temporary, path) == 0 else { throw Problem(path: path, code: errno) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Creates the folders of `path`, accessible only by their owner, as the XDG specification requires.
  static func makeFolders(above path: String) {
    for (index, byte) in path.utf8.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      mkdir(String(decoding: path.utf8.prefix(index), as: UTF8.self), 0o700)
    }
  }

  /// Opens the file for writing and waits for its lock, which is held until the object is released.
  ///
  /// - Parameter isInterrupted: returns whether to stop waiting for the lock.
  private static func locked(
    _ path: String, _ isInterrupted: () -> Bool
  ) throws(Problem) -> HistoryFile {
    // Another prompt may replace the file with a shortened one during the wait, so the loop opens it again.
    for _ in 0..<8 {
      let file = try HistoryFile(path, forWriting: true)
      // Some file systems have no locks. There, each entry is still appended in one piece.
      while flock(file.descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
        if isInterrupted() { throw Problem(path: path, code: EINTR) }
        poll(nil, 0, 10)
      }
      var current = stat()
      if lstat(path, &current) == 0, current.st_ino == file.status.st_ino,
        current.st_dev == file.status.st_dev
      {
        return file
      }
    }
    throw Problem(path: path, code: EBUSY)
  }

  private func write(_ text: [UInt8]) throws(Problem) {
    var rest = text[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Problem(path: path, code: errno) }
      rest = rest.dropFirst(count)
    }
  }
}
