import CommandLanguage
import Posix
import Prompting
import Scenarios
import TerminalText

/// The files that a session reads and writes with `run`, `feed`, `save` and `record`.
final class SessionFileAccess: SessionRecords {
  /// The recording of the transcript that `save` writes; `nil` except at a prompt.
  weak var recording: Recording?
  /// Returns a check that a replay of a saved transcript gives the same output.
  var makeCheck: (() -> TranscriptCheck)?
  /// Returns the steps of the session's store as a scenario; `nil` if the session ran all of them itself.
  var storedHistory: () throws -> StoredTranscript? = { nil }
  /// A Boolean value that indicates whether each step is on disk before the next one begins.
  var syncsEachStep = true
  private let streams: ProgramStreams
  private let open: () throws(FileFailure) -> any ScenarioFiles
  private lazy var opened: Result<any ScenarioFiles, FileFailure> = Result(catching: open)
  let isConfined: Bool
  private var recordingFile: RecordingFile?
  /// The first line of the recorded file, which determines how lines end.
  private var recordingStart: [UInt8] = []
  /// The reason why the last recording ended early because another program changed its file; `nil` if it did not.
  private var brokenOff: FileFailure?
  /// The text that was written to each file. A file that still contains it may be overwritten.
  private var written: [FilePath: [UInt8]] = [:]
  /// The files from which the session continued.
  private var loaded: [FilePath] = []
  private var readPaths: [String] = []

  /// The maximum size of a file that is read, in bytes.
  static let byteCountMax = 16 << 20

  /// Creates access to all files.
  init(_ streams: ProgramStreams) {
    self.streams = streams
    open = { PosixFiles() }
    isConfined = false
  }

  /// Creates read-only access to a folder and its subfolders. The folder is opened when it is first needed.
  init(
    _ streams: ProgramStreams, confinedTo open: @escaping () throws(FileFailure) -> any ScenarioFiles
  ) {
    self.streams = streams
    self.open = open
    isConfined = true
  }

  func files() throws(FileFailure) -> any ScenarioFiles { try opened.get() }

  // MARK: Reading

  /// Returns a script, or the commands of a scenario as a script with the same line numbers, after the scripts of the
  /// scenarios that it uses.
  func scripts(_ path: String) throws -> [SessionScript] {
    if !FilePath(path).isScenario { return [SessionScript(path: path, content: try read(path))] }
    let parts = try scenario(path).parts
    return parts.enumerated().map { index, part in
      let shown = index == parts.count - 1 ? path : part.path.text
      noteRead(shown)
      return SessionScript(path: shown, content: part.transcript.script())
    }
  }

  /// Returns the commands of a scenario and of the files that it uses, with its seed, or a whole script as one text.
  func readCommands(_ path: String) throws -> (commands: [[UInt8]], seed: UInt64?) {
    guard FilePath(path).isScenario else { return ([try read(path)], nil) }
    let scenario = try scenario(path)
    return (scenario.commands, scenario.seed)
  }

  private func scenario(_ path: String) throws -> StartingScenario {
    do throws(FileFailure) {
      return try StartingScenario(resolved(path), in: files())
    } catch {
      let file = error.path == resolved(path) ? FilePath(path) : error.path
      throw Explanation(Self.message(of: FileFailure(file, error.reason)), argument: 0)
    }
  }

  /// Returns the contents of a file of any kind.
  func read(_ path: String) throws -> [UInt8] {
    do {
      let bytes = try files().read(resolved(path), byteCountMax: Self.byteCountMax)
      noteRead(path)
      return bytes
    } catch {
      throw Explanation(Self.message(of: FileFailure(FilePath(path), error.reason)), argument: 0)
    }
  }

  /// Returns the message of a failure. The output of a scenario may include the message, so it must not name a folder
  /// of this machine.
  private static func message(of failure: FileFailure) -> String {
    guard case .outside = failure.reason else { return "\(failure)" }
    return "“\(failure.path)” is outside the scenario's folder"
  }

  /// Throws an error if there is no file or folder at a path.
  func checkExists(_ path: String) throws {
    do { _ = try files().stamp(resolved(path)) } catch {
      throw Explanation(Self.message(of: FileFailure(FilePath(path), error.reason)), argument: 0)
    }
  }

  // MARK: Writing

  func save(to path: String) throws {
    let (file, stored) = try write(to: path)
    if let stored {
      if stored.isSame {
        streams.report(
          "\(Self.description(of: stored, in: file)); a replay gives the same result")
      } else {
        warn(about: stored, in: file)
      }
    } else if let recording {
      reportReplay(recording, file)
    }
  }

  private static func description(of stored: StoredTranscript, in file: FilePath) -> String {
    "“\(file)” contains the store's history (\(English.count(stored.commandCount, "command")))"
  }

  private func warn(about stored: StoredTranscript, in file: FilePath) {
    streams.report(
      "warning: \(Self.description(of: stored, in: file)), but a replay leads to a different state")
  }

