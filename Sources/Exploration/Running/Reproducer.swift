import CommandLanguage
import Scenarios
import Simulator

/// A reproducer of faults, which runs lines in a session in its initial state.
struct Reproducer {
  let session: JobSession
  /// The injected fault of the store; `nil` for none.
  var storeFault: StoreFault?
  /// Called with each line before it runs, and with the number of lines before it.
  var onLine: ((Int, String) -> Void)?

  private var world: ExploredWorld { session.world }

  /// Returns the first fault of the lines, and the number of lines up to and including the one that shows it; `nil` if
  /// there is none.
  ///
  /// - Parameters:
  ///   - kind: the kind of fault to reproduce. The checks of a whole session run only for a kind that needs them.
  ///   - isFresh: whether to create a new session.
  ///   - isSought: returns whether to stop at a violation; `nil` to stop at each one of the kind. The lines continue
  ///     behind other violations.
  func fault(
    of lines: [String], lookingFor kind: Fault.Kind?, isFresh: Bool = false,
    isSought: ((Fault) -> Bool)? = nil
  ) -> (fault: Fault, lineCount: Int)? {
    if let kind, kind.isOfWholeSession {
      return (try? sessionFault(of: lines, lookingFor: kind)).flatMap { $0 }.map { ($0, lines.count) }
    }
    guard let runner = try? session.begin(isFresh: isFresh) else { return nil }
    runner.beginWalk()
    let isGoal = kind == .reached || kind == .never
    if !isGoal { runner.checking.begin(.all) }
    onLine?(0, "")
    defer { onLine?(0, "") }
    for (index, line) in lines.enumerated() {
      onLine?(index, line)
      for fault in runner.run(line) {
        // The condition may become true after a limit is reached.
        if isGoal, fault.kind != kind { continue }
        if fault.isViolation, !(isSought?(fault) ?? (kind == nil || fault.kind == kind)) { continue }
        return (fault, index + 1)
      }
    }
    return nil
  }

  /// Returns a fault of the session as a whole: of its recording, its repetition, its language or its journal; `nil` if
  /// there is none.
  ///
  /// - Parameter kind: the kind of fault to search for; `nil` for all kinds.
  func sessionFault(of lines: [String], lookingFor kind: Fault.Kind? = nil) throws -> Fault? {
    if kind == nil || kind == .save, let fault = try saveFault(of: lines) { return fault }
    if kind == .chance { return try chanceFault(of: lines) }
    if kind == nil || kind == .form, let fault = try formFault(of: lines) {
      // The sessions may differ for another reason than the definitions.
      if kind == nil, let fault = try chanceFault(of: lines) { return fault }
      return fault
    }
    let lines = session.prefix + lines
    // A store does not keep the limit of the history, so lines that set it are not compared.
    guard kind == nil || kind == .journal, !lines.contains(where: { $0.hasPrefix("set history") }),
      let message = try world.journalProblem?(session.seed, lines, storeFault, { false })
    else {
      return nil
    }
    return Fault(.journal, storeFault?.kind.rawValue ?? "", message)
  }

  /// Returns a fault if two sessions with the same seed reach different states: a new one, and the session of the
  /// walks, which was reset and has already prepared most lines.
  private func chanceFault(of lines: [String]) throws -> Fault? {
    let runner = try session.begin()
    runner.beginWalk()
    for line in lines { _ = runner.run(line) }
    let fresh = try world.makeSession(seed: session.seed)
    for line in session.prefix + lines { _ = fresh.run(line) }
    return runner.checking.digest == fresh.world.stateDigest
      ? nil : Fault(.chance, "", "the same lines lead to a different state in a session that was reset")
  }

  /// Returns a fault if calls of definitions lead to a different state than the lines, or to different commands in the
  /// log. All lines run twice, so that each definition is called in several states.
  func formFault(of lines: [String]) throws -> Fault? {
    let runner = try session.begin()
    runner.beginWalk()
    for line in lines + lines { _ = runner.run(line) }
    let other = try world.makeSession(seed: session.seed)
    for line in session.prefix { _ = other.run(line) }
    var definitions = LineDefinitions(other)
    for line in lines + lines { definitions.run(line) }
    let (direct, called) = (runner.session.stepCommands, other.stepCommands)
    for (command, other) in zip(direct, called) where command != other {
      let name = command.first?.first ?? ""
      return Fault(.form, name, "the log shows a different command if a definition calls “\(name)”")
    }
    let isSame = direct.count == called.count && runner.checking.digest == other.world.stateDigest
    return isSame ? nil : Fault(.form, "", "calls of definitions lead to a different state than their bodies")
  }

