import CommandLanguage
import Posix
import Prompting
import Scenarios
import Simulator
import TerminalText

/// The services that the program offers its prompt, and the services that the prompt offers `load`, `live`, `demo` and
/// other commands.
final class PromptSessionHost<World: ProgramWorld>: PromptHost, PromptServices, LineHook {
  var startCommands: [[UInt8]] = []
  /// The step after the commands of the init file; 0 if the session had steps before them.
  private var firstStep = 0
  /// Returns the name of the running feed; `nil` if none runs.
  var feedName: () -> String? = { nil }
  /// The time of the last sync in a batch of lines, or of its beginning; `nil` outside a batch.
  private var groupStart: UInt64?
  var store: StoreSession?
  private(set) var lesson: LessonCourse?
  var canSuggest = false
  private let world: World
  private let session: CommandSession
  private let recording: Recording
  private let access: SessionFileAccess
  private let streams: ProgramStreams
  private var request: PromptRequest?
  private var recovery: RecoveryFile?
  /// A Boolean value that indicates whether the user was asked to confirm leaving, and has changed nothing since.
  private var hasAsked = false
  /// The position of the session when the prompt appeared.
  private var beginning: Position?

  init(
    _ world: World, _ session: CommandSession, _ recording: Recording,
    _ access: SessionFileAccess, _ streams: ProgramStreams
  ) {
    self.world = world
    self.session = session
    self.recording = recording
    self.access = access
    self.streams = streams
  }

  // MARK: Status

  var preferences: PromptPreferences { session.preferences }

  var status: String {
    var parts: [String] = []
    if let world = session.host as? any FeedWorld {
      parts.append("\(world.step)")
      if world.isInThePast { parts.append("undone") }
    }
    if access.isRecording { parts.append("recording") }
    if let feed = feedName() { parts.append("feed \(feed)") }
    return parts.joined(separator: " ")
  }

  func takeRequest() -> PromptRequest? {
    defer { request = nil }
    return request
  }

  func screens(columns: Int) -> [UInt8] {
    guard let command = world.screenCommand else { return [] }
    var output: [UInt8] = []
    let width = session.host.output.width
    session.host.output.width = columns
    defer { session.host.output.width = width }
    _ = session.run(Array(command.utf8).span, into: &output)
    return output
  }

  func edit(_ text: [UInt8]) throws -> [UInt8]? {
    guard ExternalProgram.editor != nil else {
      throw Explanation("no editor is set; set the environment variable VISUAL or EDITOR to one")
    }
    return ExternalProgram.edit(text)
  }

  func page(_ text: [UInt8]) -> Bool { ExternalProgram.page(text) }

  // MARK: Continuing from a file

  func takeStartCommands() -> [[UInt8]] {
    defer { startCommands = [] }
    return startCommands
  }

  /// The seed of the session as it was given to the program; `nil` if it was not given.
  private var givenSeed: UInt64? { Transcript(recording.transcript).header.seed }

  func load(_ path: String) throws -> String? {
    let (commands, seed) = try access.readCommands(path)
    access.noteLoaded(FilePath(path))
    request = .run(commands)
    let own = givenSeed ?? 1
    guard let seed, seed != own else { return nil }
    return """
      warning: \(Quoting.message(path)) has seed \(seed), and this session has seed \(own), so random results may differ; \
      “\(world.name) \(ShellWord.quoted(FilePath(path)))” uses the seed of the file
      """
  }

  // MARK: Replaying and exploring

  func replay(_ path: String?) throws {
    guard let path else { return try access.replay() }
    try access.checkExists(path)
    ExternalProgram.runSelf(["replay", access.resolved(path)])
  }

  func explore(for time: String?) throws {
    let time = time ?? "10s"
    guard DurationOption.seconds(time) != nil else {
      throw Explanation("\(Quoting.message(time)) is not \(DurationOption.description)", argument: 0)
    }
    try exploreFromHere(["--for", FilePath(time)])
  }

