import CLinux
import Glibc
import Scenarios

/// The real file system: all of it, or one folder and what is below.
struct PosixFiles: ScenarioFiles {
  /// The folder that bounds it, held open, so that it stays the same one.
  let bound: OpenFolder?

  init() { bound = nil }

  private init(bound: OpenFolder) { self.bound = bound }

  func below(_ folder: FilePath) throws(FileFailure) -> any ScenarioFiles {
    let descriptor = try open(folder, clinux_o_path | O_DIRECTORY)
    return PosixFiles(bound: OpenFolder(descriptor, folder))
  }

  /// The names in a folder, and what each stands for where the file system tells.
  func list(_ folder: FilePath) throws(FileFailure) -> [FolderEntry] {
    let descriptor = try open(folder, O_RDONLY | O_DIRECTORY)
    guard let handle = unsafe fdopendir(descriptor) else {
      let failure = FileFailure(folder, errno: errno)
      close(descriptor)
      throw failure
    }
    defer { unsafe closedir(handle) }
    var entries: [FolderEntry] = []
    errno = 0
    while let entry = unsafe readdir(handle) {
      let bytes = unsafe Self.name(of: entry)
      let name = FilePath(bytes: bytes)
      if name != ".", name != ".." {
        let kind = Self.kind(of: bytes, in: descriptor, Int32(unsafe entry.pointee.d_type))
        entries.append(FolderEntry(name: name, kind: kind))
      }
      errno = 0
    }
    if errno != 0 { throw FileFailure(folder, errno: errno) }
    return entries
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in unsafe Array(bytes.prefix { $0 != 0 }) }
  }

  /// Some file systems do not tell the kind with the name.
  private static func kind(of name: [UInt8], in folder: Int32, _ type: Int32) -> FolderEntry.Kind {
    switch type {
    case Int32(DT_REG): return .file
    case Int32(DT_DIR): return .folder
    case Int32(DT_LNK): return .link
    case Int32(DT_UNKNOWN):
      var status = stat()
      guard unsafe fstatat(folder, FilePath(bytes: name).terminated, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        return .other
      }
      return status.st_mode & S_IFMT == S_IFLNK ? .link : status.kind
    default: return .other
    }
  }

  func read(_ path: FilePath, byteCountMax: Int) throws(FileFailure) -> [UInt8] {
    // Not blocking: a named pipe must not hang the run before it is found out.
    let file = try open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw FileFailure(path, errno: errno) }
    switch status.kind {
    case .file: break
    case .folder: throw FileFailure(path, .isFolder)
    case .link, .other: throw FileFailure(path, .notAFile)
    }
    guard status.st_size <= byteCountMax else {
      throw FileFailure(path, .tooLarge(byteCountMax: byteCountMax))
    }
    do { return try Self.content(of: file, byteCount: Int(status.st_size)) } catch {
      throw FileFailure(path, errno: error.number)
    }
  }

  struct SystemError: Error { var number: Int32 }

  /// What an open file holds, as far as `byteCount`; it may shrink meanwhile, so what was read counts.
  static func content(of file: Int32, byteCount: Int) throws(SystemError) -> [UInt8] {
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
    if failure != 0 { throw SystemError(number: failure) }
    return bytes
  }

  func stamp(_ path: FilePath) throws(FileFailure) -> FileStamp {
    let file = try open(path, clinux_o_path)
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw FileFailure(path, errno: errno) }
    return FileStamp(
      kind: status.kind, byteCount: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
      identity: status.identity)
  }

  func resolve(_ path: FilePath) throws(FileFailure) -> FilePath {
    let file = try open(path, clinux_o_path)
    defer { close(file) }
    guard let target = Self.target(ofLink: "/proc/self/fd/\(file)", in: AT_FDCWD) else {
      throw FileFailure(path, errno: errno)
    }
    return target
  }

  /// Where a link leads to, as it says.
  static func target(ofLink path: FilePath, in folder: Int32) -> FilePath? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlinkat(folder, path.terminated, &bytes, bytes.count)
    return count < 0 ? nil : FilePath(bytes: bytes.prefix(count).map { UInt8(bitPattern: $0) })
  }

  /// Makes a folder and those above it, for their owner's eyes alone; what is there stays as it is.
  static func makeFolder(_ path: FilePath) {
    for (index, byte) in path.bytes.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      unsafe mkdir(FilePath(bytes: path.bytes.prefix(index)).terminated, 0o700)
    }
    unsafe mkdir(path.terminated, 0o700)
  }

  /// Where the running program lies; `nil` where the system does not tell.
  static var ownFolder: FilePath? { target(ofLink: "/proc/self/exe", in: AT_FDCWD)?.folder }
}

/// A folder that is open as long as somebody has it.
final class OpenFolder: Sendable {
  let descriptor: Int32
  /// As it was given.
  let path: FilePath

  init(_ descriptor: Int32, _ path: FilePath) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }
}

extension FilePath {
  /// As the system takes it.
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

extension FileFailure {
  /// The failure that the system reported.
  init(_ path: FilePath, errno number: Int32) {
    switch number {
    case ENOENT, ENOTDIR: self.init(path, .missing)
    case EACCES, EPERM, EROFS: self.init(path, .notPermitted)
    case EISDIR: self.init(path, .isFolder)
    case EEXIST: self.init(path, .exists)
    default: self.init(path, .other(unsafe String(cString: strerror(number))))
    }
  }
}
