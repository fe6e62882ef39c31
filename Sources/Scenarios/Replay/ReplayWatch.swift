/// Tells which scenarios to replay again because a file of theirs was saved.
public struct ReplayWatch {
  private var known: [FilePath: Known] = [:]

  /// A scenario with the files that it is made of or that its commands read.
  private struct Known {
    var files: [(name: FilePath, stamp: FileStamp?)]

    init(_ entry: Selection.Entry, _ names: [FilePath]) {
      let all = names.contains(entry.name) ? names : [entry.name] + names
      files = all.map { ($0, ReplayWatch.stamp(entry, $0)) }
    }

    func isCurrent(_ entry: Selection.Entry) -> Bool {
      files.allSatisfy { $0.stamp == ReplayWatch.stamp(entry, $0.name) }
    }
  }

  init() {}

  /// The scenarios that are new, changed since they were noted, or use a file that is. O(files).
  func changed(_ entries: [Selection.Entry]) -> [Selection.Entry] {
    entries.filter { entry in !(known[entry.path]?.isCurrent(entry) ?? false) }
  }

  /// Notes what a run is about to read, as far as it is known, so that a change during the run is one.
  mutating func note(_ entries: [Selection.Entry]) {
    for entry in entries { known[entry.path] = Known(entry, known[entry.path]?.files.map(\.name) ?? []) }
  }

  /// Notes the files that a run has read besides.
  mutating func note(_ entries: [Selection.Entry], reads: [FilePath: [FilePath]]) {
    for entry in entries {
      guard let names = reads[entry.path], let old = known[entry.path] else { continue }
      var new = Known(entry, names)
      for (index, file) in new.files.enumerated() {
        if let before = old.files.first(where: { $0.name == file.name }) { new.files[index] = before }
      }
      known[entry.path] = new
    }
  }

  private static func stamp(_ entry: Selection.Entry, _ name: FilePath) -> FileStamp? {
    try? entry.root.files.stamp(name)
  }
}
