public import Journaling
public import TerminalText

/// A journal in a SQLite file, which several processes of one machine may share.
///
/// ```swift
/// let store = try DataStore(journal: SQLiteJournal("heroes.store", owner: "heroes"), kinds: [heroes])
/// ```
///
/// The file is in WAL mode with `synchronous=FULL`. When ``commit(_:)`` has returned, its batch survives `kill -9` and
/// a power loss. <doc:TheFile> describes the contents of the file.
public final class SQLiteJournal: Journal {
  public let name: UntrustedText
  public private(set) var session = 0
  let database: Database
  /// The writer of row contents, with the numbers of the file's names.
  var writer = ValueWriter()
  /// The translation of the names in the file to their current names.
  var translation = JournalTranslation()
  /// The number of the last known schema in the file.
  var schemaNumber = 0
  /// The last known marks of the tables.
  var marks = JournalMarks()
  /// The last value of `PRAGMA data_version`, which changes when other connections write.
  var version = 0
  private var hasSession = false
  private var watch: FileWatch?
  private let versionStatement: Statement
  let beginStatement: Statement
  private let commitStatement: Statement
  private let insertStatement: Statement
  /// The name of the table of sessions, and of the column of steps that contains the number of a session.
  let sessionName: String

  /// Opens or creates a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - owner: the name of the program that the objects belong to; the file of another owner is rejected.
  ///   - waitsMax: the maximum time in milliseconds to wait for a lock while no program finishes a write. The time
  ///     starts again whenever a program finishes one.
  ///   - createsMissing: whether a missing file is created.
  public convenience init(
    _ path: String, owner: String, waitsMax: Int = 5_000, createsMissing: Bool = true
  ) throws(JournalError) {
    if !createsMissing, !Database.isThere(path) { throw .noJournal }
    try self.init(Database(path, waitsMax: Int32(clamping: waitsMax)), owner: owner)
  }

  init(_ database: Database, owner: String) throws(JournalError) {
    name = UntrustedText(database.path)
    try Self.prepare(database, owner: owner)
    self.database = database
    sessionName = try database.number("PRAGMA user_version") < 3 ? "sitting" : "session"
    versionStatement = try database.prepare("PRAGMA data_version")
    beginStatement = try database.prepare("BEGIN IMMEDIATE")
    commitStatement = try database.prepare("COMMIT")
    insertStatement = try database.prepare("INSERT INTO step VALUES (?, ?, ?, ?, ?, ?, ?)")
    database.noteFiles()
  }

  // MARK: Other connections

  public func listen() -> Int32? {
    // From now on, each writer opens the log for reading and closes it after a commit, which the watch reports.
    if watch == nil { watch = FileWatch(database.path, signal: database.listen()) }
    return watch?.descriptor
  }

  public func takeSignal() -> JournalSignal {
    watch?.drain()
    return .news
  }

  /// Checks that the file and its log still have their names.
  private func checkPlace() throws(JournalError) {
    if database.isInPlace { return }
    database.rescueLog()
    throw .replaced
  }

  public func begin() throws(JournalError) -> RemoteSteps? {
    try checkPlace()
    try database.begin(beginStatement)
    do {
      let news = try readNews()
      if !hasSession {
        session = try database.number("SELECT coalesce(max(number), 0) + 1 FROM \(sessionName)")
      }
      return news
    } catch {
      database.rollBack()
      throw error
    }
  }

  public func cancel() {
    writer.names.clear()
    database.rollBack()
    database.lookForWaiting()
  }

  public func news() throws(JournalError) -> RemoteSteps? {
    try checkPlace()
    if try currentVersion() == version { return nil }
    try database.run("BEGIN")
    defer { database.rollBack() }
    return try readNews()
  }

  func currentVersion() throws(JournalError) -> Int {
    defer { versionStatement.reset() }
    return try versionStatement.step() ? versionStatement.number(0) : 0
  }

  private func readNews() throws(JournalError) -> RemoteSteps? {
    let current = try currentVersion()
    if current == version { return nil }
    try readNames()
    let state = try readState()
    let rows = try readSteps(after: marks.last)
    if let problem = rows.problem { throw .damaged(at: problem) }
    var news = RemoteSteps(present: state.present)
    news.steps = rows.steps
    let schema = try readSchemaNumber()
    // After a compaction, the store would otherwise go back to steps that the file no longer has.
    news.isGap = state.base > marks.base || schema != schemaNumber
    schemaNumber = schema
    if let first = rows.steps.first {
      news.base = try database.number(
        "SELECT coalesce((SELECT max(serial) FROM step WHERE serial < \(first.serial)), \(state.base))")
    }
    let isNew = !rows.steps.isEmpty || news.isGap || marks.present != state.present || marks.last == 0
    let last = max(marks.last, state.last)
    (version, marks) = (current, state)
    marks.last = last
    return isNew ? news : nil
  }