  func record(to path: String?) throws {
    guard let path else {
      guard recordingFile != nil else { throw Explanation("nothing is being recorded") }
      return endRecording()
    }
    try beginRecording(to: path)
    streams.report("recording the whole session to \(Quoting.message(path))")
  }

  /// Starts recording the session to a file. If a store had steps before this session, the file begins with them.
  func beginRecording(to path: String) throws {
    let (file, stored) = try write(to: path)
    if let stored, !stored.isSame { warn(about: stored, in: file) }
    do { recordingFile = try RecordingFile(file, byteCount: written[file]?.count ?? 0) } catch {
      throw Explanation("\(error)", argument: 0)
    }
    brokenOff = nil
    let text = written[file] ?? []
    recordingStart = Array(text.prefix((text.firstIndex(of: UInt8(ascii: "\n")) ?? -1) + 1))
  }

  func saveSettings(_ settings: [(name: String, value: String)]) throws {
    guard !isConfined, recording != nil else {
      throw Explanation("settings can only be saved at the prompt")
    }
    guard let path = ConfigurationFolder(program: streams.program).initFile else {
      throw Explanation("there is no folder for settings: set HOME or XDG_CONFIG_HOME to an absolute path")
    }
    var old: [UInt8]?
    do { old = try files().read(path, byteCountMax: Self.byteCountMax) } catch {
      if error.reason != .missing { throw error }
    }
    PosixFiles.makeFolder(path.folder)
    let new = ConfigurationFolder.replacing(settings: settings, in: old ?? [])
    try files().write(new, to: path, if: old.map { .holds($0) } ?? .free)
    streams.report(
      "\(settings.count == 1 ? "1 setting is" : "\(settings.count) settings are") saved in “\(path)”")
  }

  /// Writes the session so far. If a store had steps before this session, the commands of this session alone cannot be
  /// replayed, so the history of the store is written instead.
  private func write(to path: String) throws -> (FilePath, StoredTranscript?) {
    if isConfined { throw Explanation("nothing can be written from here") }
    guard let recording else { throw Explanation("only a session at the prompt can be saved") }
    let stored = try storedHistory()
    return (try write(stored?.transcript ?? recording.transcript, to: path), stored)
  }

  private func write(_ transcript: [UInt8], to path: String) throws -> FilePath {
    let file = resolved(path)
    if let recordingFile, recordingFile.isFile(at: file) {
      throw Explanation(
        "the session is already being recorded to \(Quoting.message(path))",
        notes: ["“record” without a file ends the recording"], argument: 0)
    }
    let held = (try? files().read(file, byteCountMax: Self.byteCountMax)) ?? []
    let whole = SavedText.text(of: transcript, extending: held)
    do {
      let own = written[file] ?? (whole == nil || held.isEmpty ? nil : held)
      try files().write(whole ?? transcript, to: file, if: own.map { .holds($0) } ?? .free)
    } catch {
      var notes: [String] = []
      if error.reason == .exists {
        if let obstacle = SavedText.obstacle(to: transcript, continuing: held) {
          notes.append("this session does not continue it: \(obstacle)")
        }
        notes.append("remove it, or choose another name")
      }
      throw Explanation("\(FileFailure(FilePath(path), error.reason))", notes: notes, argument: 0)
    }
    written[file] = whole ?? transcript
    if !file.isScenario {
      let ending = FilePath.scenarioEnding
      streams.report(
        "warning: “\(file)” does not end in “\(ending)”, so “load” and “run” read it as a script")
    }
    for path in readPaths { warnUnlessBeside(file, path) }
    return file
  }

  func noteLoaded(_ path: FilePath) { loaded.append(path) }

  var isRecording: Bool { recordingFile != nil }

  private func reportReplay(_ recording: Recording, _ file: FilePath) {
    if recording.lostCount > 0 {
      streams.report(
        "the session is too long for a scenario: its last \(recording.lostCount) commands are omitted")
    }
    guard let check = makeCheck?() else { return }
    let text = written[file] ?? recording.transcript
    let commandCount = Transcript(text).steps.count
    guard commandCount > 0 else {
      streams.report("warning: “\(file)” has no commands yet, and a scenario without commands fails")
      return
    }
    if let failure = check.firstFailure(of: text, at: file) {
      streams.report("warning: a replay has a different result: \(failure.location): \(failure.message)")
    } else {
      let commands =
        commandCount == 1 ? "1 command, which replays" : "\(commandCount) commands, which replay"
      streams.report("“\(file)” has \(commands) with the same result")
    }
    if recording.unrepeatedCount > 0 {
      let lines = recording.unrepeatedCount == 1 ? "1 line is" : "\(recording.unrepeatedCount) lines are"
      streams.report("warning: \(lines) kept only as a comment, because a replay cannot repeat it")
    }
    let count = recording.mistakeCount
    if count > 0 {
      let lines =
        count == 1 ? "1 line that failed before it ran is" : "\(count) lines that failed before they ran are"
      streams.report("\(lines) omitted; “record FILE” keeps such lines")
    }
  }

