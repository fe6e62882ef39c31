public import Glibc

/// A folder of a test's own, which goes when the test is done.
public final class TemporaryFolder {
  /// Resolved.
  public let path: String

  public struct Failure: Error, CustomStringConvertible {
    public var description: String
  }

  public init() throws {
    var template = Array("/tmp/program-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template), let resolved = realpath(made, nil) else {
      throw Failure(description: "no folder can be made")
    }
    defer { free(resolved) }
    path = String(cString: resolved)
  }

  deinit {
    Self.remove(path)
    Self.remove(statePath)
  }

  /// A folder beside it for what programs remember, which is made when it is used.
  public var statePath: String { path + ".state" }

  public subscript(name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and makes the folders that it lies in.
  public func write(_ text: String, to name: String) throws {
    var folder = ""
    for part in name.split(separator: "/").dropLast() {
      folder += "/" + part
      makeFolder(folder)
    }
    // Closed in the programs that other tests start, since a file that is open for writing cannot be executed.
    guard let file = fopen(self[name], "we") else { throw Self.failure(name) }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Self.failure(name) }
  }

  public func makeFolder(_ name: String) { mkdir(self[name], 0o700) }

  public func link(_ name: String, to target: String) { symlink(target, self[name]) }

  /// What a file holds.
  public func text(of name: String) throws -> String {
    guard let file = fopen(self[name], "r") else { throw Self.failure(name) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The permissions of a file or folder; `nil` where there is none.
  public func mode(of name: String) -> mode_t? {
    var status = stat()
    return lstat(self[name], &status) == 0 ? status.st_mode & 0o777 : nil
  }

  /// Every name below the folder, in order, with what the files hold.
  public func contents() throws -> [String] { try contents(of: "").sorted() }

  private func contents(of folder: String) throws -> [String] {
    try Self.entries(of: self[folder]).flatMap { entry -> [String] in
      let name = folder + entry
      switch Self.kind(of: self[name]) {
      case S_IFDIR: return [name + "/"] + (try contents(of: name + "/"))
      case S_IFREG: return ["\(name): \(try text(of: name))"]
      default: return [name]
      }
    }
  }

  private static func remove(_ folder: String) {
    for entry in entries(of: folder) {
      let path = "\(folder)/\(entry)"
      if kind(of: path) == S_IFDIR { remove(path) } else { unlink(path) }
    }
    rmdir(folder)
  }

  private static func entries(of folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func kind(of path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  private static func failure(_ name: String) -> Failure {
    Failure(description: "\(name): \(String(cString: strerror(errno)))")
  }
}
