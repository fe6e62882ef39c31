public import Journaling
public import TerminalText

/// A store's journal in a SQLite file, for any number of processes of one machine.
///
/// ```swift
/// let store = try DataStore(journal: SQLiteJournal("heroes.store", owner: "heroes"), kinds: [heroes])
/// ```
///
/// The file is in WAL mode with `synchronous=FULL`: what ``commit(_:)`` has returned from survives `kill -9` and the
/// loss of power. <doc:TheFile> tells what it holds.
public final class SQLiteJournal: Journal {
  public let name: UntrustedText
  public private(set) var sitting = 0
  let database: Database
  /// Writes what rows hold, by the numbers of the names that the file has.
  var writer = ValueWriter()
  /// The present names of what the file holds.
  var translation = JournalTranslation()
  /// The number of the last schema that is known to be in the file.
  var schemaNumber = 0
  /// The highest serial that is known to be in the file, and where the store stands.
  var last = 0
  var present = 0
  /// The step at which the table of objects stands.
  var snapshot = 0
  /// The last value of `PRAGMA data_version`, which changes when other connections write.
  var version = 0
  private var hasSitting = false
  private var watch: FileWatch?
  private let versionStatement: Statement
  let beginStatement: Statement
  private let commitStatement: Statement
  private let insertStatement: Statement

  /// Opens a file, or makes it.
  ///
  /// - Parameters:
  ///   - path: where the file is, or is to be.
  ///   - owner: what the objects belong to; the file of another owner is refused.
  ///   - waitsMax: how many milliseconds another program may keep this one waiting without an end; when several write in
  ///     turn, each end counts.
  ///   - isMade: whether a file is made where there is none.
  public convenience init(
    _ path: String, owner: String, waitsMax: Int = 5_000, isMade: Bool = true
  ) throws(JournalError) {
    if !isMade, !Database.isThere(path) { throw .noJournal }
    try self.init(Database(path, waitsMax: Int32(clamping: waitsMax)), owner: owner)
  }

  init(_ database: Database, owner: String) throws(JournalError) {
    name = UntrustedText(database.path)
    try Self.prepare(database, owner: owner)
    self.database = database
    versionStatement = try database.prepare("PRAGMA data_version")
    beginStatement = try database.prepare("BEGIN IMMEDIATE")
    commitStatement = try database.prepare("COMMIT")
    insertStatement = try database.prepare("INSERT INTO step VALUES (?, ?, ?, ?, ?, ?, ?)")
    database.noteFiles()
  }

  // MARK: Others

  public func listen() -> Int32? {
    // Writers signal, from now on, that what they wrote counts: they open the log and close it again, only reading.
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

  public func begin() throws(JournalError) -> JournalNews? {
    try checkPlace()
    try database.begin(beginStatement)
    do {
      let news = try readNews()
      if !hasSitting { sitting = try database.number("SELECT coalesce(max(number), 0) + 1 FROM sitting") }
      return news
    } catch {
      database.rollBack()
      throw error
    }
  }

  public func cancel() {
    writer.names.forget()
    database.rollBack()
    database.lookForWaiting()
  }

  public func news() throws(JournalError) -> JournalNews? {
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

  private func readNews() throws(JournalError) -> JournalNews? {
    let current = try currentVersion()
    if current == version { return nil }
    try readNames()
    let state = try readState()
    let rows = try readSteps(after: last)
    if let problem = rows.problem { throw .damaged(at: problem) }
    var news = JournalNews(present: state.present)
    news.steps = rows.steps
    let schema = try readSchemaNumber()
    news.isGap = state.base > last || schema != schemaNumber
    schemaNumber = schema
    if let first = rows.steps.first {
      news.base = try database.number(
        "SELECT coalesce((SELECT max(serial) FROM step WHERE serial < \(first.serial)), \(state.base))")
    }
    let isNew = !rows.steps.isEmpty || news.isGap || present != state.present || last == 0
    (version, last, present, snapshot) = (current, max(last, state.last), state.present, state.snapshot)
    return isNew ? news : nil
  }

  // MARK: Writing

  public func commit(_ batch: JournalBatch) throws(JournalError) {
    let translation = translation
    do {
      if let schema = batch.schema { try write(schema, barrier: batch.barrier) }
      if let serial = batch.dropsAfter, serial < last { try drop(after: serial) }
      try insert(batch)
      let end = batch.steps.last?.serial ?? last
      if batch.isMoved {
        let moved = try database.number("SELECT coalesce(max(serial), 0) FROM step")
        try database.run("UPDATE state SET moved = \(moved), present = \(batch.present)")
      } else if end - snapshot >= JournalMarks.snapshotInterval {
        try moveSnapshot(to: end)
      }
      if !hasSitting { try database.run("INSERT INTO sitting VALUES (\(sitting))") }
      try commitStatement.run()
    } catch {
      database.rollBack()
      writer.names.forget()
      self.translation = translation
      // It may have been moved in what was just taken back.
      snapshot = (try? readState().snapshot) ?? snapshot
      throw error
    }
    writer.names.keep()
    hasSitting = true
    if batch.schema != nil { schemaNumber += 1 }
    last = max(last, batch.steps.last?.serial ?? 0)
    present = batch.isMoved ? batch.present : batch.steps.last?.serial ?? present
    database.signal()
  }

  private func drop(after serial: Int) throws(JournalError) {
    if serial < snapshot { try moveSnapshot(to: serial) }
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
      writer.clear()
      writer.write(step.changes)
      insertStatement.bind(writer.bytes, at: 4)
      insertStatement.bind(step.line, at: 5)
      insertStatement.bind(step.tick, at: 6)
      insertStatement.bind(step.sitting, at: 7)
      try insertStatement.run()
    }
    try writeNames()
  }

  public func fill(with content: JournalContent) throws(JournalError) {
    try database.begin(beginStatement)
    do throws(JournalError) {
      try readNames()
      let marks = try readState()
      if marks.last > 0 { throw .notEmpty }
      var batch = JournalBatch(present: content.present)
      (batch.objects, batch.steps) = (content.objects, content.steps)
      try insert(content.schemas)
      try insert(batch)
      let sitting = content.steps.map(\.sitting).max() ?? 0
      if sitting > 0 { try database.run("INSERT OR IGNORE INTO sitting VALUES (\(sitting))") }
      let end = content.steps.last?.serial ?? 0
      try database.run(
        "UPDATE state SET base = \(content.base), snapshot = \(content.present), moved = \(end), present = \(content.present)"
      )
      try database.run("COMMIT")
    } catch {
      database.rollBack()
      writer.names.forget()
      throw error
    }
    writer.names.keep()
    database.signal()
  }

  /// Writes the names that were made since the last write.
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
