import Glibc
package import Scenarios
import TerminalText

/// System calls for files, with Swift types.
enum SystemCalls {
  /// The failure of a call, with its `errno`.
  struct Failure: Error { var number: Int32 }

  /// Writes all bytes. Returns the error number if that fails.
  static func write(_ bytes: [UInt8], to file: Int32) -> Int32? {
    unsafe bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count, let base = buffer.baseAddress {
        let count = unsafe Glibc.write(file, base + done, buffer.count - done)
        if count < 0 {
          if errno == EINTR { continue }
          return errno
        }
        done += count
      }
      return nil
    }
  }

  /// Returns the contents of an open file, at most `byteCount` bytes. The result is shorter if the file shrinks
  /// meanwhile.
  static func content(of file: Int32, byteCount: Int) throws(Failure) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      while count < buffer.count, let base = buffer.baseAddress {
        let got = unsafe pread(file, base + count, buffer.count - count, off_t(count))
        if got == 0 { break }
        if got < 0 {
          if errno == EINTR { continue }
          failure = errno
          break
        }
        count += got
      }
    }
    if failure != 0 { throw Failure(number: failure) }
    return bytes
  }

  /// Returns a Boolean value that indicates whether two byte arrays are equal. It is much faster than `==`.
  static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    if left.count != right.count { return false }
    return unsafe memcmp(left, right, left.count) == 0
  }

  /// Returns the unresolved target of a link; `nil` if the path is not a link.
  static func target(ofLink path: FilePath, in folder: Int32) -> FilePath? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlinkat(folder, path.terminated, &bytes, bytes.count)
    return count < 0 ? nil : FilePath(bytes: bytes.prefix(count).map { UInt8(bitPattern: $0) })
  }

  static func entries(ofClosing folder: Int32) throws(Failure) -> [FolderEntry] {
    guard let handle = unsafe fdopendir(folder) else {
      let number = errno
      close(folder)
      throw Failure(number: number)
    }
    defer { unsafe closedir(handle) }
    var entries: [FolderEntry] = []
    errno = 0
    while let entry = unsafe readdir(handle) {
      let name = FilePath(bytes: unsafe name(of: entry))
      if name != ".", name != ".." {
        let kind = kind(of: name, in: folder, Int32(unsafe entry.pointee.d_type))
        entries.append(FolderEntry(name: name, kind: kind))
      }
      errno = 0
    }
    if errno != 0 { throw Failure(number: errno) }
    return entries
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in unsafe Array(bytes.prefix { $0 != 0 }) }
  }

  /// Returns the kind of an entry. Some file systems do not report it with the name, so it is looked up.
  private static func kind(of name: FilePath, in folder: Int32, _ type: Int32) -> FolderEntry.Kind {
    switch type {
    case Int32(DT_REG): return .file
    case Int32(DT_DIR): return .folder
    case Int32(DT_LNK): return .link
    case Int32(DT_UNKNOWN):
      var status = stat()
      guard unsafe fstatat(folder, name.terminated, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .other }
      return status.st_mode & S_IFMT == S_IFLNK ? .link : status.kind
    default: return .other
    }
  }
}

extension FilePath {
  var terminated: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}

extension stat {
  var kind: FolderEntry.Kind {
    switch st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  var identity: FileStamp.Identity { .init(device: UInt64(st_dev), number: UInt64(st_ino)) }
}

extension UntrustedText {
  static func systemError(_ number: Int32) -> UntrustedText {
    UntrustedText(unsafe String(cString: strerror(number)))
  }
}

extension FileFailure {
  package init(_ path: FilePath, errno number: Int32) {
    switch number {
    case ENOENT, ENOTDIR: self.init(path, .missing)
    case EACCES, EPERM, EROFS: self.init(path, .notPermitted)
    case EISDIR: self.init(path, .isFolder)
    case EEXIST: self.init(path, .exists)
    default: self.init(path, .other(.systemError(number)))
    }
  }
}

/// Both ends of a pipe, which started programs do not inherit. Reading never blocks.
struct PosixPipe {
  let reader: Int32
  let writer: Int32

  /// Creates a pipe. If that fails, returns `nil` and sets `errno`.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    (reader, writer) = (ends[0], ends[1])
  }

  func close() {
    Glibc.close(reader)
    Glibc.close(writer)
  }
}
