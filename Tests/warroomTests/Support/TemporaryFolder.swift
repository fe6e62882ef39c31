import Glibc
import Scenarios

@testable import warroom

/// A folder of a test's own, which goes when the test is done.
final class TemporaryFolder {
  /// Resolved.
  let path: String
  private let files = PosixFiles()

  init() throws {
    var template = Array("/tmp/warroom-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template).map({ String(cString: $0) }) else { throw Failure.notMade }
    path = try PosixFiles().resolve(FilePath(made)).text
  }

  enum Failure: Error { case notMade }

  deinit {
    remove(path)
    remove(statePath)
  }

  /// A folder beside it for what programs remember, which is made when it is used.
  var statePath: String { path + ".state" }

  private func remove(_ folder: String) {
    for entry in (try? files.list(FilePath(folder))) ?? [] {
      let path = "\(folder)/\(entry.name.text)"
      if entry.kind == .folder { remove(path) } else { unlink(path) }
    }
    rmdir(folder)
  }

  subscript(name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and makes the folders that it lies in.
  func write(_ text: String, to name: String) throws {
    if let slash = name.lastIndex(of: "/") { PosixFiles.makeFolder(FilePath(self[String(name[..<slash])])) }
    try files.write(Array(text.utf8), to: FilePath(self[name]), if: .always)
  }

  func link(_ name: String, to target: String) { symlink(target, self[name]) }

  func text(of name: String) throws -> String {
    String(decoding: try files.read(FilePath(self[name]), byteCountMax: 1 << 24), as: UTF8.self)
  }

  /// Every name below the folder, in order, with what the files hold.
  func contents() throws -> [String] { try contents(of: "").sorted() }

  private func contents(of folder: String) throws -> [String] {
    try files.list(FilePath(self[folder])).flatMap { entry -> [String] in
      let name = folder + entry.name.text
      switch entry.kind {
      case .folder: return [name + "/"] + (try contents(of: name + "/"))
      case .file: return ["\(name): \(try text(of: name))"]
      case .link, .other: return [name]
      }
    }
  }
}
