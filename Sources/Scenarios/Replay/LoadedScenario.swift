/// A scenario with the files that it uses, ready to run.
struct LoadedScenario: Sendable {
  var path: String
  /// Resolved.
  var folder: String
  /// The shared beginnings in the order in which they run, then the scenario itself.
  var parts: [Part]

  struct Part: Sendable {
    var path: String
    var transcript: Transcript
  }

  /// The scenario's own file.
  var transcript: Transcript { parts[parts.count - 1].transcript }

  init(path: String, folder: String, beginnings: [Part] = [], transcript: Transcript) {
    self.path = path
    self.folder = folder
    parts = beginnings + [Part(path: path, transcript: transcript)]
  }

  /// The scenario's seed, or that of the nearest beginning that names one.
  var seed: UInt64? {
    for part in parts.reversed() {
      if let seed = part.transcript.header.seed { return seed }
    }
    return nil
  }
}