  /// Replays the session so far, and reports whether the output is the same.
  func replay() throws {
    guard let check = makeCheck?(), let recording, recording.commandCount > 0 else {
      throw Explanation("there is nothing to replay yet")
    }
    let stored = try storedHistory()
    let transcript = stored?.transcript ?? recording.transcript
    if let failure = check.firstFailure(of: transcript, at: "session.scenario") {
      throw Explanation(
        "a replay of the session has a different result: \(failure.location): \(failure.message)")
    }
    let commands = English.count(stored?.commandCount ?? recording.commandCount, "command")
    streams.report("the session, \(commands), replays with the same result")
  }

  /// Ends the recording. Reports whether a replay gives the same output, or why the recording is incomplete.
  func endRecording() {
    guard let file = recordingFile else { return }
    // The cause of the problem, such as a full disk, may no longer exist.
    if file.problem != nil { keepUp([]) }
    guard recordingFile != nil else { return }
    file.sync()
    recordingFile = nil
    if let problem = file.problem {
      streams.remark("“\(file.path)” is incomplete: \(problem)")
    } else if let recording {
      reportReplay(recording, file.path)
    }
  }

  /// Adds a piece of the transcript to the recorded file. It is called whenever the transcript grows.
  func keepUp(_ piece: ArraySlice<UInt8>) {
    guard let file = recordingFile else { return }
    let before = file.problem
    let piece = SavedText.endingLines(of: piece, as: recordingStart)
    let problem = file.append(piece)
    if let problem, problem.reason == .changed {
      brokenOff = problem
      recordingFile = nil
      streams.remark("\(problem); the recording ends here\(commandCount(of: file.path))")
    } else if let problem, problem != before {
      streams.remark("\(problem); later lines are kept in memory and written when there is space")
    } else if before != nil, problem == nil {
      streams.remark("the recording in “\(file.path)” continues and is complete")
    }
    if problem == nil { written[file.path]?.append(contentsOf: piece) } else { written[file.path] = nil }
    if syncsEachStep { file.sync() }
  }

  /// Returns the end of a message with the number of commands in a file; empty if the file cannot be read.
  private func commandCount(of path: FilePath) -> String {
    guard let text = try? files().read(path, byteCountMax: Self.byteCountMax) else { return "" }
    return "; the file has \(English.count(Transcript(text).steps.count, "command"))"
  }

  /// A Boolean value that indicates whether recorded text may not be on disk yet.
  var isDirty: Bool { recordingFile?.isDirty ?? false }

  func sync() { recordingFile?.sync() }

  /// The reason why the recorded file does not contain the whole session; `nil` if it does, or if there is no
  /// recording.
  var recordingProblem: FileFailure? { recordingFile?.problem ?? brokenOff }

  /// The number of commands that changed something and are not in a file.
  var unsavedCount: Int {
    guard let recording, !recording.changeEnds.isEmpty else { return 0 }
    if let recordingFile, recordingFile.problem == nil, recording.lostCount == 0 { return 0 }
    let contents =
      written.values.map(\.self)
      + loaded.compactMap { try? files().read($0, byteCountMax: Self.byteCountMax) }
    let saved = contents.map { SavedText.byteCount(of: recording.transcript, heldBy: $0) }.max() ?? 0
    return recording.changeEnds.count { $0 > saved }
  }

  /// A Boolean value that indicates whether every command that changed something is in a file.
  var isSaved: Bool { unsavedCount == 0 }

  // MARK: Paths

  private func noteRead(_ path: String) {
    guard recording != nil, !readPaths.contains(path) else { return }
    readPaths.append(path)
    if let recordingFile { warnUnlessBeside(recordingFile.path, path) }
  }

  /// Warns if a replay of the scenario would not find a file that was read. A replay resolves paths relative to the
  /// scenario's folder, and cannot read files outside it.
  private func warnUnlessBeside(_ scenario: FilePath, _ path: String) {
    let problem: String
    do throws(FileFailure) {
      _ = try files().below(scenario.folder).read(FilePath(path), byteCountMax: Self.byteCountMax)
      return
    } catch {
      switch error.reason {
      case .outside: problem = "a replay cannot read \(Quoting.message(path)) outside the scenario's folder"
      default:
        problem =
          "a replay looks for \(Quoting.message(path)) in the scenario's folder, where it does not exist"
      }
    }
    streams.report("warning: \(problem)")
  }

  /// Returns the path with the home folder in place of a leading “~/”, as in a shell.
  func resolved(_ path: String) -> FilePath {
    guard !isConfined, path.utf8.starts(with: "~/".utf8), let home = ProcessState.variable("HOME") else {
      return FilePath(path)
    }
    return FilePath(bytes: Array(home.utf8) + path.utf8.dropFirst())
  }
}
