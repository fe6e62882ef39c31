import CommandLanguage
import Journaling
import Posix
import Prompting
import Scenarios
import Simulator
import TerminalText

/// A line hook that writes a session's changes to a store, line by line or in groups.
///
/// The transcript does not include the output of this hook, such as the cells that other sessions changed.
final class StoreSession: LineHook {
  private let name: String
  /// The open journal; `nil` after the session is closed.
  private var journal: (any Journal)?
  private let persistence: PersistenceService
  /// Changes the world as one command line would, without recording.
  private let run: (_ output: inout [UInt8], _ body: () throws -> Void) -> Outcome
  private var groupStart: UInt64 = 0
  /// The offset of the open group's first line in the output.
  private var outputStart = 0
  /// The reported reason why later steps are only in memory; `nil` if there is none.
  private var reportedProblem: String?
  /// A Boolean value that indicates whether the loss of the connection was reported.
  private var isLost = false
  /// A Boolean value that indicates whether a step is not on disk.
  var hasFailed: Bool { reportedProblem != nil }
  /// A Boolean value that indicates whether all steps so far are on disk, and no reason is known why later ones would
  /// not be.
  var isStoring: Bool { !hasFailed && persistence.journal?.isDetached == false }
  /// A Boolean value that indicates whether the session is at a prompt, which continues if the store cannot be written.
  /// A script stops.
  private var isInteractive = false
  /// A Boolean value that indicates whether the session accepts no more lines.
  private var isOver = false
  /// The error of the last attempt to write the lines of a script, or to close the store; `nil` if there was none.
  private var lastError: (any Error)?

  /// The maximum time in nanoseconds until a group of lines is written.
  static let groupNanosecondsMax: UInt64 = 50_000_000

  private init(
    _ journal: any Journal, _ persistence: PersistenceService,
    run: @escaping (_ output: inout [UInt8], _ body: () throws -> Void) -> Outcome
  ) {
    self.journal = journal
    name = Quoting.message(journal.name.raw)
    self.persistence = persistence
    self.run = run
    persistence.isGroupOver = { [unowned self] in PosixThreads.now() &- groupStart > Self.groupNanosecondsMax
    }
  }

  /// Opens a session's store; returns `nil` if the settings name none.
  ///
  /// - Parameter createsMissing: whether a missing store is created.
  /// - Throws: a ``JournalError`` or an `Explainable`; ``message(of:)`` returns its message.
  static func open<World: ProgramWorld>(
    _ settings: ProgramSettings, for session: CommandSession, of world: World, _ durability: Durability,
    _ streams: ProgramStreams, createsMissing: Bool = true
  ) throws -> StoreSession? {
    guard let address = settings.store else { return nil }
    let (journal, persistence) = try address.open(
      for: session, owner: world.name, settings.engines, createsMissing: createsMissing)
    persistence.durability = durability
    let opened = StoreSession(journal, persistence) { output, body in
      session.run(into: &output) { try body() }
    }
    let name = opened.name
    if let lines = listed(persistence.differences.map { "\($0)" }) {
      let end = persistence.isReadOnly ? "; it stays read-only until this is resolved" : ""
      streams.remark("the store \(name) was written by another version of this program\(end):\n\(lines)")
    }
    if let lines = listed(persistence.journal?.setAside.map { "\($0)" }) {
      streams.remark(
        "the store \(name) has objects that this program cannot read; they stay unchanged in the store:\n\(lines)"
      )
    }
    if let problem = persistence.journal?.problem {
      // The rest of a damaged file is not changed, so that other programs may still recover it.
      streams.remark("the store \(name): \(problem); its intact part is open read-only")
    }
    return opened
  }

  /// Reports the rules that the stored objects violate. At a prompt, call it after the commands of the init file,
  /// because a rule may call their definitions.
  func remarkOnRules(_ streams: ProgramStreams) {
    guard let lines = Self.listed(persistence.breaches) else { return }
    streams.remark("the store \(name) breaks some rules; commands can repair it:\n\(lines)")
  }

  /// Returns the first lines, indented, and the number of further ones; `nil` if there are none.
  private static func listed(_ lines: [String]?) -> String? {
    guard let lines, !lines.isEmpty else { return nil }
    let shown = lines.prefix(listedMax).map { "  \($0)" }
    let more =
      lines.count > shown.count
      ? ["  and \(lines.count - shown.count) more, which “store problems” lists"] : []
    return (shown + more).joined(separator: "\n")
  }

  private static let listedMax = 20

  static func message(of error: any Error) -> String {
    (error as? any Explainable)?.explanation.message ?? "\(error)"
  }

  // MARK: Lines

  func lineBegins(_ line: PreparedLine, in session: any Session, _ output: inout [UInt8]) -> Outcome? {
    begin(&output)
  }

  func lineEnded(
    _ line: PreparedLine, in session: any Session, _ output: inout [UInt8], from start: Int,
    _ outcome: Outcome
  ) -> Outcome { end(&output, outcome) }

