import CommandLanguage
import Scenarios
import TerminalText

/// Reaches files for a session's `run`, `feed`, `save` and `record`.
final class SessionFileAccess: SessionFiles {
  /// Keeps the transcript that `save` writes; only a prompt has one.
  weak var recording: RecordingSession?
  /// Makes what replays a transcript that is saved, to tell whether it gives the same.
  var makeCheck: (() -> TranscriptCheck)?
  /// Whether every step is on the disk before the next one begins.
  var syncsEachStep = true
  private let streams: ProgramStreams
  private let open: () throws(FileFailure) -> any ScenarioFiles
  private lazy var opened: Result<any ScenarioFiles, FileFailure> = Result(catching: open)
  private let isConfined: Bool
  /// The file that grows with the session.
  private var recordingFile: RecordingFile?
  /// What was written here, by file: as long as a file holds that, it may be written again.
  private var written: [FilePath: [UInt8]] = [:]
  /// The files that the session began with.
  private var loaded: [FilePath] = []
  /// The paths of what was read, as they were given.
  private var readPaths: [String] = []

  /// The largest file that is read.
  static let byteCountMax = 16 << 20

  /// Reaches every file.
  init(_ streams: ProgramStreams) {
    self.streams = streams
    open = { PosixFiles() }
    isConfined = false
  }

  /// Reaches the files of one folder and those below, writes nothing, and opens it when it is first needed.
  init(
    _ streams: ProgramStreams, confinedTo open: @escaping () throws(FileFailure) -> any ScenarioFiles
  ) {
    self.streams = streams
    self.open = open
    isConfined = true
  }

  private func files() throws(FileFailure) -> any ScenarioFiles { try opened.get() }

  // MARK: Reading

  /// A file's content; of a scenario its commands, each where it stands.
  func read(_ path: String) throws -> [UInt8] {
    let bytes = try readWhole(path)
    return FilePath(path).isScenario ? Transcript(bytes).script : bytes
  }

  /// A file's content, whatever it is.
  func readWhole(_ path: String) throws -> [UInt8] {
    do {
      let bytes = try files().read(resolved(path), byteCountMax: Self.byteCountMax)
      noteRead(path)
      return bytes
    } catch {
      throw Explanation(Self.message(of: FileFailure(FilePath(path), error.reason)), argument: 0)
    }
  }

  /// A scenario holds what is said here, so it must not name a place on this machine.
  private static func message(of failure: FileFailure) -> String {
    guard case .outside = failure.reason else { return "\(failure)" }
    return "“\(failure.path)” leads out of the scenario's folder"
  }