  func reach(_ condition: String) throws { try exploreFromHere(["--reach", FilePath(condition)]) }

  private func exploreFromHere(_ options: [FilePath]) throws {
    let transcript = try access.storedHistory()?.transcript ?? recording.transcript
    // With the seed of this session, the exploration's first commands draw the same random numbers.
    var words: [FilePath] = ["explore"] + options
    if let seed = Transcript(transcript).header.seed { words += ["--seed", FilePath("\(seed)")] }
    try ExternalProgram.withScenario(transcript) { path in
      ExternalProgram.runSelf(words + ["--from", path])
    }
  }

  // MARK: Full screen and lessons

  func live() throws {
    guard world.screenCommand != nil else { throw Explanation("there is no screen to show") }
    request = .live
  }

  func demo(_ scenario: String?) throws -> String {
    guard let scenario else {
      lesson = nil
      return ""
    }
    // In a used session, the lesson's names may already exist, and its step numbers would be wrong.
    if let world = session.host as? any FeedWorld, world.step != firstStep {
      throw Explanation(
        "the lesson needs a new session",
        notes: ["“goto \(firstStep)” undoes this session; “save FILE” keeps it in a file"])
    }
    let lesson = LessonCourse(scenario)
    self.lesson = lesson
    return text(of: lesson)
  }

  private func text(of lesson: LessonCourse) -> String {
    lesson.text(columns: session.width, suggests: canSuggest && preferences.showsHints)
  }

  var proposal: String? { lesson?.command.map { String(decoding: $0, as: UTF8.self) } }

  /// Prints the next text of the lesson, and confirms an `expect` that holds. The recording does not include these
  /// texts.
  func lineEnded(
    _ line: PreparedLine, in session: any Session, _ output: inout [UInt8], from start: Int,
    _ outcome: Outcome
  ) -> Outcome {
    defer { endGroup() }
    let outline = line.outline
    if outcome == .done, output.count == start, outline.count == 1, outline[0].command == "expect" {
      output += "as expected\n".utf8
    }
    // A command of the lesson counts even if it fails, since it may be meant to.
    if lesson?.advance(after: line.text) == true, let lesson {
      if lesson.command == nil { self.lesson = nil }
      output += text(of: lesson).utf8
    }
    return outcome
  }

  // MARK: Ending and recovery

  func greeting() -> [UInt8] {
    guard let folder = StateFolder(program: world.name).sessions,
      let found = RecoveryFile.recover(
        in: folder, beyond: Transcript(recording.transcript).commands + startCommands)
    else { return [] }
    let commands = found.commandCount == 1 ? "its command" : "its \(found.commandCount) commands"
    let (own, seed) = (givenSeed ?? 1, found.seed ?? 1)
    let again =
      own == seed
      ? "“load \(Quoting.word("\(found.path)"))” runs \(commands) again"
      : "“\(world.name) \(ShellWord.quoted(found.path))” runs \(commands) again with its seed \(seed)"
    let text = "the last session ended unexpectedly; \(again)\n"
    return Array(text.utf8)
  }

  /// A position in the session's history.
  private struct Position: Equatable {
    var step: Int?
    var declarationCount: Int
  }

  private var position: Position {
    Position(
      step: (session.host as? any FeedWorld)?.step, declarationCount: session.declarationCount)
  }

  /// A Boolean value that indicates whether all lines of this session are undone. With a store the value is `false`,
  /// since undoing is a change there.
  private var isUndone: Bool {
    guard store == nil, let world = session.host as? any FeedWorld else { return false }
    // An equal number of steps is not enough, since a new step may have replaced one from before this session.
    return position == beginning && (world.isInThePast || world.step == 0)
  }

