/// A scenario with the files that it uses, ready to run.
struct LoadedScenario: Sendable {
  var entry: Selection.Entry
  /// The shared beginnings in the order in which they run, then the scenario itself.
  var parts: [Part]

  struct Part: Sendable {
    /// As it is shown.
    var path: FilePath
    /// From the root's folder on.
    var name: FilePath
    var transcript: Transcript
  }

  var path: FilePath { entry.path }
  /// The scenario's own file.
  var transcript: Transcript { parts[parts.count - 1].transcript }

  init(_ entry: Selection.Entry, beginnings: [Part] = [], transcript: Transcript) {
    self.entry = entry
    parts = beginnings + [Part(path: entry.path, name: entry.name, transcript: transcript)]
  }

  /// The root's folder, where a beginning lies outside the scenario's own folder, which a run of the scenario
  /// alone would keep to.
  var neededRoot: FilePath? {
    let isWithin = parts.allSatisfy { part in
      part.name.relative(to: entry.name.folder).map { !$0.goesUp } ?? false
    }
    return isWithin ? nil : entry.root.path
  }

  /// The scenario's seed, or that of the nearest beginning that names one.
  var seed: UInt64? {
    for part in parts.reversed() {
      if let seed = part.transcript.header.seed { return seed }
    }
    return nil
  }
}
