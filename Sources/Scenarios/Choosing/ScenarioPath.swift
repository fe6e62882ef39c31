/// Paths as text.
enum ScenarioPath {
  /// Everything before the last `/`; `.` for a bare name, `/` for a name in the root.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
  }

  /// `path` as seen from `folder`, with `.` and `..` taken away where that needs no look at the disk.
  static func joined(_ folder: String, _ path: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    if folder == "." { return path }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + path : folder + "/" + path
  }

  /// Whether a resolved path is the folder or below it.
  static func isInside(_ path: String, folder: String) -> Bool {
    guard folder != "/" else { return path.utf8.first == UInt8(ascii: "/") }
    return path.utf8.starts(with: folder.utf8)
      && (path.utf8.count == folder.utf8.count
        || path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/"))
  }

  /// The order in which paths are listed: byte by byte, a folder's own content together.
  static func precedes(_ a: String, _ b: String) -> Bool {
    let (a, b) = (a.utf8.span, b.utf8.span)
    let shared = min(a.count, b.count)
    for at in 0..<shared where a[at] != b[at] { return key(a[at]) < key(b[at]) }
    return a.count < b.count
  }

  private static func key(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: "/") ? 0 : byte }

  static let fileEnding = ".scenario"

  // Paths are bytes: names that only Unicode calls equal are two files, and a combining mark behind a
  // `/` is still behind a `/`. So nothing here compares or cuts by characters.

  static func isScenario(_ path: String) -> Bool {
    path.utf8.suffix(fileEnding.utf8.count).elementsEqual(fileEnding.utf8)
  }

  static func isSame(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

  static func components(_ path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// An absolute path with `.` and `..` taken away by the text alone.
  static func normalized(_ path: String) -> String {
    var parts: [String] = []
    for part in components(path) {
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }
}
