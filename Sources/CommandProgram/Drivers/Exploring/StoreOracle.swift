import CommandLanguage
import Exploration
import FaultyVFS
import Journaling
import Posix
import SQLiteJournal
import Scenarios
import Simulator
import Values

/// A comparison of a session that has a store with a session that reopens the store, with or without faults.
struct StoreOracle {
  let world: World
  let seed: UInt64
  /// Returns whether to stop the comparison, including a running line.
  var shouldStop: () -> Bool = { false }

  /// The names of the store and of a copy. Faults affect only files with “faulty” in their names.
  private static let (name, copy) = ("faulty.store", "copy.store")
  private static let endings = ["", "-wal", "-shm"]

  /// A Boolean value that indicates whether SQLite uses the file system that can fail.
  private static let isInstalled = faulty_vfs_install() == 0

  /// Runs lines in a session with a store, and returns a sentence about the difference between a session that reopens
  /// the store and an allowed state; `nil` if there is none.
  ///
  /// Nothing is compared if a line makes a definition. A store does not keep definitions, so later lines, rules and
  /// watches may have other results in a session that reopens it.
  ///
  /// - Throws: an error if the sessions cannot be compared: there is no folder for the store, an empty store cannot be
  ///   opened, the store cannot be copied, or ``shouldStop`` returned `true`.
  func problem(_ lines: [String], _ fault: StoreFault?) throws -> String? {
    let names = [Self.name, Self.copy].flatMap { name in Self.endings.map { name + $0 } }
    guard Self.isInstalled else {
      throw ExplorationError("faults cannot be injected into the file system of SQLite")
    }
    guard let folder = ScratchFolder(removing: names) else {
      throw ExplorationError("no folder can be created in “/dev/shm” or “/tmp”")
    }
    defer { faulty_vfs_fail(Int32(faulty_nothing), 0, 0) }
    do {
      guard let fault else { return try withoutFault(lines, in: folder) }
      switch fault.kind {
      case .kill, .torn: return try killed(lines, fault, in: folder)
      case .full: return try full(lines, fault, in: folder)
      case .busy: return try busy(lines, fault, in: folder)
      case .interleaved: return try interleaved(lines, fault, in: folder)
      case .earlier: return try earlier(lines, fault, in: folder)
      }
    } catch let problem as Problem {
      return problem.message
    } catch is Defined {
      return nil
    }
  }

  private struct Problem: Error {
    let message: String

    init(_ start: String, _ error: any Error) { message = "\(start): \(StoreSession.message(of: error))" }
  }

  /// The error that ends a comparison because a line has made a definition.
  private struct Defined: Error {}

  // MARK: Sessions

  private func open(
    _ name: String, in folder: ScratchFolder,
    as journal: (any Journal, CommandSession) throws -> any Journal = { journal, _ in journal }
  ) throws -> CommandSession {
    let session = try world.makeSession(seed: seed)
    session.restrict(to: world.table.restriction(in: "a replay", isAllowed: world.isAllowedInReplay))
    session.interpreter.budget.stackBytes = PosixThreads.sessionStackByteCount
    session.isInterrupted = shouldStop
    // Waiting for the other program would be useless, since its write does not end meanwhile.
    let file = try SQLiteJournal("\(folder.path)/\(name)", owner: world.name, waitsMax: 1)
    try session.world.persistence.open(journal(file, session))
    return session
  }

  /// Runs a line as a program with a store does, and returns whether it is on disk.
  ///
  /// - Parameter note: called with what the line printed.
  /// - Throws: an error if the comparison must stop.
  @discardableResult
  private func run(
    _ line: String, in session: CommandSession, note: (_ printed: String) -> Void = { _ in }
  ) throws -> Bool {
    if shouldStop() { throw ExplorationError("the comparison was stopped") }
    let persistence = session.world.persistence
    do { try persistence.beginLine() } catch { return false }
    note(session.run(line).output)
    if session.hasDefinitions { throw Defined() }
    do { try persistence.endLine() } catch { return false }
    return persistence.journal?.problem == nil
  }

  /// Undoes a step as a program with a store does, and returns whether there was one.
  private func undoes(_ session: CommandSession) throws -> Bool {
    try session.world.persistence.beginLine()
    let outcome = session.run("undo").outcome
    try session.world.persistence.endLine()
    return outcome == .done
  }

  private func reopen(_ name: String, in folder: ScratchFolder) throws -> CommandSession {
    do { return try open(name, in: folder) } catch {
      throw Problem("the store cannot be opened again", error)
    }
  }

  private func close(_ session: CommandSession) throws {
    do { try session.world.persistence.close() } catch { throw Problem("the store cannot be written", error) }
  }

