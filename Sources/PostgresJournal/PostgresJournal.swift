public import Journaling
public import TerminalText

/// A journal in a PostgreSQL database, which programs on several machines may share.
///
/// ```swift
/// let address = JournalAddress("postgresql://host/db?store=heroes")
/// let store = try DataStore(journal: PostgresJournal(address, owner: "heroes"), kinds: [heroes])
/// ```
///
/// The steps of all writers have one order: each step is written in one transaction under a lock of the store's row,
/// with `synchronous_commit=on`. Each instance has a key that identifies its last write. If the connection is lost
/// during `COMMIT`, the key shows whether the write was committed, so no step is written twice. <doc:TheTables>
/// describes the tables, and <doc:Servers> the requirements for servers.
public final class PostgresJournal: Journal {
  public let name: UntrustedText
  public private(set) var session = 0
  let settings: ConnectionSettings
  private let owner: String
  let limits: Limits
  var connection: Connection
  /// The connection that is being established while a prompt waits for input.
  var nextConnection: Connection?
  /// The events for a prompt that waits for input; `nil` if ``listen()`` was not called.
  var signals: SignalSet?
  /// The time in milliseconds for which reconnecting is attempted before a write fails.
  var patience: Int
  /// The time in milliseconds before the next attempt to connect, while a prompt waits for input.
  var reconnectPause = 0
  /// A Boolean value that indicates whether the server sends notifications of other writes.
  var isNotified = false
  /// A Boolean value that indicates whether the server supports `NOTIFY`. CockroachDB does not.
  private(set) var supportsNotifications = true

  /// The ID of the store's row.
  var store = 0
  /// The key that identifies this instance to the server.
  var key: String?
  /// The writer of row contents, with the numbers of the store's names.
  var writer = ValueWriter()
  /// The translation of the names in the store's rows to their current names.
  var translation = JournalTranslation()
  /// The number of the last known schema in the store.
  var schemaNumber = 0
  /// The serial after which the last written schema applies.
  var schemaStart = 0
  /// The last known marks of the tables.
  var marks = JournalMarks()
  /// The number of writes to the store when it was last read.
  var version = -1
  var isInTransaction = false
  var hasSession = false
  /// The number of this instance's last write.
  var writeNumber = 0
  /// The write whose outcome is unknown; `nil` if there is none.
  var unresolved: Write?
  /// The highest serial of a write that was found to be committed. A later batch may contain its steps again.
  var writtenThrough = 0
  /// The number of the last write that was found to be committed.
  var confirmedWriteNumber = 0

  /// The maximum waiting times in milliseconds.
  struct Limits {
    /// The wait for a lock that another program holds without writing.
    var lock = 5_000
    /// The wait for the reply to a statement.
    var statement = 30_000
    /// The wait for a connection to be established.
    var connecting = 10_000
    /// The wait for a lost connection to be restored, in a program without a prompt.
    var patience = 30_000
    /// The same wait in a program with a prompt, which reconnects in the background.
    var promptPatience = 2_000
    /// The server's wait for the next statement of a program that holds the lock. Then it closes the connection.
    var idle = 60_000
  }

  /// A write whose outcome may be unknown, and the state that it leads to.
  struct Write {
    let number: Int
    let versionBefore: Int
    let marks: JournalMarks
    /// The number of the last schema after the write.
    let schemaNumber: Int
    /// The serial of the write's last step; `nil` if it has no steps.
    let serial: Int?
  }

  /// Opens or creates a store in a database.
  ///
  /// - Parameters:
  ///   - address: `postgresql://USER@HOST:PORT/DATABASE?store=NAME` with libpq's parameters; by default, the name of
  ///     the store is that of its owner.
  ///   - owner: the name of the program that the objects belong to; the store of another owner is rejected.
  ///   - createsMissing: whether a missing store, and missing tables, are created.
  public convenience init(
    _ address: JournalAddress, owner: String, createsMissing: Bool = true
  ) throws(JournalError) {
    try self.init(address, owner: owner, createsMissing: createsMissing, Limits())
  }