  /// Begins a line, and applies the steps of other sessions.
  ///
  /// - Returns: the line's outcome if it must not run; `nil` otherwise.
  func begin(_ output: inout [UInt8]) -> Outcome? {
    if isOver { return .quit }
    if persistence.isHolding { return nil }
    outputStart = output.count
    groupStart = PosixThreads.now()
    let begun = run(&output) { try persistence.beginLine() }
    return begun == .done ? nil : begun
  }

  /// Ends a line. It is then on disk, or part of a group.
  ///
  /// - Returns: the line's outcome, which differs from `outcome` if the line cannot be written.
  func end(_ output: inout [UInt8], _ outcome: Outcome) -> Outcome {
    do { try persistence.endLine() } catch {
      return fail(error, &output) ? (isOver ? .quit : .failed) : outcome
    }
    reportStored(&output)
    return outcome
  }

  /// Records that lines cannot be written. At a prompt, the problem is reported. In a script, the method tries to write
  /// the lines once more; if that fails, it removes the output of lines that are not on disk.
  ///
  /// - Returns: `true` if the lines are not on disk and the problem was not reported before.
  @discardableResult
  private func fail(_ error: any Error, _ output: inout [UInt8]) -> Bool {
    let problem = Self.message(of: error)
    if reportedProblem == problem { return false }
    guard isInteractive else {
      do { try persistence.retry() } catch { lastError = error }
      if lastError == nil { return false }
      reportedProblem = problem
      isOver = true
      output.removeSubrange(min(outputStart, output.count)...)
      return true
    }
    reportedProblem = problem
    let hint =
      persistence.journal?.isDetached == true
      ? "further changes are only in memory"
      : "changes are only in memory: run “store” to write them; later lines and the end of the session try again"
    output += "error: \(problem)\n  \(hint)\n".utf8
    return true
  }

  /// A Boolean value that indicates whether lines that have run are not written yet.
  var isHolding: Bool { persistence.isHolding }

  /// Starts a batch of lines, which are written together by ``endBatch(_:)``, or earlier if they are many.
  func beginBatch() { persistence.isBatch = true }

  /// Writes the lines of the batch. Later lines are written one by one.
  func endBatch(_ output: inout [UInt8]) {
    persistence.isBatch = false
    flush(&output)
  }

  /// Writes the lines that are not on disk yet.
  func flush(_ output: inout [UInt8]) {
    do { try persistence.flush() } catch { fail(error, &output) }
  }

  /// Closes the store, and reports lines that could not be written.
  ///
  /// - Returns: whether all lines are on disk.
  @discardableResult
  func close(_ streams: ProgramStreams) -> Bool {
    journal = nil
    do { try persistence.close(retrying: lastError == nil) } catch { lastError = error }
    if let lastError { streams.remark(Self.message(of: lastError)) }
    return lastError == nil
  }

  // MARK: Other sessions

  func listen(with sources: PromptSources) {
    isInteractive = true
    // A prompt may be idle for a long time, so only lines that arrive together, such as those of a feed, form a group.
    let isGroupOver = persistence.isGroupOver
    persistence.isGroupOver = { [unowned persistence] in !persistence.isBatch || isGroupOver() }
    guard let descriptor = journal?.listen() else { return }
    sources.add(
      PromptSource(descriptor: descriptor) { [weak self] output in
        guard let self, let journal = self.journal else { return .remove }
        switch journal.takeSignal() {
        case .nothing: break
        case .news: merge(&output)
        case .lost(let reason): reportLost(reason, &output)
        case .restored:
          isLost = false
          output += "the store \(name): connected again\n".utf8
          // Lines that ran meanwhile are written first, since they may conflict with the changes of other sessions.
          writeMissing(&output)
          merge(&output)
        }
        return persistence.journal?.isDetached == true ? .remove : .keep
      })
  }

  /// Applies the changes of other sessions, and shows their effect.
  private func merge(_ output: inout [UInt8]) {
    var problem: (any Error)?
    _ = run(&output) {
      do { try self.persistence.merge() } catch { problem = error }
    }
    // The loss of the connection may be detected here before it is signalled.
    if case .failed(_, .disconnected(let reason))? = problem as? PersistenceError {
      return reportLost(reason, &output)
    }
    if let problem { fail(problem, &output) }
  }

  /// Reports once that the connection is lost. The journal reconnects in the background.
  private func reportLost(_ reason: UntrustedText, _ output: inout [UInt8]) {
    if isLost { return }
    isLost = true
    output += "the store \(name): the connection was lost (\(reason)); reconnecting\n".utf8
  }

  /// Writes the lines that are only in memory.
  private func writeMissing(_ output: inout [UInt8]) {
    guard reportedProblem != nil else { return }
    do { try persistence.retry() } catch { return _ = fail(error, &output) }
    reportStored(&output)
  }

  /// Reports that all lines are on disk again, if some were not.
  private func reportStored(_ output: inout [UInt8]) {
    guard reportedProblem != nil, persistence.journal?.problem == nil else { return }
    reportedProblem = nil
    output += "the store \(name): everything is on disk again\n".utf8
  }
}
