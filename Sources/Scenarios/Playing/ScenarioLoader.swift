/// Reads scenarios and the files that they use, all from within the roots of their entries.
struct ScenarioLoader {
  static let nestingMax = 16
  static let beginningCountMax = 64

  private var beginnings: [LoadedScenario.Part] = []
  private var failure: StepFailure?

  /// A chosen scenario, or what is wrong with it or with a file that it uses.
  mutating func load(_ entry: Selection.Entry) -> Result<LoadedScenario, LoadFailure> {
    beginnings = []
    failure = nil
    do throws(FileFailure) {
      let transcript = Transcript(try Self.read(entry))
      if !transcript.header.uses.isEmpty {
        let identity = try entry.root.files.stamp(entry.name).identity
        use(transcript, entry.path, entry.name, entry.root, within: [identity])
      }
      if let failure { return .failure(LoadFailure(claim: transcript.header.claim, failure: failure)) }
      return .success(LoadedScenario(entry, beginnings: beginnings, transcript: transcript))
    } catch {
      let failure = StepFailure(place: .init(path: entry.path, line: 0), kind: .finding(error.description))
      return .failure(LoadFailure(claim: "", failure: failure, isUnreadable: true))
    }
  }

  struct LoadFailure: Error {
    var claim: String
    var failure: StepFailure
    /// The scenario's own file cannot be read.
    var isUnreadable = false
  }

  /// A chosen file, without those that it uses; `nil` if it cannot be read.
  static func transcript(of entry: Selection.Entry) -> Transcript? {
    (try? read(entry)).map { Transcript($0) }
  }

  /// A chosen file's header; `nil` if it cannot be read.
  static func header(of entry: Selection.Entry) -> ScenarioHeader? { transcript(of: entry)?.header }

  private static func read(_ entry: Selection.Entry) throws(FileFailure) -> [UInt8] {
    if let failure = entry.failure { throw failure }
    do { return try entry.root.files.read(entry.name, byteCountMax: Transcript.byteCountMax) } catch {
      throw FileFailure(entry.path, error.reason)
    }
  }

  /// Adds the files that a transcript uses, each after those that it uses itself.
  private mutating func use(
    _ transcript: Transcript, _ path: FilePath, _ name: FilePath, _ root: Selection.Root,
    within chain: [FileStamp.Identity]
  ) {
    for use in transcript.header.uses {
      let used = path.folder.joined(use.path)
      let usedName = name.folder.joined(use.path)
      do throws(FileFailure) {
        let identity = try root.files.stamp(usedName).identity
        if let problem = problem(with: identity, used, chain) { return fail(path, use.line, problem) }
        let part = Transcript(try root.files.read(usedName, byteCountMax: Transcript.byteCountMax))
        self.use(part, used, usedName, root, within: chain + [identity])
        if failure != nil { return }
        beginnings.append(.init(path: used, name: usedName, transcript: part))
      } catch {
        if case .outside = error.reason {
          return fail(path, use.line, "“\(used)” leads out of the folder that is replayed")
        }
        return fail(path, use.line, FileFailure(used, error.reason).description)
      }
    }
  }

  private func problem(
    with identity: FileStamp.Identity, _ used: FilePath, _ chain: [FileStamp.Identity]
  ) -> String? {
    if chain.contains(identity) { return "“\(used)” uses itself, directly or through others" }
    if chain.count > Self.nestingMax { return "files use each other more than \(Self.nestingMax) deep" }
    if beginnings.count >= Self.beginningCountMax {
      return "a scenario uses at most \(Self.beginningCountMax) files"
    }
    return used.isScenario ? nil : "“\(used)” is no “\(FilePath.scenarioEnding)” file"
  }

  private mutating func fail(_ path: FilePath, _ line: Int, _ message: String) {
    failure = StepFailure(place: .init(path: path, line: line), kind: .finding(message))
  }
}