  init(
    _ address: JournalAddress, owner: String, createsMissing: Bool = true, _ limits: Limits,
    format: Int = Schema.format
  ) throws(JournalError) {
    name = address.shown
    settings = try ConnectionSettings(address)
    self.owner = owner
    self.limits = limits
    patience = limits.patience
    connection = try Connection(settings)
    try connection.finish(within: limits.connecting)
    try begin(connection)
    try makeTables(createsMissing, to: format)
    try findStore(createsMissing)
  }

  // MARK: Connecting

  /// Configures a new connection.
  func begin(_ connection: Connection) throws(JournalError) {
    let rows = try connection.run(
      [
        Query(
          """
          SELECT set_config('search_path', 'pg_catalog', false), set_config('lock_timeout', $1::text, false),
            set_config('statement_timeout', $2::text, false),
            set_config('idle_in_transaction_session_timeout', $3::text, false),
            set_config('synchronous_commit',
              CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false),
            set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
            set_config('tcp_keepalives_count', '3', false), set_config('client_min_messages', 'error', false)
          """, .text("\(limits.lock)"), .text("\(limits.statement)"), .text("\(limits.idle)")),
        Query(
          """
          SELECT current_setting('server_encoding'), gen_random_uuid()::text,
            EXISTS (SELECT FROM pg_proc WHERE proname = 'pg_notify')
          """),
      ], within: limits.connecting)
    guard rows.count == 2, rows[1].text(0, 0) == "UTF8" else {
      throw .failed(
        "its database does not have the encoding UTF8: create one with “createdb --encoding=UTF8”")
    }
    if key == nil { key = rows[1].text(0, 1) }
    supportsNotifications = rows[1].number(0, 2) == 1
    isInTransaction = false
    if signals != nil { try? startListening(connection) }
  }

  private func makeTables(_ createsMissing: Bool, to format: Int) throws(JournalError) {
    let found = try knownFormat()
    if let found, found >= format {
      if found > Schema.format { throw .newer(format: found, known: Schema.format) }
      return
    }
    if found == nil, !createsMissing { throw .noJournal }
    // Other programs may create the tables concurrently.
    _ = try run([
      Query("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"),
      Query("SELECT pg_advisory_xact_lock(4706364, 1)"),
    ])
    do {
      for number in (try knownFormat() ?? 0)..<format {
        _ = try run(
          Schema.migrations[number] + [
            Query("UPDATE auto_update.format SET version = $1::bigint", .number(number + 1))
          ])
      }
      _ = try run([Query("COMMIT")])
    } catch {
      rollBack()
      throw error
    }
  }

  /// Returns the format of the tables; `nil` if there are none.
  private func knownFormat() throws(JournalError) -> Int? {
    // Queries the catalog tables, because a lookup by name may use a cache from before another program's commit.
    let found = try run([
      Query(
        """
        SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
          WHERE nspname = 'auto_update' AND relname = 'format'
        """)
    ])
    guard found.first?.number(0, 0) == 1 else { return nil }
    return try run([Query("SELECT version FROM auto_update.format")]).first?.number(0, 0)
  }

  private func findStore(_ createsMissing: Bool) throws(JournalError) {
    let name = Parameter.text(settings.store ?? ColumnText.encoded(owner))
    let search = Query("SELECT id, owner FROM auto_update.store WHERE name = $1::text", name)
    var found = try run([search])
    if found.first?.count == 0 {
      guard createsMissing else { throw .noJournal }
      found = try run([
        Query(
          "INSERT INTO auto_update.store (name, owner) VALUES ($1::text, $2::text) ON CONFLICT DO NOTHING",
          name,
          .text(ColumnText.encoded(owner))),
        search,
      ]).suffix(1)
    }
    guard let row = found.first, let id = row.number(0, 0), let known = row.text(0, 1).map(ColumnText.decoded)
    else {
      throw .removed
    }
    if known != owner { throw .otherOwner(UntrustedText(known)) }
    store = id
  }

