/// A loader of scenarios and the files that they use, confined to the roots of their entries.
struct ScenarioLoader {
  static let nestingMax = 16
  static let beginningCountMax = 64

  private var beginnings: [LoadedScenario.Part] = []
  /// The files of `beginnings`. A file that is used several times runs once, at the first use.
  private var included: [FileStamp.Identity] = []
  /// The number of bytes of ``beginnings``.
  private var byteCount = 0
  private var failure: StepFailure?

  /// Returns a chosen scenario, or the failure to read it or a file that it uses.
  mutating func load(_ entry: Selection.Entry) -> Result<LoadedScenario, LoadFailure> {
    (beginnings, included, byteCount, failure) = ([], [], 0, nil)
    do throws(FileFailure) {
      let transcript = try Self.read(entry)
      if !transcript.header.uses.isEmpty {
        let identity = try entry.root.files.stamp(entry.name).identity
        use(transcript, entry.path, entry.name, entry.root, within: [identity])
      }
      if let failure { return .failure(LoadFailure(claim: transcript.header.claim, failure: failure)) }
      return .success(LoadedScenario(entry, beginnings: beginnings, transcript: transcript))
    } catch {
      let failure = StepFailure(location: .init(path: entry.path, line: 0), kind: .finding(error.description))
      return .failure(LoadFailure(claim: "", failure: failure, isUnreadable: true))
    }
  }

  struct LoadFailure: Error {
    var claim: String
    var failure: StepFailure
    /// A Boolean value that indicates whether the scenario's own file cannot be read.
    var isUnreadable = false
  }

  /// Returns the contents of a chosen file, without the files that it uses; `nil` if it cannot be read.
  static func transcript(of entry: Selection.Entry) -> Transcript? {
    try? read(entry)
  }

  /// Returns the header of a chosen file; `nil` if it cannot be read.
  static func header(of entry: Selection.Entry) -> ScenarioHeader? { transcript(of: entry)?.header }

  private static func read(_ entry: Selection.Entry) throws(FileFailure) -> Transcript {
    if let failure = entry.failure { throw failure }
    do { return try read(entry.name, in: entry.root) } catch { throw FileFailure(entry.path, error.reason) }
  }

  private static func read(_ name: FilePath, in root: Selection.Root) throws(FileFailure) -> Transcript {
    let transcript = Transcript(try root.files.read(name, byteCountMax: Transcript.byteCountMax))
    let lineCountMax = Transcript.lineCountMax
    if transcript.lines.count > lineCountMax {
      throw FileFailure(name, .tooManyLines(lineCountMax: lineCountMax))
    }
    return transcript
  }

  /// Adds the files that a transcript uses, each after the files that it uses itself.
  private mutating func use(
    _ transcript: Transcript, _ path: FilePath, _ name: FilePath, _ root: Selection.Root,
    within chain: [FileStamp.Identity]
  ) {
    for use in transcript.header.uses {
      let used = path.folder.showing(use.path)
      let usedName = name.folder.joined(use.path)
      do throws(FileFailure) {
        let identity = try root.files.stamp(usedName).identity
        if let problem = problem(with: identity, used, chain) { return fail(path, use.line, problem) }
        if included.contains(identity) { continue }
        let part = try Self.read(usedName, in: root)
        byteCount += part.bytes.count
        if byteCount > Transcript.byteCountMax {
          return fail(
            path, use.line,
            "the files that a scenario uses may have at most \(Transcript.byteCountMax) bytes together")
        }
        self.use(part, used, usedName, root, within: chain + [identity])
        if failure != nil { return }
        included.append(identity)
        beginnings.append(.init(path: used, name: usedName, transcript: part))
      } catch {
        if case .outside = error.reason {
          return fail(path, use.line, "“\(used)” is outside the replayed folder")
        }
        return fail(path, use.line, FileFailure(used, error.reason).description)
      }
    }
  }

  private func problem(
    with identity: FileStamp.Identity, _ used: FilePath, _ chain: [FileStamp.Identity]
  ) -> String? {
    if chain.contains(identity) { return "“\(used)” uses itself, directly or through others" }
    if chain.count > Self.nestingMax { return "files use each other deeper than \(Self.nestingMax) levels" }
    if beginnings.count >= Self.beginningCountMax {
      return "a scenario uses at most \(Self.beginningCountMax) files"
    }
    return used.isScenario ? nil : "“\(used)” is not a “\(FilePath.scenarioEnding)” file"
  }

  private mutating func fail(_ path: FilePath, _ line: Int, _ message: String) {
    failure = StepFailure(location: .init(path: path, line: line), kind: .finding(message))
  }
}

/// A scenario with the files that it uses.
struct LoadedScenario: Sendable {
  var entry: Selection.Entry
  /// The shared beginnings in the order in which they run, followed by the scenario itself.
  var parts: [Part]

  struct Part: Sendable {
    /// The path that is shown.
    var path: FilePath
    /// The path relative to the root.
    var name: FilePath
    var transcript: Transcript
  }

  var path: FilePath { entry.path }
  var transcript: Transcript { parts[parts.count - 1].transcript }

  init(_ entry: Selection.Entry, beginnings: [Part] = [], transcript: Transcript) {
    self.entry = entry
    parts = beginnings + [Part(path: entry.path, name: entry.name, transcript: transcript)]
  }

  /// The folder for `--root` that a run of this scenario alone needs, because a beginning is outside the scenario's
  /// folder; `nil` if there is no such beginning.
  var neededRoot: FilePath? {
    let isWithin = parts.allSatisfy { part in
      part.name.relative(to: entry.name.folder).map { !$0.goesUp } ?? false
    }
    return isWithin ? nil : entry.root.path
  }

  /// The scenario's seed, or that of the last beginning that sets one.
  var seed: UInt64? {
    for part in parts.reversed() {
      if let seed = part.transcript.header.seed { return seed }
    }
    return nil
  }
}
