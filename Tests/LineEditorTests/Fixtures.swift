import Glibc

extension String {
  /// How many times `part` occurs.
  func components(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}

/// A folder that goes away with the test.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/line-editor-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw PseudoTerminal.Failure(description: "no folder") }
    path = String(cString: made)
  }

  deinit {
    remove(path)
  }

  func text(of name: String) throws -> String {
    guard let file = fopen("\(path)/\(name)", "r") else {
      throw PseudoTerminal.Failure(description: "\(name): \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  func write(_ text: String, to name: String) throws {
    guard let file = fopen("\(path)/\(name)", "w") else {
      throw PseudoTerminal.Failure(description: "\(name): \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    fputs(text, file)
  }

  func mode(of name: String) -> mode_t? {
    var status = stat()
    return lstat("\(path)/\(name)", &status) == 0 ? status.st_mode & 0o777 : nil
  }

  private func remove(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { remove("\(path)/\(name)") }
      }
      closedir(folder)
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}

/// A named pipe, through which a test tells a program news.
final class NamedPipe {
  private let folder = try? TemporaryFolder()
  let path: String
  private let descriptor: Int32

  init() throws {
    path = "\(folder?.path ?? "")/feed"
    mkfifo(path, 0o600)
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw PseudoTerminal.Failure(description: "no named pipe") }
  }

  deinit {
    close(descriptor)
  }

  func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw PseudoTerminal.Failure(description: "the pipe is full")
    }
  }
}