  /// Returns a fault if a replay of a recording of the lines prints other bytes.
  func saveFault(of lines: [String]) throws -> Fault? {
    let transcript = try recorded(lines)
    return failure(ofReplaying: transcript).map { failure in
      Fault(
        .save, "",
        "saved and replayed, line \(failure.location.line) of the file has a different result: \(failure.message)"
      )
    }
  }

  func failure(ofReplaying transcript: [UInt8]) -> StepFailure? {
    TranscriptCheck(host: world.replay, files: NoFiles(), system: ReplaySystem { _ in })
      .firstFailure(of: transcript, at: "saved.scenario")
  }

  /// Returns the transcript of the lines in a session in its initial state.
  func recorded(
    _ lines: [String], claim: String = "", tags: [String] = [], cause: String = "",
    faults: String = ""
  ) throws -> [UInt8] {
    let recorded = try world.makeSession(seed: session.seed)
    let recording = Recording(
      claim: claim, tags: tags, cause: cause, faults: faults, seed: session.seed,
      kept: { [unowned recorded, recordedPart = world.recordedPart] in recordedPart($0, recorded) })
    for line in session.prefix + lines { _ = recorded.run(line, hooks: [recording]) }
    return recording.transcript
  }
}

/// A runner of lines as calls of definitions. Equal lines share a definition, whose arguments are bound once. About
/// half of the lines get computed arguments instead, which are bound at each call. Most lines are put into a loop or a
/// branch that runs them once.
private struct LineDefinitions {
  private let session: CommandSession
  private var calls: [String: String] = [:]

  init(_ session: CommandSession) { self.session = session }

  mutating func run(_ line: String) {
    let call = calls[line] ?? define(line)
    calls[line] = call
    _ = session.run(call)
  }

  /// Returns the call of a new definition. Returns the line itself if it cannot be a definition yet, for example
  /// because it names a watch that does not exist.
  private func define(_ line: String) -> String {
    let read = session.read(line.utf8.span)
    let traits = read.outline.first?.traits ?? []
    // The log shows these commands as they are written.
    guard !traits.contains(.direct), !traits.contains(.aboutThePast),
      let computed = read.withComputedArguments
    else { return line }
    let taken = Set(session.definedCommands.map(\.name))
    var name = "line\(calls.count + 1)"
    while taken.contains(name) { name += "_" }
    let body = line.utf8.count.isMultiple(of: 2) ? computed : line
    // A part of a line, such as a definition, may not be allowed within a block.
    for form in [Self.form(ofLine: line), { $0 }] {
      let (_, outcome) = session.run("def \(name) { \(form(body)) }")
      if outcome == .done { return name }
    }
    return line
  }

  /// Returns a form of the language that runs a body once. The line determines the form, so that a fault can be
  /// reproduced.
  private static func form(ofLine line: String) -> (_ body: String) -> String {
    switch line.utf8.reduce(0, { $0 &+ Int($1) }) % 6 {
    case 0: { "for round in [1, 2, 3] { if round != 2 { continue }; \($0) }" }
    case 1: { "for round in [1, 2] { \($0); if round == 1 { break } }" }
    case 2: { "repeat 2 - 1 { \($0) }" }
    case 3: { "let isDone = false; while not isDone { \($0); let isDone = true }" }
    case 4: { "if 1 > 2 { return } else if not (1 < 2) { return } else { \($0) }" }
    default: { $0 }
    }
  }
}

extension CommandSession {
  /// The commands of the history's steps, each with its name and its unquoted arguments.
  fileprivate var stepCommands: [[[String]]] { world.checking.causes.map { read($0.utf8.span).commands } }
}

/// A file system without files.
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
