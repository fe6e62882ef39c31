import Scenarios

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The real file system.
struct PosixFiles: ScenarioFiles {
  /// Makes a folder and those above it, for their owner's eyes alone; what is there stays as it is.
  static func makeFolder(_ path: String) {
    for (index, byte) in path.utf8.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      mkdir(String(decoding: path.utf8.prefix(index), as: UTF8.self), 0o700)
    }
    mkdir(path, 0o700)
  }

  /// Where the running program lies, with the “/” behind it; `nil` where the system does not tell.
  static var ownFolder: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    guard count > 0, let end = path.prefix(count).lastIndex(of: CChar(UInt8(ascii: "/"))) else { return nil }
    return String(decoding: path[...end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The system would take a path to end at a NUL byte, and so open another file than was checked.
  private func check(_ path: String) throws(FileFailure) {
    if path.utf8.contains(0) { throw FileFailure(path, .missing) }
  }

  func list(_ folder: String) throws(FileFailure) -> [FolderEntry] {
    try check(folder)
    guard let handle = opendir(folder) else { throw FileFailure(folder, errno: errno) }
    defer { closedir(handle) }
    var entries: [FolderEntry] = []
    errno = 0
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." {
        entries.append(FolderEntry(name: name, kind: kind(of: name, in: folder, Int32(entry.pointee.d_type))))
      }
      errno = 0
    }
    if errno != 0 { throw FileFailure(folder, errno: errno) }
    return entries
  }

  /// Some file systems do not tell the kind with the name.
  private func kind(of name: String, in folder: String, _ type: Int32) -> FolderEntry.Kind {
    switch type {
    case Int32(DT_REG): return .file
    case Int32(DT_DIR): return .folder
    case Int32(DT_LNK): return .link
    case Int32(DT_UNKNOWN):
      var status = stat()
      guard lstat(folder + "/" + name, &status) == 0 else { return .other }
      switch status.st_mode & S_IFMT {
      case S_IFREG: return .file
      case S_IFDIR: return .folder
      case S_IFLNK: return .link
      default: return .other
      }
    default: return .other
    }
  }

  func read(_ path: String, byteCountMax: Int) throws(FileFailure) -> [UInt8] {
    try check(path)
    // Not blocking: a named pipe must not hang the run before it is found out.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw FileFailure(path, errno: errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw FileFailure(path, errno: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw FileFailure(path, .isFolder)
    default: throw FileFailure(path, .notAFile)
    }
    guard status.st_size <= byteCountMax else {
      throw FileFailure(path, .tooLarge(byteCountMax: byteCountMax))
    }
    var failure: Int32 = 0
    // The file may shrink meanwhile, so what was read counts.
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      while count < buffer.count, let base = buffer.baseAddress {
        #if canImport(Glibc)
          let got = Glibc.read(file, base + count, buffer.count - count)
        #elseif canImport(Musl)
          let got = Musl.read(file, base + count, buffer.count - count)
        #else
          let got = Darwin.read(file, base + count, buffer.count - count)
        #endif
        if got == 0 { break }
        if got < 0 {
          if errno == EINTR { continue }
          failure = errno
          break
        }
        count += got
      }
    }
    if failure != 0 { throw FileFailure(path, errno: failure) }
    return bytes
  }

  func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
    try check(path)
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw FileFailure(path, errno: errno) }
      return try writeBeside(path, bytes, mode: nil)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw FileFailure(path, .isFolder)
    // The target of a link is replaced, not the link.
    case S_IFREG: try writeBeside(try resolve(path), bytes, mode: status.st_mode & 0o7777)
    // A terminal, a pipe: there is nothing to replace.
    default:
      let file = open(path, O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { throw FileFailure(path, errno: errno) }
      defer { close(file) }
      try writeAll(file, bytes, path)
    }
  }

  /// Writes a new file in the same folder and renames it over the old one.
  private func writeBeside(_ path: String, _ bytes: [UInt8], mode: mode_t?) throws(FileFailure) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    var attempt = 0
    var temporary = ""
    var file: Int32 = -1
    while file < 0, attempt < 100 {
      temporary = "\(folder).\(name).\(getpid()).\(attempt)"
      file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file < 0, errno == ENOENT { throw FileFailure(path, .other("there is no such folder")) }
      if file < 0, errno != EEXIST { throw FileFailure(path, errno: errno) }
      attempt += 1
    }
    guard file >= 0 else { throw FileFailure(path, errno: EEXIST) }
    do throws(FileFailure) {
      defer { close(file) }
      if let mode, fchmod(file, mode) != 0 { throw FileFailure(path, errno: errno) }
      try writeAll(file, bytes, path)
      guard fsync(file) == 0 else { throw FileFailure(path, errno: errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else {
      let failure = FileFailure(path, errno: errno)
      unlink(temporary)
      throw failure
    }
  }

  private func writeAll(_ file: Int32, _ bytes: [UInt8], _ path: String) throws(FileFailure) {
    if let failure = PosixFiles.write(bytes, to: file) { throw FileFailure(path, errno: failure) }
  }

  /// Writes all bytes; the error's number if that fails.
  static func write(_ bytes: [UInt8], to file: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count, let base = buffer.baseAddress {
        #if canImport(Glibc)
          let count = Glibc.write(file, base + done, buffer.count - done)
        #elseif canImport(Musl)
          let count = Musl.write(file, base + done, buffer.count - done)
        #else
          let count = Darwin.write(file, base + done, buffer.count - done)
        #endif
        if count < 0 {
          if errno == EINTR { continue }
          return errno
        }
        done += count
      }
      return nil
    }
  }

  func resolve(_ path: String) throws(FileFailure) -> String {
    try check(path)
    guard let resolved = realpath(path, nil) else { throw FileFailure(path, errno: errno) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  func stamp(_ path: String) throws(FileFailure) -> FileStamp {
    try check(path)
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileFailure(path, errno: errno) }
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    return FileStamp(
      isFolder: status.st_mode & S_IFMT == S_IFDIR, byteCount: Int64(status.st_size),
      modified: Int64(modified.tv_sec) &* 1_000_000_000 &+ Int64(modified.tv_nsec))
  }
}

extension FileFailure {
  /// The failure that the system reported.
  init(_ path: String, errno number: Int32) {
    switch number {
    case ENOENT, ENOTDIR: self.init(path, .missing)
    case EACCES, EPERM, EROFS: self.init(path, .notPermitted)
    case EISDIR: self.init(path, .isFolder)
    default: self.init(path, .other(String(cString: strerror(number))))
    }
  }
}
