import CommandLanguage
import Journaling
import Posix
import Prompting
import Scenarios
import Simulator
import TerminalText

/// A session that is kept in a store, line by line or in groups.
///
/// What the store says, others' cells among it, is no part of the session's transcript.
final class StoreSession: LineHook {
  private let name: String
  /// `nil` once it is closed.
  private var journal: (any Journal)?
  private let keeping: KeepingService
  /// Does something to the world as one command line would, without a record.
  private let run: (_ output: inout [UInt8], _ body: () throws -> Void) -> Outcome
  private var groupStart: UInt64 = 0
  /// The offset of the open group's first line in the output.
  private var outputStart = 0
  /// The reason, already reported, why the session is in memory only.
  private var saidProblem: String?
  /// A Boolean value that indicates whether a person was told that the connection is lost.
  private var isLost = false
  /// A Boolean value that indicates whether a step is missing on disk.
  var hasFailed: Bool { saidProblem != nil }
  /// A Boolean value that indicates whether a person goes on at a prompt when the store cannot be written. A script stops.
  private var isInteractive = false
  /// A Boolean value that indicates whether no more lines run.
  private var isOver = false

  /// The longest time that lines wait to be written together.
  static let groupNanosecondsMax: UInt64 = 50_000_000

  private init(
    _ journal: any Journal, _ keeping: KeepingService,
    run: @escaping (_ output: inout [UInt8], _ body: () throws -> Void) -> Outcome
  ) {
    self.journal = journal
    name = Quoting.message(journal.name.raw)
    self.keeping = keeping
    self.run = run
    keeping.isGroupOver = { [unowned self] in PosixThreads.now() &- groupStart > Self.groupNanosecondsMax }
  }

  /// Opens a session's store; `nil` when none is named.
  ///
  /// - Parameter isMade: whether a store is made where there is none.
  /// - Throws: a ``JournalError`` or an `Explainable`, which ``message(of:)`` tells.
  static func open<World: ProgramWorld>(
    _ settings: ProgramSettings, for session: CommandSession, of world: World, _ durability: Durability,
    _ streams: ProgramStreams, isMade: Bool = true
  ) throws -> StoreSession? {
    guard let address = settings.store else { return nil }
    guard let simulation = session.host as? Simulation else {
      throw Explanation("this world cannot be kept in a store")
    }
    let keeping = simulation.keeping
    let journal: any Journal
    do { journal = try settings.engines.open(address, owner: world.name, isMade: isMade) } catch {
      throw Explanation("the store \(Quoting.message(address.shown.raw)): \(error)")
    }
    try keeping.open(journal)
    keeping.durability = durability
    let opened = StoreSession(journal, keeping) { output, body in
      session.run(into: &output) { try body() }
    }
    let name = opened.name
    if let lines = listed(keeping.differences.map { "\($0)" }) {
      let end = keeping.isReadOnly ? "; it is not written until this is resolved" : ""
      streams.remark("the store \(name) was written by another version of this program\(end):\n\(lines)")
    }
    if let lines = listed(keeping.journal?.setAside.map { "\($0)" }) {
      streams.remark(
        "the store \(name) has objects that this program cannot read; they stay unchanged in the store:\n\(lines)"
      )
    }
    if let lines = listed(keeping.breaches) {
      streams.remark(
        "the store \(name) has values that this program does not allow; commands can change them:\n\(lines)"
      )
    }
    if let problem = keeping.journal?.problem {
      // The rest of a damaged file is left as it is, for those who can still read it.
      opened.saidProblem = "\(problem)"
      streams.remark(
        "the store \(name): \(problem); the intact part is open, but not written"
      )
    }
    return opened
  }

  /// The first lines, indented; `nil` without any.
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

  /// A line begins: others' steps are taken in.
  ///
  /// - Returns: the line's outcome when it may not run; `nil` otherwise.
  func begin(_ output: inout [UInt8]) -> Outcome? {
    if isOver { return .quit }
    if keeping.isHolding { return nil }
    outputStart = output.count
    groupStart = PosixThreads.now()
    let begun = run(&output) { try keeping.beginLine() }
    return begun == .done ? nil : begun
  }