  func paths(beginningWith prefix: String) -> [String] {
    let path = FilePath(prefix)
    let folder = path.bytes.contains(UInt8(ascii: "/")) ? path.folder : "."
    let isHiddenWanted = path.name.bytes.first == UInt8(ascii: ".")
    guard let files = try? files() else { return [] }
    let entries = (try? files.list(resolved(folder.text))) ?? []
    var paths: [FilePath] = []
    for entry in entries where isHiddenWanted || entry.name.bytes.first != UInt8(ascii: ".") {
      // What is no UTF-8 cannot be typed.
      guard String(validating: entry.name.bytes, as: UTF8.self) != nil,
        entry.name.bytes.starts(with: path.name.bytes)
      else { continue }
      let path = FilePath(bytes: path.bytes.dropLast(path.name.bytes.count) + entry.name.bytes)
      let isFolder =
        switch entry.kind {
        case .folder: true
        case .link: (try? files.stamp(resolved(path.text)))?.isFolder ?? false
        case .file, .other: false
        }
      paths.append(isFolder ? FilePath(bytes: path.bytes + [UInt8(ascii: "/")]) : path)
    }
    return paths.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.text)
  }

  func programs(beginningWith prefix: String) -> [String] {
    if isConfined { return [] }
    if prefix.utf8.contains(UInt8(ascii: "/")) { return paths(beginningWith: prefix) }
    guard let files = try? files() else { return [] }
    var names: Set<String> = []
    for folder in (ProcessState.variable("PATH") ?? "").split(separator: ":") {
      for entry in (try? files.list(FilePath(String(folder)))) ?? [] {
        switch entry.kind {
        case .folder, .other: continue
        case .file, .link: break
        }
        // What is no UTF-8 cannot be typed.
        guard let name = String(validating: entry.name.bytes, as: UTF8.self),
          name.utf8.starts(with: prefix.utf8)
        else { continue }
        names.insert(name)
      }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  // MARK: Writing

  func save(to path: String) throws {
    let (recording, file) = try write(to: path)
    tellWhetherSame(recording, file)
  }

  func record(to path: String?) throws {
    guard let path else {
      guard recordingFile != nil else { throw Explanation("nothing is being recorded") }
      return endRecording()
    }
    try beginRecording(to: path)
    streams.tell("recording into \(Quoting.message(path)), from the first command on")
  }

  /// From now on the file grows with the session.
  func beginRecording(to path: String) throws {
    let (recording, file) = try write(to: path)
    do { recordingFile = try RecordingFile(file, byteCount: recording.transcript.count) } catch {
      throw Explanation("\(error)", argument: 0)
    }
  }

  func saveSettings(_ settings: [(name: String, value: String)]) throws {
    guard !isConfined, recording != nil, let path = ConfigurationFolder(program: streams.program).initFile
    else {
      throw Explanation("settings are kept by the prompt alone")
    }
    do throws(FileFailure) {
      var old: [UInt8]?
      do throws(FileFailure) { old = try files().read(path, byteCountMax: Self.byteCountMax) } catch {
        if error.reason != .missing { throw error }
      }
      PosixFiles.makeFolder(path.folder)
      let new = ConfigurationFolder.replacing(settings: settings, in: old ?? [])
      try files().write(new, to: path, if: old.map { .holds($0) } ?? .free)
    } catch {
      throw Explanation("\(error)")
    }
    streams.tell(
      "\(settings.count == 1 ? "1 setting is" : "\(settings.count) settings are") kept in “\(path)”")
  }

  private func write(to path: String) throws -> (RecordingSession, FilePath) {
    if isConfined { throw Explanation("nothing is written from here") }
    guard let recording else { throw Explanation("only a session at the prompt can be saved") }
    let file = resolved(path)
    do {
      let own = written[file] ?? beginning(of: recording, in: file)
      try files().write(recording.transcript, to: file, if: own.map { .holds($0) } ?? .free)
    } catch {
      let notes = error.reason == .exists ? ["remove it, or choose another name"] : []
      throw Explanation("\(FileFailure(FilePath(path), error.reason))", notes: notes, argument: 0)
    }
    written[file] = recording.transcript
    for path in readPaths { warnUnlessBeside(file, path) }
    return (recording, file)
  }

  /// What a file holds, if that is how this session began: nothing of it is lost when the session is written there.
  private func beginning(of recording: RecordingSession, in file: FilePath) -> [UInt8]? {
    guard let bytes = try? files().read(file, byteCountMax: Self.byteCountMax), !bytes.isEmpty,
      recording.transcript.starts(with: bytes)
    else { return nil }
    return bytes
  }

  /// Notes a file that the session goes on from.
  func noteLoaded(_ path: FilePath) { loaded.append(path) }

  /// Whether a file grows with the session.
  var isRecording: Bool { recordingFile != nil }

  private func tellWhetherSame(_ recording: RecordingSession, _ file: FilePath) {
    if recording.lostCount > 0 {
      streams.tell(
        "the session is longer than a scenario may be: its last \(recording.lostCount) commands are left out")
    }
    guard recording.commandCount > 0, let check = makeCheck?() else { return }
    if let failure = check.firstFailure(of: recording.transcript, at: file) {
      streams.tell("warning: replayed, this does not give the same: \(failure.place): \(failure.message)")
    } else {
      let commands =
        recording.commandCount == 1
        ? "1 command, which gives" : "\(recording.commandCount) commands, which give"
      streams.tell("“\(file)” holds \(commands) the same when replayed")
    }
  }

  /// Records no more; says whether a replay of what was recorded gives the same.
  func endRecording() {
    guard let file = recordingFile else { return }
    file.sync()
    recordingFile = nil
    if let recording { tellWhetherSame(recording, file.path) }
  }

  /// Brings the recorded file up to the session; called with what came after every step.
  func keepUp(_ piece: ArraySlice<UInt8>) {
    guard let file = recordingFile else { return }
    let before = file.problem
    let problem = file.append(piece)
    if let problem, problem != before {
      let more =
        problem.reason == .changed
        ? "the recording ends here" : "what comes is kept, and written when there is room"
      streams.remark("\(problem); \(more)")
    } else if before != nil, problem == nil {
      streams.remark("the recording in “\(file.path)” goes on, and is whole")
    }
    written[file.path] = nil
    if syncsEachStep { file.sync() }
  }

  /// Waits until what was recorded is on the disk.
  func sync() { recordingFile?.sync() }

  /// Why the recorded file does not hold the whole session; `nil` if it does, or there is none.
  var recordingProblem: FileFailure? { recordingFile?.problem }

  /// Whether all that the session did is in a file.
  var isSaved: Bool {
    guard let recording, recording.commandCount > 0 else { return true }
    if let recordingFile, recordingFile.problem == nil, recording.lostCount == 0 { return true }
    return written.values.contains(recording.transcript)
      || loaded.contains { beginning(of: recording, in: $0) == recording.transcript }
  }

  // MARK: Paths

  private func noteRead(_ path: String) {
    guard recording != nil, !readPaths.contains(path) else { return }
    readPaths.append(path)
    if let recordingFile { warnUnlessBeside(recordingFile.path, path) }
  }

  /// Says so when a replay of the scenario will not find a file that was read: it looks for paths from the
  /// scenario's own folder on, and nowhere outside.
  private func warnUnlessBeside(_ scenario: FilePath, _ path: String) {
    let beside = try? files().below(scenario.folder)
    if (try? beside?.read(FilePath(path), byteCountMax: Self.byteCountMax)) != nil { return }
    streams.tell(
      "warning: a replay looks for \(Quoting.message(path)) in the scenario's folder, and it is not there")
  }

  /// The path with the home folder in the place of a leading “~/”, as a shell has it.
  private func resolved(_ path: String) -> FilePath {
    guard !isConfined, path.utf8.starts(with: "~/".utf8), let home = ProcessState.variable("HOME") else {
      return FilePath(path)
    }
    return FilePath(bytes: Array(home.utf8) + path.utf8.dropFirst())
  }
}