  /// Calls `body`, and calls it again after reconnecting if the connection was lost. `body` must not commit anything.
  func connected<Result>(
    _ body: () throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    let end = Waiting.now + patience
    var pause = 10
    while true {
      do throws(JournalError) {
        if !connection.isOpen { try reconnect() }
        return try body()
      } catch {
        guard case .disconnected = error, Waiting.now + pause < end else {
          if !connection.isOpen { awaitConnection() }
          throw error
        }
        // The first pause is short, as the first attempt often succeeds.
        if !connection.isOpen { Waiting.pause(milliseconds: pause) }
        pause = min(pause * 2, 500)
      }
    }
  }

  private func reconnect() throws(JournalError) {
    nextConnection = nil
    let made = try Connection(settings)
    try made.finish(within: min(patience, limits.connecting))
    connection = made
    try begin(made)
  }

  func run(_ queries: [Query]) throws(JournalError) -> [Rows] {
    // The server's timeout is shorter, so that its reason is known.
    try connection.run(queries, within: limits.statement + 2 * limits.lock)
  }

  func rollBack() {
    isInTransaction = false
    if connection.isOpen { _ = try? run([Query("ROLLBACK")]) }
  }

  // MARK: Other connections

  public func begin() throws(JournalError) -> RemoteSteps? {
    try connected { () throws(JournalError) in
      do throws(JournalError) {
        try lock()
        return try readNews()
      } catch {
        rollBack()
        throw error
      }
    }
  }

  /// Locks the store's row. Waits as long as other programs take turns to write; fails with ``JournalError/busy`` only
  /// if one holds the lock without writing.
  private func lock() throws(JournalError) {
    var former: Int?
    while true {
      do throws(JournalError) {
        let rows = try run([
          Query("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"),
          Query(
            """
            SELECT version, base, snapshot, present, last, (SELECT f.version FROM auto_update.format f)
              FROM auto_update.store WHERE id = $1::bigint FOR UPDATE
            """, .number(store)),
        ])
        isInTransaction = true
        return try noteState(rows[1])
      } catch {
        rollBack()
        guard error == .busy else { throw error }
        let current = try readVersion()
        if former == current { throw error }
        former = current
      }
    }
  }

  /// Returns the number of writes to the store; `nil` if it was removed.
  private func readVersion() throws(JournalError) -> Int? {
    try run([Query("SELECT version FROM auto_update.store WHERE id = $1::bigint", .number(store))])
      .first?.number(0, 0)
  }

  /// The state of the store's row at the last read; its steps may not have been read yet.
  private(set) var lastRead: (version: Int, marks: JournalMarks)?
  /// The state before the last news was read.
  private var beforeNews: (version: Int, marks: JournalMarks, schemaNumber: Int)?

  /// A Boolean value that indicates whether the last news was written under a schema that this session did not know.
  var isOfNewSchema: Bool { beforeNews.map { $0.schemaNumber != schemaNumber } ?? false }

  /// Makes the next read return the last news again. Call this method if the news was not passed on.
  func putBackNews() {
    guard let before = beforeNews else { return }
    (version, marks, schemaNumber) = before
  }

  private func noteState(_ rows: Rows) throws(JournalError) {
    guard let version = rows.number(0, 0) else { throw .removed }
    if let format = rows.number(0, 5), format > Schema.format {
      throw .newer(format: format, known: Schema.format)
    }
    guard
      let marks = JournalMarks(
        base: rows.number(0, 1) ?? -1, snapshot: rows.number(0, 2) ?? -1, present: rows.number(0, 3) ?? -1,
        last: rows.number(0, 4) ?? -1)
    else { throw .damaged(at: "its current position is missing") }
    lastRead = (version, marks)
  }