  /// A line has ended: it is on disk then, or part of a group.
  ///
  /// - Returns: the line's outcome, which was `outcome` as far as the session knows.
  func end(_ output: inout [UInt8], _ outcome: Outcome) -> Outcome {
    do { try keeping.endLine() } catch {
      return fail(error, &output) ? (isOver ? .quit : .failed) : outcome
    }
    tellStored(&output)
    return outcome
  }

  /// Notes that lines cannot be written. A prompt's output tells it; a script's output loses what is not on disk.
  ///
  /// - Returns: whether this is new.
  @discardableResult
  private func fail(_ error: any Error, _ output: inout [UInt8]) -> Bool {
    let problem = Self.message(of: error)
    if saidProblem == problem { return false }
    saidProblem = problem
    guard isInteractive else {
      isOver = true
      output.removeSubrange(min(outputStart, output.count)...)
      return true
    }
    let hint =
      keeping.journal?.isDetached == true
      ? "further changes are only in memory"
      : "changes are only in memory: “store”, later lines and the end of the session try to write them"
    output += "error: \(problem)\n  \(hint)\n".utf8
    return true
  }

  /// A Boolean value that indicates whether lines have run that are not written yet.
  var isHolding: Bool { keeping.isHolding }

  /// The lines that follow are written together, by ``endBatch(_:)`` or once they are many.
  func beginBatch() { keeping.isBatch = true }

  /// Writes the lines of the batch. Each line that follows is written on its own.
  func endBatch(_ output: inout [UInt8]) {
    keeping.isBatch = false
    flush(&output)
  }

  /// Writes what is not on disk yet.
  func flush(_ output: inout [UInt8]) {
    do { try keeping.flush() } catch { fail(error, &output) }
  }

  /// Closes the store. Says how many lines are not on disk.
  func close(_ streams: ProgramStreams) {
    journal = nil
    do { try keeping.close() } catch { streams.remark(Self.message(of: error)) }
  }

  // MARK: Others

  /// Reports the changes of other connections to a prompt.
  func listen(with sources: PromptSources) {
    isInteractive = true
    // Nobody waits for a prompt whose person has gone: only what comes at once, as from a feed, is written together.
    let isGroupOver = keeping.isGroupOver
    keeping.isGroupOver = { [unowned keeping] in !keeping.isBatch || isGroupOver() }
    guard let descriptor = journal?.listen() else { return }
    sources.add(
      PromptSource(descriptor: descriptor) { [weak self] output in
        guard let self, let journal = self.journal else { return .remove }
        switch journal.takeSignal() {
        case .nothing: break
        case .news: takeIn(&output)
        case .lost(let reason): tellLost(reason, &output)
        case .restored:
          isLost = false
          output += "the store \(name): connected again\n".utf8
          // Lines that ran meanwhile are written first: they would contradict what others wrote.
          writeMissing(&output)
          takeIn(&output)
        }
        return keeping.journal?.isDetached == true ? .remove : .keep
      })
  }

  /// Takes in what others wrote, and shows what changed by it.
  private func takeIn(_ output: inout [UInt8]) {
    var problem: (any Error)?
    _ = run(&output) {
      do { try self.keeping.takeIn() } catch { problem = error }
    }
    // The loss may be noticed here before it is signalled.
    if case .failed(_, .disconnected(let reason))? = problem as? KeepingError {
      return tellLost(reason, &output)
    }
    if let problem { fail(problem, &output) }
  }

  /// Says once that the connection is lost, and is made again in the background.
  private func tellLost(_ reason: UntrustedText, _ output: inout [UInt8]) {
    if isLost { return }
    isLost = true
    output += "the store \(name): the connection was lost (\(reason)); reconnecting\n".utf8
  }

  /// Writes the lines that are in memory only.
  private func writeMissing(_ output: inout [UInt8]) {
    guard saidProblem != nil else { return }
    do { try keeping.retry() } catch { return _ = fail(error, &output) }
    tellStored(&output)
  }

  /// Says that nothing is missing any more, if something was.
  private func tellStored(_ output: inout [UInt8]) {
    guard saidProblem != nil, keeping.journal?.problem == nil else { return }
    saidProblem = nil
    output += "the store \(name): everything is on disk again\n".utf8
  }
}
