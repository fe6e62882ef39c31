import TerminalText

/// Finds the scenarios of a run, in the order in which they are listed and reported.
///
/// One rule says what a run may reach: below a folder that was named everything, and of a file that was named
/// its own folder; `root`, where there is one, in the place of both.
struct Selection {
  static let folderDepthMax = 64

  /// A folder that bounds what its scenarios reach.
  struct Root: Sendable {
    /// As it was given.
    var path: FilePath
    var files: any ScenarioFiles
  }

  struct Entry: Sendable {
    /// As it is shown, and named when it is replayed alone.
    var path: FilePath
    /// The path from the root's folder on.
    var name: FilePath
    var root: Root
    /// The reason why it cannot be searched or read, if that is already known.
    var failure: FileFailure?
  }

  private let files: any ScenarioFiles
  private let widest: Root?
  private(set) var entries: [Entry] = []
  private var roots: [Root] = []

  /// - Parameter root: a folder that bounds all of the run.
  init(files: any ScenarioFiles, root: FilePath?) throws(FileFailure) {
    self.files = files
    guard let path = root?.trimmed else {
      widest = nil
      return
    }
    widest = Root(path: path, files: try files.below(path))
  }

  /// Adds a file, or all `*.scenario` files below a folder. Links to folders are not followed.
  mutating func add(_ path: FilePath) throws(FileFailure) {
    let path = path.trimmed
    let isFolder = try files.stamp(path).isFolder
    let root = try self.root(for: isFolder ? path : path.folder)
    let name = isFolder ? root.name : root.name.joined(path.name)
    if isFolder {
      search(path, name, root.root, depth: 0)
    } else {
      entries.append(Entry(path: path, name: name, root: root.root))
    }
  }

  /// The root of a folder, and the folder's path from there.
  private mutating func root(for folder: FilePath) throws(FileFailure) -> (root: Root, name: FilePath) {
    if let widest {
      if let name = folder.relative(to: widest.path) { return (widest, name) }
      let (here, there) = (try files.resolve(folder), try files.resolve(widest.path))
      guard let name = here.relative(to: there) else {
        throw FileFailure(folder, .outside(folder: widest.path))
      }
      return (widest, name)
    }
    if let known = roots.first(where: { $0.path == folder }) { return (known, ".") }
    let root = Root(path: folder, files: try files.below(folder))
    roots.append(root)
    return (root, ".")
  }

  /// Sorts and drops repeats; of a file that was named and is below a folder that was, too, the wider root
  /// counts.
  mutating func finish() {
    entries.sort {
      $0.path == $1.path ? $0.root.path.bytes.count < $1.root.path.bytes.count : $0.path < $1.path
    }
    var kept: [Entry] = []
    for entry in entries where kept.last?.path != entry.path { kept.append(entry) }
    entries = kept
  }

  mutating func keep(where isKept: (Entry) -> Bool) {
    entries.removeAll { !isKept($0) }
  }

  /// A folder that cannot be searched is an entry of its own, so that the others run.
  private mutating func search(_ path: FilePath, _ name: FilePath, _ root: Root, depth: Int) {
    do throws(FileFailure) {
      guard depth < Self.folderDepthMax else {
        throw FileFailure(path, .other("folders are nested more than \(Self.folderDepthMax) deep"))
      }
      for entry in try root.files.list(name) {
        let (path, name) = (path.joined(entry.name), name.joined(entry.name))
        switch entry.kind {
        case .folder where entry.name.bytes.first != UInt8(ascii: "."):
          search(path, name, root, depth: depth + 1)
        case .file where name.isScenario, .link where name.isScenario:
          entries.append(Entry(path: path, name: name, root: root))
        default: break
        }
      }
    } catch {
      entries.append(
        Entry(path: path, name: name, root: root, failure: FileFailure(path, error.reason)))
    }
  }
}
