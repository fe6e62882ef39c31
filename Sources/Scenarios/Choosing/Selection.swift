/// Finds the scenarios of a run, in the order in which they are listed and reported.
struct Selection {
  static let folderDepthMax = 64

  struct Entry: Sendable, Equatable {
    var path: String
    /// Whether the path was found as a link, whose target must be looked at.
    var isLink = false
  }

  private let files: any ScenarioFiles
  private(set) var entries: [Entry] = []
  /// Resolved folders that the run's files may reach.
  private(set) var roots: [String] = []

  init(files: any ScenarioFiles) { self.files = files }

  /// Adds a file, or all `*.scenario` files below a folder. Links to folders are not followed.
  mutating func add(_ path: String) throws(FileFailure) {
    let path = Selection.trimmed(path)
    let stamp = try files.stamp(path)
    if stamp.isFolder {
      addRoot(try files.resolve(path))
      try search(path, depth: 0)
    } else {
      let folder = try files.resolve(ScenarioPath.folder(of: path))
      let here = try files.resolve(".")
      addRoot(ScenarioPath.isInside(folder, folder: here) ? here : folder)
      entries.append(Entry(path: path, isLink: true))
    }
  }

  /// Sorts and drops repeats.
  mutating func finish() {
    entries.sort { ScenarioPath.precedes($0.path, $1.path) }
    var kept: [Entry] = []
    for entry in entries where !(kept.last.map { ScenarioPath.isSame($0.path, entry.path) } ?? false) {
      kept.append(entry)
    }
    entries = kept
  }

  mutating func keep(where isKept: (String) -> Bool) {
    entries.removeAll { !isKept($0.path) }
  }

  private mutating func search(_ folder: String, depth: Int) throws(FileFailure) {
    guard depth < Self.folderDepthMax else {
      throw FileFailure(folder, .other("folders are nested more than \(Self.folderDepthMax) deep"))
    }
    for entry in try files.list(folder) {
      let path = ScenarioPath.joined(folder, entry.name)
      switch entry.kind {
      case .folder where entry.name.utf8.first != UInt8(ascii: "."): try search(path, depth: depth + 1)
      case .file where ScenarioPath.isScenario(entry.name): entries.append(Entry(path: path))
      case .link where ScenarioPath.isScenario(entry.name):
        entries.append(Entry(path: path, isLink: true))
      default: break
      }
    }
  }

  private mutating func addRoot(_ folder: String) {
    if !roots.contains(folder) { roots.append(folder) }
  }

  /// Without slashes at its end and `./` at its beginning, so that a file has one name.
  static func trimmed(_ path: String) -> String {
    var bytes = Array(path.utf8)[...]
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    while bytes.count > 2, bytes.starts(with: "./".utf8) { bytes.removeFirst(2) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
