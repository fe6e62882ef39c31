import Glibc

/// The files of the package, read from where this test was built.
enum SourceTree {
  /// One text file.
  struct File: Sendable {
    /// Below the package, such as `Sources/AutoUpdate/Table.swift`.
    let path: String
    let text: String
    let lines: [Substring]
    /// Without comments and texts; nothing for a file that is not Swift.
    let code: SwiftCode

    init(path: String, text: String) {
      self.path = path
      self.text = text
      lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      code = SwiftCode(path.hasSuffix(".swift") ? text : "")
    }

    /// The target that the file belongs to, for a file under `Sources`.
    var target: String? {
      let parts = path.split(separator: "/")
      return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
    }
    var isSwift: Bool { path.hasSuffix(".swift") }
  }

  /// Every text file of the package but for what builds and version control leave in it.
  static let files: [File] = {
    var found: [File] = []
    collect("", into: &found)
    return found.sorted { $0.path < $1.path }
  }()

  /// The folder that the package lies in.
  static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/")
  private static let leftOut: Set<String> = [".", "..", ".build", ".git", ".swiftpm"]

  /// The names in the package's folder, without those that begin with a dot.
  static let topLevel = entries(of: "").map(\.name).filter { !$0.hasPrefix(".") }.sorted()

  private static func collect(_ folder: String, into found: inout [File]) {
    for (name, isFolder) in entries(of: folder) {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      if isFolder {
        collect(path, into: &found)
      } else if let text = read("\(root)/\(path)") {
        found.append(File(path: path, text: text))
      }
    }
  }

  private static func entries(of folder: String) -> [(name: String, isFolder: Bool)] {
    guard let handle = opendir("\(root)/\(folder)") else { return [] }
    defer { closedir(handle) }
    var found: [(name: String, isFolder: Bool)] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if leftOut.contains(name) { continue }
      found.append((name, Int32(entry.pointee.d_type) == Int32(DT_DIR)))
    }
    return found
  }

  /// A file's text, or `nil` when it is none.
  private static func read(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return String(validating: bytes, as: UTF8.self)
  }
}