  /// Returns the difference between a session and one that has reopened its store; `nil` if there is none. The reopened
  /// session must be open.
  private func difference(_ reopened: CommandSession, from session: CommandSession) -> String? {
    if let object = reopened.world.persistence.journal?.setAside.first {
      return "the store sets aside \(object)"
    }
    if reopened.world.stateDigest != session.world.stateDigest {
      return "the session that reopens the store is in a different state"
    }
    if let problem = (try? reopened.world.persistence.journal?.journal.problems())?.first {
      return "the store is damaged: \(problem)"
    }
    // Each session keeps only the steps within its own limit, so only the last common steps are compared.
    let (steps, others) = (session.world.stepTitles, reopened.world.stepTitles)
    let count = min(steps.count, others.count)
    return steps.suffix(count) == others.suffix(count) && reopened.world.step == session.world.step
      ? nil : "the session that reopens the store has different steps"
  }

  /// Returns the difference between a session and one that reopens its store, before and after an undo.
  private func difference(
    _ session: CommandSession, _ name: String, in folder: ScratchFolder
  ) throws -> String? {
    let reopened = try reopen(name, in: folder)
    defer { try? reopened.world.persistence.close() }
    if let difference = difference(reopened, from: session) { return difference }
    for undone in [session, reopened] { _ = undone.run("undo") }
    return reopened.world.stateDigest == session.world.stateDigest
      ? nil : "undo leads to a different state in the session that reopens the store"
  }

  // MARK: Faults

  /// The commands after which a session that reopens a store may print other lines. A store keeps neither variables nor
  /// what `set` and others switch, and `log` names the sessions of earlier steps.
  private static let unlikeOutput = ["let", "set", "trace", "verify", "time", "log"]

  /// Reopens the store in the middle, at the end and after an undo, and continues each time.
  ///
  /// If the number of lines is even, they are written in groups; if it is odd, one by one.
  private func withoutFault(_ lines: [String], in folder: ScratchFolder) throws -> String? {
    func chooseGroups(_ session: CommandSession) {
      let persistence = session.world.persistence
      if lines.count % 2 == 0 { (persistence.durability, persistence.isGroupOver) = (.group, { false }) }
    }
    let session = try open(Self.name, in: folder)
    chooseGroups(session)
    let isOutputKept = !lines.contains { line in
      line.split(separator: ";").contains { statement in
        let command = statement.drop { $0 == " " }.prefix { $0 != " " }
        return Self.unlikeOutput.contains { command == $0 }
      }
    }
    let middle = lines.count / 2
    for line in lines[..<middle] { try run(line, in: session) }
    try close(session)
    for (rest, subject) in [(Array(lines[middle...]), "continuing"), (["undo"], "undo"), (["redo"], "redo")] {
      let reopened = try reopen(Self.name, in: folder)
      defer { try? reopened.world.persistence.close() }
      chooseGroups(reopened)
      if let difference = difference(reopened, from: session) { return difference }
      var otherOutput: String?
      for line in rest {
        let expected = session.run(line).output
        try run(line, in: reopened) { printed in
          if isOutputKept, printed != expected, otherOutput == nil {
            otherOutput = "“\(line)” prints other lines in the session that reopens the store"
          }
        }
      }
      try close(reopened)
      if reopened.world.stateDigest != session.world.stateDigest {
        return "\(subject) leads to a different state in the session that reopens the store"
      }
      if let otherOutput { return otherOutput }
    }
    return nil
  }

  /// The states of a session that was killed at a write, and the state on disk.
  struct Kill {
    /// The state before the lines and after each line, in the session.
    var digests: [StateDigest]
    /// The number of lines that were on disk before the fault.
    var acknowledgedCount: Int
    /// The state that another process loads.
    var found: StateDigest
  }

  /// Kills a session at a write, and loads the store from disk.
  func kill(_ lines: [String], _ fault: StoreFault, in folder: ScratchFolder) throws -> Kill {
    defer { faulty_vfs_fail(Int32(faulty_nothing), 0, 0) }
    let session = try open(Self.name, in: folder)
    let firstIndex = max(0, lines.count - fault.lineCount)
    var kill = Kill(
      digests: [session.world.stateDigest], acknowledgedCount: 0, found: session.world.stateDigest)
    for (position, line) in lines.enumerated() {
      if position == firstIndex {
        let kind = fault.kind == .torn ? faulty_torn : faulty_io
        faulty_vfs_fail(Int32(kind), Int32(clamping: fault.position), Int32.max)
      }
      let isOnDisk = try run(line, in: session)
      kill.digests.append(session.world.stateDigest)
      if position < firstIndex, isOnDisk { kill.acknowledgedCount = position + 1 }
    }
    // Another process reads the file and its log. The index of the log is in shared memory and is lost with the
    // process, so it is not copied.
    do { for ending in ["", "-wal"] { try copy(ending, in: folder) } } catch {
      throw ExplorationError("the command failed: \(error)")
    }
    let reopened = try reopen(Self.copy, in: folder)
    defer { try? reopened.world.persistence.close() }
    kill.found = reopened.world.stateDigest
    return kill
  }