  private func readNews() throws(JournalError) -> RemoteSteps? {
    guard let read = lastRead else { return nil }
    try resolve()
    beforeNews = (version, marks, schemaNumber)
    if !hasSession, isInTransaction {
      session =
        try run([
          Query(
            "SELECT coalesce(max(number), 0) + 1 FROM auto_update.session WHERE store = $1::bigint",
            .number(store))
        ]).first?.number(0, 0) ?? 1
    }
    if read.version == version {
      marks = read.marks
      return nil
    }
    let rows = try run([
      newNames, nextSteps(after: marks.last),
      Query(
        """
        SELECT coalesce(max(serial), $3::bigint) FROM auto_update.step
          WHERE store = $1::bigint AND serial <= $2::bigint
        """, .number(store), .number(marks.last), .number(read.marks.base)),
      Query(
        "SELECT coalesce(max(number), 0) FROM auto_update.schema WHERE store = $1::bigint", .number(store)),
    ])
    try take(names: rows[0])
    let later = try readSteps(after: marks.last, first: rows[1])
    if let problem = later.problem { throw .damaged(at: problem) }
    var news = RemoteSteps(present: read.marks.present)
    news.steps = later.steps
    let schema = rows[3].number(0, 0) ?? 0
    // After a compaction, the store would otherwise go back to steps that the journal no longer has.
    news.isGap = read.marks.base > marks.base || schema != schemaNumber
    schemaNumber = schema
    if !later.steps.isEmpty { news.base = rows[2].number(0, 0) }
    let isNew = !later.steps.isEmpty || news.isGap || read.marks.present != marks.present || marks.last == 0
    (version, marks) = (read.version, read.marks)
    return isNew ? news : nil
  }

  /// Determines whether the write during which the connection was lost has been committed. The lock is held, so the
  /// lost transaction has ended.
  private func resolve() throws(JournalError) {
    guard let write = unresolved, isInTransaction else { return }
    // The store's row names its last writer. If others have written since, the session and the step are looked up.
    let rows = try run([
      Query(
        """
        SELECT version, writer = $2::text::uuid,
          EXISTS (SELECT FROM auto_update.session WHERE store = id AND key = $2::text::uuid AND number = $3::bigint)
          AND EXISTS (SELECT FROM auto_update.step WHERE store = id AND serial = $4::bigint AND session = $3::bigint)
          FROM auto_update.store WHERE id = $1::bigint
        """, .number(store), .text(key), .number(session), .number(write.serial))
    ])
    unresolved = nil
    guard let row = rows.first, let version = row.number(0, 0) else { throw .removed }
    let isLast = version == write.versionBefore + 1
    guard version > write.versionBefore, row.number(0, isLast ? 1 : 2) == 1 else { return }
    hasSession = true
    (self.version, marks, schemaNumber) = (write.versionBefore + 1, write.marks, write.schemaNumber)
    (writtenThrough, confirmedWriteNumber) = (marks.last, write.number)
    try readNames()
  }

  public func cancel() {
    writer.names.clear()
    rollBack()
    lookForNotifications()
  }

  public func news() throws(JournalError) -> RemoteSteps? {
    try connected { () throws(JournalError) in
      guard let current = try readVersion() else { throw .removed }
      if current == version { return nil }
      return try reading(readNews)
    }
  }

  /// Calls `body` so that all its reads see the same state, without locking out writers.
  func reading<Result>(_ body: () throws(JournalError) -> Result) throws(JournalError) -> Result {
    // Under the lock, the rows do not change.
    if isInTransaction { return try body() }
    defer { rollBack() }
    let rows = try run([
      Query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
      Query(
        """
        SELECT version, base, snapshot, present, last, (SELECT f.version FROM auto_update.format f)
          FROM auto_update.store WHERE id = $1::bigint
        """, .number(store)),
    ])
    try noteState(rows[1])
    return try body()
  }

  /// Ends a committed maintenance transaction.
  func endMaintenance() {
    isInTransaction = false
    writer.names.keep()
  }
}

extension JournalEngine {
  /// The engine of journals in PostgreSQL databases, with `postgresql://` addresses.
  public static let postgresql = JournalEngine(
    schemes: ["postgresql", "postgres"], example: "postgresql://HOST/DATABASE?store=NAME"
  ) { (address, owner, createsMissing) throws(JournalError) in
    try PostgresJournal(address, owner: owner, createsMissing: createsMissing)
  }
}
