import CommandLanguage
import Scenarios

/// Runs lines in a session that has just begun, to see whether the same is wrong again.
struct Reproducer {
  let session: JobSession
  /// The fault of the store in which sessions are kept; `nil` for none.
  var storeFault: StoreFault?
  /// Called with each line before it is run, and with the number of lines before it.
  var onLine: ((Int, String) -> Void)?

  private var world: ExploredWorld { session.world }

  /// The first fault of the lines, and after how many of them it showed; `nil` when nothing is wrong.
  ///
  /// - Parameters:
  ///   - kind: the kind that is looked for; a save is replayed only for its sake.
  ///   - isFresh: `true` to make a new session.
  func fault(of lines: [String], lookingFor kind: Fault.Kind?, isFresh: Bool = false) -> (
    fault: Fault, lineCount: Int
  )? {
    if let kind, kind.isOfWholeSession {
      return (try? sessionFault(of: lines, lookingFor: kind)).flatMap { $0 }.map { ($0, lines.count) }
    }
    guard let runner = try? session.begin(isFresh: isFresh) else { return nil }
    let explored = runner.explored
    explored.beginWalk()
    let isGoal = kind == .reached || kind == .never
    if !isGoal { explored.beginChecking(.all, phase: 0) }
    onLine?(0, "")
    defer { onLine?(0, "") }
    for (index, line) in lines.enumerated() {
      onLine?(index, line)
      guard let fault = runner.run(line) else { continue }
      // The condition may become true after a limit is reached.
      if isGoal, fault.kind != kind { continue }
      return (fault, index + 1)
    }
    return nil
  }

  /// Returns what is wrong with the session of the lines as a whole: with its recording, its repetition, or its journal.
  ///
  /// - Parameter kind: the one kind of fault that is looked for; any of them for `nil`.
  func sessionFault(of lines: [String], lookingFor kind: Fault.Kind? = nil) throws -> Fault? {
    if kind == nil || kind == .save, let fault = try saveFault(of: lines) { return fault }
    if kind == nil || kind == .chance, let fault = try chanceFault(of: lines) { return fault }
    guard kind == nil || kind == .journal,
      let message = try world.journalProblem?(session.seed, session.prefix + lines, storeFault, { false })
    else {
      return nil
    }
    var fault = Fault(.journal, storeFault?.kind.rawValue ?? "", message)
    fault.storeFault = storeFault
    return fault
  }

  /// Returns a fault if two sessions of the same seed reach different states: a new one, and that of the walks, which was reset and
  /// has prepared most lines before.
  private func chanceFault(of lines: [String]) throws -> Fault? {
    let runner = try session.begin()
    runner.explored.beginWalk()
    for line in lines { _ = runner.run(line) }
    let fresh = try world.makeSession(session.seed)
    for line in session.prefix + lines { _ = fresh.session.run(line) }
    return runner.explored.digest == fresh.digest
      ? nil : Fault(.chance, "", "the same lines lead to a different state in a session that was reset")
  }

  /// Returns a fault if a recording of the lines does not replay to the same bytes.
  func saveFault(of lines: [String]) throws -> Fault? {
    let transcript = try recorded(lines)
    return failure(ofReplaying: transcript).map { failure in
      Fault(
        .save, "",
        "saved and replayed, line \(failure.location.line) of the file has a different result: \(failure.message)"
      )
    }
  }

  /// The first failure of a scenario when it is replayed.
  func failure(ofReplaying transcript: [UInt8]) -> StepFailure? {
    TranscriptCheck(host: world.replay, files: NoFiles(), system: ReplaySystem { _ in })
      .firstFailure(of: transcript, at: "saved.scenario")
  }

  /// The transcript of the lines in a session that has just begun.
  func recorded(
    _ lines: [String], claim: String = "", tags: [String] = [], cause: String = "",
    faults: String = ""
  ) throws -> [UInt8] {
    let explored = try world.makeSession(session.seed)
    let recording = Recording(
      claim: claim, tags: tags, cause: cause, faults: faults, seed: session.seed,
      kept: { [unowned explored] in explored.kept(of: $0) })
    for line in session.prefix + lines { _ = explored.session.run(line, hooks: [recording]) }
    return recording.transcript
  }
}

/// No file can be reached.
struct NoFiles: ScenarioFiles {
  func list(_ folder: FilePath) throws(FileFailure) -> [FolderEntry] { [] }

  func read(_ path: FilePath, byteCountMax: Int) throws(FileFailure) -> [UInt8] {
    throw FileFailure(path, .missing)
  }

  func write(_ bytes: [UInt8], to path: FilePath, if condition: WriteCondition) throws(FileFailure) {
    throw FileFailure(path, .notPermitted)
  }

  func checkIsWritable(_ path: FilePath) throws(FileFailure) { throw FileFailure(path, .notPermitted) }
  func stamp(_ path: FilePath) throws(FileFailure) -> FileStamp { throw FileFailure(path, .missing) }
  func below(_ folder: FilePath) throws(FileFailure) -> any ScenarioFiles { self }
  func resolve(_ path: FilePath) throws(FileFailure) -> FilePath { path }
}