  /// Copies the store's file with this ending. Only the log may be missing.
  private func copy(_ ending: String, in folder: ScratchFolder) throws(FileFailure) {
    let files = PosixFiles()
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try files.read(
        FilePath("\(folder.path)/\(Self.name)\(ending)"), byteCountMax: Transcript.byteCountMax)
    } catch {
      if error.reason == .missing, !ending.isEmpty { return }
      throw error
    }
    try files.write(bytes, to: FilePath("\(folder.path)/\(Self.copy)\(ending)"), if: .always)
  }

  private func killed(_ lines: [String], _ fault: StoreFault, in folder: ScratchFolder) throws -> String? {
    let kill = try kill(lines, fault, in: folder)
    if kill.digests[kill.acknowledgedCount...].contains(kill.found) { return nil }
    return kill.digests.contains(kill.found)
      ? "the session that reopens the store has lost commands that were on disk"
      : "the session that reopens the store is in a state that the first one never had"
  }

  private func full(_ lines: [String], _ fault: StoreFault, in folder: ScratchFolder) throws -> String? {
    let session = try open(Self.name, in: folder)
    for (position, line) in lines.enumerated() {
      if position == max(0, lines.count - fault.lineCount) {
        faulty_vfs_fail(Int32(faulty_full), Int32(clamping: fault.position), Int32.max)
      }
      try run(line, in: session)
    }
    faulty_vfs_fail(Int32(faulty_nothing), 0, 0)
    try close(session)
    return try difference(session, Self.name, in: folder)
  }

  private func busy(_ lines: [String], _ fault: StoreFault, in folder: ScratchFolder) throws -> String? {
    let session = try open(Self.name, in: folder)
    let other = try SQLiteJournal("\(folder.path)/\(Self.name)", owner: world.name, waitsMax: 1)
    for (position, line) in lines.enumerated() {
      if position == max(0, lines.count - fault.lineCount), position < lines.count - 1 {
        _ = try other.begin()
      }
      if position == lines.count - 1 { other.cancel() }
      let before = session.world.stateDigest
      if try !run(line, in: session), session.world.stateDigest != before,
        session.world.persistence.journal?.problem == nil
      {
        return "a line changed the session although another program kept it from being stored"
      }
    }
    try close(session)
    return try difference(session, Self.name, in: folder)
  }

  private func interleaved(_ lines: [String], _ fault: StoreFault, in folder: ScratchFolder) throws -> String?
  {
    let sessions = try (0..<2).map { _ in try open(Self.name, in: folder) }
    for (position, line) in lines.enumerated() {
      let bit = UInt64((lines.count - 1 - position) & 63)
      try run(line, in: sessions[Int(fault.position >> bit & 1)])
    }
    for session in sessions {
      do { try session.world.persistence.merge() } catch {
        throw Problem("one session cannot apply the other's changes", error)
      }
    }
    guard sessions[0].world.stateDigest == sessions[1].world.stateDigest else {
      return "two sessions of one store are in different states"
    }
    for session in sessions { try close(session) }
    return try difference(sessions[0], Self.name, in: folder)
  }

  /// Writes the store as an earlier version of the world, opens it with the present one, and resolves the difference.
  private func earlier(_ lines: [String], _ fault: StoreFault, in folder: ScratchFolder) throws -> String? {
    var version: EarlierVersion?
    let session = try open(Self.name, in: folder) { journal, session in
      version = EarlierVersion(of: session.world, choice: fault.position)
      return version.map { EarlierJournal(journal, $0) } ?? journal
    }
    defer { try? session.world.persistence.close() }
    guard let version else { return nil }
    for line in lines { try run(line, in: session) }
    let present = Contents(of: session)
    let isUndone = try undoes(session)
    let undone = Contents(of: session)
    if isUndone { try run("redo", in: session) }
    try close(session)

    let reopened = try reopen(Self.name, in: folder)
    let persistence = reopened.world.persistence
    defer { try? persistence.close() }
    func difference(from expected: Contents, isAccepted: Bool, _ place: String) -> String? {
      let found = Contents(of: reopened)
      var problem = version.difference(found.objects, from: expected.objects, isAccepted: isAccepted)
      if problem == nil, version.hasAllFields, found.digest != expected.digest {
        problem = "the state is different"
      }
      return problem.map { "\(place) of an earlier version (\(version.sentence)): \($0)" }
    }
    let differences = persistence.differences
    guard differences.map(\.change) == [version.change] else {
      let found = differences.map(\.description).joined(separator: "; ")
      return "the store of an earlier version (\(version.sentence)) has the differences “\(found)”"
    }
    if let problem = difference(from: present, isAccepted: false, "in the store") { return problem }
    try run("undo", in: reopened)
    guard persistence.isReadOnly else {
      return difference(from: undone, isAccepted: false, "after undo in the store")
    }
    if let problem = difference(from: present, isAccepted: false, "after undo in the read-only store") {
      return problem
    }
    do { _ = try persistence.accept([version.change.subject ?? ""]) } catch {
      throw Problem("data that only an earlier version has cannot be dropped with “store accept”", error)
    }
    if let difference = persistence.differences.first {
      return "after the loss was accepted, there is still a difference: \(difference)"
    }
    return difference(from: present, isAccepted: true, "after accepting the loss in the store")
  }

  /// The contents of a session with a store.
  private struct Contents {
    let objects: [JournalObject]
    let digest: StateDigest

    init(of session: CommandSession) {
      objects = session.world.persistence.journal?.objects ?? []
      digest = session.world.stateDigest
    }
  }
}
