/// Reads scenarios and the files that they use.
struct ScenarioLoader {
  static let byteCountMax = 16 << 20
  static let nestingMax = 16
  static let beginningCountMax = 64

  let files: any ScenarioFiles
  /// Resolved folders; `# uses:` reaches nothing outside them. Empty for no bound.
  let roots: [String]
  private var resolvedFolders: (asGiven: String, resolved: String)?
  private var beginnings: [LoadedScenario.Part] = []
  private var failure: StepFailure?

  init(files: any ScenarioFiles, roots: [String]) {
    self.files = files
    self.roots = roots
  }

  /// A chosen scenario, or what is wrong with it or with a file that it uses.
  mutating func load(_ entry: Selection.Entry) -> Result<LoadedScenario, LoadFailure> {
    let path = entry.path
    beginnings = []
    failure = nil
    do {
      if entry.isLink { try checkTarget(of: path) }
      let transcript = Transcript(try files.read(path, byteCountMax: Self.byteCountMax))
      let folder = try resolvedFolder(of: path)
      if !transcript.header.uses.isEmpty {
        use(transcript, at: path, within: [try files.resolve(path)])
      }
      if let failure { return .failure(LoadFailure(claim: transcript.header.claim, failure: failure)) }
      return .success(
        LoadedScenario(path: path, folder: folder, beginnings: beginnings, transcript: transcript))
    } catch {
      let failure = StepFailure(place: .init(path: path, line: 0), kind: .finding(error.description))
      return .failure(LoadFailure(claim: "", failure: failure, isUnreadable: true))
    }
  }

  /// A link may not lead the runner to a file elsewhere: what it holds would be shown.
  private func checkTarget(of path: String) throws(FileFailure) {
    guard let root = roots.first else { return }
    let resolved = try files.resolve(path)
    if !roots.contains(where: { ScenarioPath.isInside(resolved, folder: $0) }) {
      throw FileFailure(path, .outside(folder: root))
    }
  }

  struct LoadFailure: Error {
    var claim: String
    var failure: StepFailure
    /// The scenario's own file cannot be read.
    var isUnreadable = false
  }

  /// Adds the files that a transcript uses, each after those that it uses itself.
  private mutating func use(_ transcript: Transcript, at path: String, within chain: [String]) {
    for use in transcript.header.uses {
      let used = ScenarioPath.joined(ScenarioPath.folder(of: path), use.path)
      do {
        let resolved = try files.resolve(used)
        if let problem = problem(with: resolved, used, chain) {
          return fail(path, use.line, problem)
        }
        let part = Transcript(try files.read(resolved, byteCountMax: Self.byteCountMax))
        self.use(part, at: used, within: chain + [resolved])
        if failure != nil { return }
        beginnings.append(.init(path: used, transcript: part))
      } catch {
        return fail(path, use.line, error.description)
      }
    }
  }

  private func problem(with resolved: String, _ used: String, _ chain: [String]) -> String? {
    if chain.contains(resolved) {
      return "“\(Escaping.visible(used))” uses itself, directly or through others"
    }
    if chain.count > Self.nestingMax { return "files use each other more than \(Self.nestingMax) deep" }
    if beginnings.count >= Self.beginningCountMax {
      return "a scenario uses at most \(Self.beginningCountMax) files"
    }
    if !ScenarioPath.isScenario(resolved) {
      return "“\(Escaping.visible(used))” is no “\(ScenarioPath.fileEnding)” file"
    }
    if !roots.isEmpty, !roots.contains(where: { ScenarioPath.isInside(resolved, folder: $0) }) {
      return "“\(Escaping.visible(used))” leads out of the folder that is replayed"
    }
    return nil
  }

  private mutating func fail(_ path: String, _ line: Int, _ message: String) {
    failure = StepFailure(place: .init(path: path, line: line), kind: .finding(message))
  }

  /// Scenarios of one folder come one after another, so the last answer is the likely one.
  private mutating func resolvedFolder(of path: String) throws(FileFailure) -> String {
    let folder = ScenarioPath.folder(of: path)
    if let known = resolvedFolders, ScenarioPath.isSame(known.asGiven, folder) { return known.resolved }
    let resolved = try files.resolve(folder)
    resolvedFolders = (folder, resolved)
    return resolved
  }
}

extension ScenarioLoader {
  /// A file's header; `nil` if it cannot be read.
  mutating func header(of path: String) -> ScenarioHeader? {
    (try? files.read(path, byteCountMax: Self.byteCountMax)).map { Transcript($0).header }
  }
}