  // MARK: Writing

  public func commit(_ batch: JournalBatch) throws(JournalError) {
    let translation = translation
    do {
      try marks.check(batch)
      if let schema = batch.schema { try write(schema, barrier: batch.barrier) }
      if let serial = batch.dropsAfter, serial < marks.last { try drop(after: serial) }
      try insert(batch)
      let end = batch.steps.last?.serial ?? marks.last
      if batch.isMoved {
        let moved = try database.number("SELECT coalesce(max(serial), 0) FROM step")
        try database.run("UPDATE state SET moved = \(moved), present = \(batch.present)")
      } else if end - marks.snapshot >= JournalMarks.snapshotInterval {
        try moveSnapshot(to: end)
      }
      if !hasSession { try database.run("INSERT INTO \(sessionName) VALUES (\(session))") }
      try commitStatement.run()
    } catch {
      database.rollBack()
      writer.names.clear()
      self.translation = translation
      // The snapshot may have been moved in the rolled-back transaction.
      marks.snapshot = (try? readState().snapshot) ?? marks.snapshot
      throw error
    }
    writer.names.keep()
    hasSession = true
    if batch.schema != nil { schemaNumber += 1 }
    marks.last = max(marks.last, batch.steps.last?.serial ?? 0)
    marks.present = batch.isMoved ? batch.present : batch.steps.last?.serial ?? marks.present
    database.signal()
  }

  private func drop(after serial: Int) throws(JournalError) {
    if serial < marks.snapshot { try moveSnapshot(to: serial) }
    try database.run("DELETE FROM step WHERE serial > \(serial)")
  }

  private func insert(_ batch: JournalBatch) throws(JournalError) {
    if !batch.objects.isEmpty { try write(batch.objects) }
    for step in batch.steps {
      insertStatement.bind(step.serial, at: 1)
      insertStatement.bind(step.number, at: 2)
      if let number = writer.names.number(ofCause: step.cause) {
        insertStatement.bind(number, at: 3)
      } else {
        insertStatement.bind(step.cause, at: 3)
      }
      insertStatement.bind(writer.bytes(of: step.changes), at: 4)
      insertStatement.bind(step.line, at: 5)
      insertStatement.bind(step.tick, at: 6)
      insertStatement.bind(step.session, at: 7)
      try insertStatement.run()
    }
    try writeNames()
  }

  public func fill(with content: JournalContent) throws(JournalError) {
    try database.begin(beginStatement)
    do throws(JournalError) {
      try readNames()
      let marks = try readState()
      // A store without steps may have initial objects.
      let objectCount = try database.number("SELECT count(*) FROM object")
      let schemas = try readSchemas()
      if marks.last > 0 || objectCount > 0 || !schemas.isEmpty { throw .notEmpty }
      var batch = JournalBatch(present: content.present)
      (batch.objects, batch.steps) = (content.objects, content.steps)
      try insert(content.schemas)
      try insert(batch)
      let session = content.steps.map(\.session).max() ?? 0
      if session > 0 { try database.run("INSERT OR IGNORE INTO \(sessionName) VALUES (\(session))") }
      let end = content.steps.last?.serial ?? 0
      try database.run(
        "UPDATE state SET base = \(content.base), snapshot = \(content.snapshot), moved = \(end), present = \(content.present)"
      )
      try database.run("COMMIT")
    } catch {
      database.rollBack()
      writer.names.clear()
      throw error
    }
    writer.names.keep()
    database.signal()
  }

  /// Writes the names that were added since the last write.
  func writeNames() throws(JournalError) {
    let added = writer.names.takeUnwritten()
    if added.isEmpty { return }
    let insert = try database.prepare("INSERT INTO name VALUES (?, ?)")
    for (number, text) in added {
      insert.bind(number, at: 1)
      insert.bind(text, at: 2)
      try insert.run()
    }
  }
}

extension JournalEngine {
  /// The engine of journals in SQLite files, whose addresses are paths.
  public static let sqlite = JournalEngine(schemes: [], example: "FILE") {
    (address, owner, createsMissing) throws(JournalError) in
    try SQLiteJournal(address.text, owner: owner, createsMissing: createsMissing)
  }
}
