import CLinux
import Glibc
package import Scenarios

extension PosixFiles {
  /// Opens a path. If access is confined to a folder, no part of the path leads out of it, even if files are renamed or
  /// linked meanwhile.
  package func open(_ path: FilePath, _ flags: Int32) throws(FileFailure) -> Int32 {
    // For the system, the path ends at a zero byte, so another file would be opened.
    if path.bytes.contains(0) { throw FileFailure(path, .missing) }
    guard let bound else {
      let file = unsafe Glibc.open(path.terminated, flags | O_CLOEXEC)
      guard file >= 0 else { throw FileFailure(path, errno: errno) }
      return file
    }
    guard let name = Self.name(of: path, in: bound) else {
      throw FileFailure(path, .outside(folder: bound.path))
    }
    let file = Self.openBeneath(bound.descriptor, name, flags | O_CLOEXEC)
    guard file >= 0 else {
      // EXDEV means that the path leads out of the folder. ELOOP means a link in /proc, which can lead anywhere, or a
      // cycle of links.
      if errno == EXDEV || errno == ELOOP { throw FileFailure(path, .outside(folder: bound.path)) }
      throw FileFailure(path, errno: errno)
    }
    return file
  }

  /// Returns the path relative to the confining folder; `nil` if it is outside.
  private static func name(of path: FilePath, in bound: OpenFolder) -> FilePath? {
    var name = path
    if path.isAbsolute {
      let link = FilePath("/proc/self/fd/\(bound.descriptor)")
      guard let rest = SystemCalls.target(ofLink: link, in: AT_FDCWD).flatMap({ path.relative(to: $0) })
      else {
        return nil
      }
      name = rest
    }
    // A path whose text alone leads out is rejected before the disk is accessed.
    var depth = 0
    for part in name.bytes.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
      depth += part.elementsEqual("..".utf8) ? -1 : 1
      if depth < 0 { return nil }
    }
    return name
  }

  private static func openBeneath(_ folder: Int32, _ name: FilePath, _ flags: Int32) -> Int32 {
    for _ in 0..<1_000 {
      let file = unsafe clinux_open_beneath(folder, name.terminated, flags)
      if file >= 0 { return file }
      if errno == ENOSYS { return walk(folder, name, flags) }
      // `..` cannot be resolved while a folder is being renamed.
      if errno != EAGAIN { return -1 }
    }
    return -1
  }

  /// Opens a path component by component without following links, for kernels without `openat2`.
  package static func walk(_ folder: Int32, _ name: FilePath, _ flags: Int32) -> Int32 {
    var open: [Int32] = []
    defer { for folder in open { close(folder) } }
    let parts = name.bytes.split(separator: UInt8(ascii: "/")).map { FilePath(bytes: $0) }.filter {
      $0 != "."
    }
    for (index, part) in parts.enumerated() {
      if part == ".." {
        guard let last = open.popLast() else {
          errno = EXDEV
          return -1
        }
        close(last)
        continue
      }
      let isLast = index == parts.count - 1
      let here = open.last ?? folder
      let next = unsafe openat(
        here, part.terminated, O_NOFOLLOW | (isLast ? flags : clinux_o_path | O_DIRECTORY | O_CLOEXEC))
      // O_PATH would open a link itself. With O_DIRECTORY, a link counts as a file of the wrong kind.
      if next < 0 || isLink(next) {
        if next >= 0 { close(next) }
        if isLink(part, in: here) { errno = EXDEV }
        return -1
      }
      if isLast { return next }
      open.append(next)
    }
    return unsafe openat(open.last ?? folder, ".", flags)
  }

  private static func isLink(_ file: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func isLink(_ name: FilePath, in folder: Int32) -> Bool {
    let before = errno
    defer { errno = before }
    var status = stat()
    return unsafe fstatat(folder, name.terminated, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFLNK
  }
}
