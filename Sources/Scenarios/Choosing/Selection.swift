import TerminalText

/// The scenarios of a run, in the order in which they are listed and reported.
///
/// A run may read all files below each folder in its paths, and below the folder of each file in its paths. A `root`
/// replaces these folders.
struct Selection {
  static let folderDepthMax = 64

  /// A folder to which scenarios are confined.
  struct Root: Sendable {
    var path: FilePath
    var files: any ScenarioFiles
  }

  struct Entry: Sendable {
    /// The path that is shown. It can also be used to replay the scenario alone.
    var path: FilePath
    /// The path relative to the root.
    var name: FilePath
    var root: Root
    /// The reason why the folder cannot be searched, if this is an entry for such a folder.
    var failure: FileFailure?
  }

  private let files: any ScenarioFiles
  private let widest: Root?
  private(set) var entries: [Entry] = []
  private var roots: [Root] = []

  /// - Parameter root: a folder to which the whole run is confined.
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

  /// Returns the root of a folder, and the folder's path relative to it.
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

  /// Sorts the scenarios and removes duplicates. If a file was added both by its own path and by that of a folder, the
  /// entry with the shorter root path is kept.
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

  /// Adds the scenarios below a folder. A folder that cannot be searched becomes an entry with a failure, so that the
  /// other scenarios still run.
  private mutating func search(_ path: FilePath, _ name: FilePath, _ root: Root, depth: Int) {
    do throws(FileFailure) {
      guard depth < Self.folderDepthMax else {
        throw FileFailure(path, .other("folders are nested deeper than \(Self.folderDepthMax) levels"))
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

/// The distribution of scenarios to shards. The distribution is the same on every machine with the same files and
/// timings.
enum Sharding {
  /// Returns the paths of one shard. Every path belongs to exactly one shard.
  ///
  /// With timings, the longest scenarios come first, and each goes to the shard with the least total so far (Graham,
  /// 1969: at most 4/3 of the optimum). A path without a timing counts as the median. Without timings, paths are
  /// distributed round-robin. O(n log n + n · shards).
  static func paths(
    _ paths: [FilePath], shard: ReplayOptions.Shard, timings: [FilePath: UInt64]
  ) -> Set<FilePath> {
    let known = paths.compactMap { timings[$0] }.sorted()
    guard !known.isEmpty else {
      let indices = stride(from: shard.index - 1, to: paths.count, by: shard.count)
      return Set(indices.map { paths[$0] })
    }
    let median = known[known.count / 2]
    let timed: [(path: FilePath, ns: UInt64)] = paths.map { ($0, timings[$0] ?? median) }
    let byLength = timed.sorted { left, right in
      if left.ns != right.ns { return left.ns > right.ns }
      return left.path < right.path
    }
    var loads = [UInt64](repeating: 0, count: shard.count)
    var chosen: Set<FilePath> = []
    for item in byLength {
      var least = 0
      for index in loads.indices where loads[index] < loads[least] { least = index }
      // At least 1 is added, since all scenarios without a measurable time would otherwise go to one shard.
      loads[least] = loads[least].addingReportingOverflow(max(1, item.ns)).partialValue
      if least == shard.index - 1 { chosen.insert(item.path) }
    }
    return chosen
  }
}