  /// Starts counting changes. Changes by earlier commands do not count.
  ///
  /// - Parameter isNew: whether the session had no steps before the init file.
  func begin(isNew: Bool) {
    beginning = position
    if isNew { firstStep = position.step ?? 0 }
    recording.weigh = { [unowned self] in weigh($0) }
  }

  private func weigh(_ line: PreparedLine) -> (Outcome) -> CommandWeight {
    let before = (session.declarationCount, session.host.changeCount)
    let isExpectation = line.outline.contains { $0.command == "expect" }
    return { [unowned self] outcome in
      let after = (session.declarationCount, session.host.changeCount)
      // If the world does not count its changes, every successful command counts as one.
      if before != after || outcome == .done && (isExpectation || after.1 == nil) {
        hasAsked = false
        return .change
      }
      guard outcome == .failed, !session.hasRun else { return .query }
      if !recording.keepsMistakes { recovery?.removeLast() }
      return .mistake
    }
  }

  /// A Boolean value that indicates whether all changes are in a store.
  private var isStored: Bool { store?.isStoring ?? false }

  func beginBatch() {
    store?.beginBatch()
    access.syncsEachStep = false
    groupStart = PosixThreads.now()
  }

  var holdsOutput: Bool {
    groupStart != nil && (store?.isHolding == true || recovery?.isDirty == true || access.isDirty)
  }

  func endBatch(_ output: inout [UInt8]) {
    groupStart = nil
    access.syncsEachStep = true
    sync()
    store?.endBatch(&output)
  }

  /// Waits until the typed lines and the recording are on disk.
  private func sync() {
    recovery?.sync()
    access.sync()
  }

  /// Syncs during a batch if the last sync was longer ago than ``StoreSession/groupNanosecondsMax``.
  private func endGroup() {
    guard let start = groupStart, PosixThreads.now() &- start > StoreSession.groupNanosecondsMax else {
      return
    }
    sync()
    groupStart = PosixThreads.now()
  }

  func willRun(_ line: PreparedLine, isTyped: Bool) {
    defer { if groupStart == nil { recovery?.sync() } }
    // All commands of a loaded file are kept, so that the saved scenario begins with the same lines as the file.
    recording.keepsMistakes = !isTyped || access.isRecording
    let part = RecordedPart.planned(line, in: session)
    if let part, part.isEmpty { return }
    // Changes in a store need no recovery. Running them again would apply them twice.
    if recovery == nil, isStored { return }
    if recovery == nil {
      recovery = StateFolder(program: world.name).sessions.flatMap { RecoveryFile(in: $0) }
      recovery?.append(recording.transcript)
    }
    var text: [UInt8] = []
    let kept = part ?? line.text
    TranscriptWriter.append(command: kept.span, to: &text)
    recovery?.append(text)
  }

  func farewell() -> String? {
    let count = access.unsavedCount
    if isStored || count == 0 || hasAsked || isUndone { return nil }
    hasAsked = true
    let what = count == 1 ? "1 command is" : "\(count) commands are"
    return "\(what) not saved: “save FILE” saves the session; “quit” or Ctrl-D again ends it"
  }

  /// Ends the session normally, and removes its recovery file.
  func end() {
    // The recovery file is removed last, after the session has been written elsewhere.
    defer { recovery?.remove() }
    guard recording.commandCount > 0 else { return }
    // If a store had steps before this session, this session's commands alone cannot be replayed.
    let stored = try? access.storedHistory()
    StateFolder(program: world.name).keep(last: stored?.transcript ?? recording.transcript)
  }

  /// Keeps the session for recovery if it is not saved, since a signal ends the program. The next session offers to run
  /// it again.
  func keep() {
    access.sync()
    if isStored || access.isSaved {
      recovery?.remove()
      return
    }
    if let recovery {
      recovery.replace(by: recording.transcript)
      // The next session renames the file.
      streams.remark("the session is saved; the next prompt offers to run it again")
    } else {
      streams.remark("the session cannot be saved anywhere")
    }
  }
}
