import Journaling
import CommandLanguage
import SQLiteJournal
import Scenarios
import Simulator
import TerminalText

/// A session that is kept in a file, line by line or in groups.
///
/// What the store says, others' cells among it, is no part of the session's transcript.
final class StoreSitting: LineHook {
  private let name: String
  private let path: FilePath
  /// `nil` once it is closed.
  private var journal: SQLiteJournal?
  private let keeping: KeepingService
  /// Does something to the world as one command line would, without a record.
  private let run: (_ output: inout [UInt8], _ body: () throws -> Void) -> Outcome
  private var watch: FileWatch?
  private var groupStart: UInt64 = 0
  /// Why the session is in memory only, as it was said.
  private var saidProblem: String?
  /// Whether something that was done is not on disk.
  var hasFailed: Bool { saidProblem != nil }

  /// How long lines wait for others to be written together.
  private static let groupNanosecondsMax: UInt64 = 50_000_000

  private init(
    _ path: FilePath, _ journal: SQLiteJournal, _ keeping: KeepingService,
    run: @escaping (_ output: inout [UInt8], _ body: () throws -> Void) -> Outcome
  ) {
    self.path = path
    self.journal = journal
    name = "\(path)"
    self.keeping = keeping
    self.run = run
    keeping.isGroupOver = { [unowned self] in PosixThreads.now() &- groupStart > Self.groupNanosecondsMax }
  }

  /// Opens a session's store; `nil` when no file is named.
  ///
  /// - Throws: a ``JournalError`` or an `Explainable`, which ``message(of:)`` tells.
  static func open<World: ProgramWorld>(
    _ path: FilePath?, for session: CommandSession<World.Host>, of world: World, _ durability: Durability,
    _ streams: ProgramStreams
  ) throws -> StoreSitting? {
    guard let path else { return nil }
    guard let simulation = session.world as? Simulation else {
      throw Explanation("this world cannot be kept in a store")
    }
    let keeping = simulation.keeping
    let journal: SQLiteJournal
    do { journal = try SQLiteJournal(path.text, owner: world.name) } catch {
      throw Explanation("the store \(Quoting.message("\(path)")): \(error)")
    }
    try keeping.open(journal)
    keeping.durability = durability
    let sitting = StoreSitting(path, journal, keeping) { output, body in
      session.run(into: &output) { _ in try body() }
    }
    if let lines = setAside(in: keeping) {
      let name = Quoting.message("\(path)")
      streams.remark(
        "the store \(name) has objects that this program cannot read; they stay in the file as they are:\n\(lines)"
      )
    }
    if let problem = keeping.journal?.problem {
      // The rest of a damaged file is left as it is, for those who can still read it.
      sitting.saidProblem = "\(problem)"
      streams.remark(
        "the store \(Quoting.message("\(path)")): \(problem); what is whole is open, and nothing is written to it"
      )
    }
    return sitting
  }

  /// The objects that are set aside, a line each; `nil` without any.
  private static func setAside(in keeping: KeepingService) -> String? {
    guard let objects = keeping.journal?.setAside, !objects.isEmpty else { return nil }
    let lines = objects.prefix(setAsideShownMax).map { "  \($0)" }
    let more = objects.count - lines.count
    return (lines + (more > 0 ? ["  and \(more) more, which “store check” lists"] : [])).joined(
      separator: "\n")
  }

  private static let setAsideShownMax = 20

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
    if keeping.isHolding { return nil }
    groupStart = PosixThreads.now()
    let begun = run(&output) { try keeping.beginLine() }
    return begun == .done ? nil : begun
  }

  /// A line has ended: it is on disk then, or part of a group.
  ///
  /// - Returns: the line's outcome, which was `outcome` as far as the session knows.
  func end(_ output: inout [UInt8], _ outcome: Outcome) -> Outcome {
    do { try keeping.endLine() } catch {
      return say(Self.message(of: error), &output) ? .failed : outcome
    }
    if saidProblem != nil, keeping.journal?.problem == nil {
      saidProblem = nil
      output += "the store \(Quoting.message(name)): all is on disk again\n".utf8
    }
    return outcome
  }

  /// - Returns: whether it was said now for the first time.
  @discardableResult
  private func say(_ problem: String, _ output: inout [UInt8]) -> Bool {
    if saidProblem == problem { return false }
    saidProblem = problem
    output += "error: \(problem)\n  what is done from here on is in memory only\n".utf8
    return true
  }

  /// The lines that follow are written together, by ``endBatch(_:)`` or once they are many.
  func beginBatch() { keeping.isBatch = true }

  func endBatch(_ output: inout [UInt8]) {
    keeping.isBatch = false
    do { try keeping.flush() } catch { say(Self.message(of: error), &output) }
  }

  /// Writes what is not on disk yet; why it is not, if it cannot be.
  func flush() -> String? {
    do { try keeping.flush() } catch {
      saidProblem = Self.message(of: error)
      return saidProblem
    }
    return nil
  }

  /// Lets go of the file.
  func close(_ streams: ProgramStreams) {
    (watch, journal) = (nil, nil)
    do { try keeping.close() } catch { streams.remark(Self.message(of: error)) }
  }

  // MARK: Others

  /// Lets a prompt hear of what others write.
  func listen(with sources: PromptSources) {
    // Nobody waits for a prompt whose person has gone: only what comes at once, as from a feed, is written together.
    let isGroupOver = keeping.isGroupOver
    keeping.isGroupOver = { [unowned keeping] in !keeping.isBatch || isGroupOver() }
    guard let journal, let watch = FileWatch(path, signal: FilePath(journal.listen())) else { return }
    self.watch = watch
    sources.add(
      PromptSource(descriptor: watch.descriptor) { [weak self] output in
        guard let self, let watch = self.watch else { return .remove }
        watch.drain()
        var problem: String?
        _ = run(&output) {
          do { try self.keeping.takeIn() } catch { problem = Self.message(of: error) }
        }
        if let problem { say(problem, &output) }
        return keeping.journal?.isDetached == true ? .remove : .keep
      })
  }
}
