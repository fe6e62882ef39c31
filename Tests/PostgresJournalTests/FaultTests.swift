import AutoUpdate
import Glibc
import Journaling
import PostgresTesting
import TerminalText
import Testing

@testable import PostgresJournal

/// Specific failures of servers and connections.
@Suite(.serialized, .enabled(if: PostgresServer.missing == nil, "PostgreSQL's programs are not installed"))
struct FaultTests {
  private let server: PostgresServer
  private let name: String
  private var address: String { server.address(store: name) }

  init() throws {
    server = try #require(PostgresServer.shared)
    name = "fault-\(getpid())-\(Self.number())"
  }

  private static func number() -> UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }

  /// Creates a database for this test.
  private func database(_ options: String = "") throws -> String {
    let name = "d\(Self.number())"
    try server.sql("CREATE DATABASE \(name) \(options)")
    return name
  }

  private func open(_ database: String, user: String = "postgres") throws -> HeroStore {
    try HeroStore(server.address(store: name, database: database, user: user))
  }

  private func error(opening database: String, user: String = "postgres") -> JournalError? {
    do {
      _ = try open(database, user: user)
      return nil
    } catch { return error as? JournalError }
  }

  /// Sets how long a store waits for its server, in milliseconds: a busy machine needs long to connect, and a test of a server
  /// that stays away need not wait long.
  private func setPatience(of heroes: HeroStore, to milliseconds: Int) throws {
    try #require(heroes.store.journal?.journal as? PostgresJournal).patience = milliseconds
  }

  // MARK: Connections

  @Test func `an idle connection that the server ends is made again by the next step`() throws {
    let heroes = try HeroStore(address)
    try heroes.save("arthur", hp: 1)
    try server.endConnections(of: name)
    try heroes.save("arthur", hp: 2)
    #expect(heroes.store.takeFaults() == [])
    try server.endConnections(of: name)
    _ = try heroes.store.journal?.refresh()
    #expect(try HeroStore(address).steps == ["arthur 1", "arthur 2"])
  }

  @Test func `steps made while the server is unreachable are reported, and written once when it is back`()
    throws
  {
    let proxy = try FaultyProxy(to: server)
    defer { proxy.end() }
    let heroes = try HeroStore(proxy.address(store: name))
    try heroes.save("arthur", hp: 1)
    proxy.isDown = true
    try setPatience(of: heroes, to: 20)
    try heroes.save("arthur", hp: 2)
    try heroes.save("arthur", hp: 3)
    let faults = heroes.store.takeFaults().map { "\($0)" }
    #expect(faults.count == 2)
    #expect(faults.allSatisfy { $0.contains("there is no connection to its server: ") }, "\(faults)")
    #expect(heroes.shown == ["arthur 3"])
    #expect(try HeroStore(address).shown == ["arthur 1"])
    proxy.isDown = false
    try setPatience(of: heroes, to: 30_000)
    try heroes.store.journal?.retry()
    #expect(heroes.store.journal?.problem == nil)
    #expect(try HeroStore(address).steps == ["arthur 1", "arthur 2", "arthur 3"])
  }

  @Test(arguments: FaultyProxy.Cut.allCases)
  func `a write whose outcome stayed unknown for long is found again, with what followed it`(
    cut: FaultyProxy.Cut
  )
    throws
  {
    let proxy = try FaultyProxy(to: server)
    defer { proxy.end() }
    let heroes = try HeroStore(proxy.address(store: name), .init(lock: 20, statement: 100))
    for hp in 1...3 { try heroes.save("arthur", hp: hp) }
    try heroes.store.history.undo()
    // The second request of a step is its write. Then the server is down, so the outcome stays unknown.
    proxy.cut(cut, atRequest: 1)
    proxy.isDownAfterCut = true
    try setPatience(of: heroes, to: 20)
    try heroes.save("arthur", hp: 4)
    try heroes.save("arthur", hp: 5)
    try heroes.store.history.undo()
    try heroes.save("arthur", hp: 6)
    #expect(heroes.store.takeFaults().count > 0)
    proxy.isDown = false
    try setPatience(of: heroes, to: 30_000)
    try heroes.store.journal?.retry()
    #expect(heroes.store.journal?.problem == nil)
    let again = try HeroStore(address)
    #expect(again.steps == ["arthur 1", "arthur 2", "arthur 4", "arthur 6"])
    #expect(try again.store.journal?.journal.problems() == [])
  }

  @Test func `a waiting prompt reports a lost connection, a new one, and what others wrote`()
    throws
  {
    let proxy = try FaultyProxy(to: server)
    defer { proxy.end() }
    let heroes = try HeroStore(proxy.address(store: name))
    let other = try HeroStore(address)
    let journal = try #require(heroes.store.journal?.journal)
    let descriptor = try #require(journal.listen())
    func next(_ wanted: (JournalSignal) -> Bool) -> JournalSignal? {
      for _ in 0..<20 {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&state, 1, 5_000)
        let signal = journal.takeSignal()
        if wanted(signal) { return signal }
      }
      return nil
    }
    #expect(next { $0 == .news } == .news)
    try other.save("arthur", hp: 1)
    #expect(next { $0 == .news } == .news)
    try heroes.store.journal?.refresh()
    #expect(heroes.shown == ["arthur 1"])
    proxy.isDown = true
    try server.endConnections(of: name)
    guard case .lost(let reason) = next({ if case .lost = $0 { true } else { false } }) else {
      Issue.record("nothing was told")
      return
    }
    #expect("\(reason)".contains("connection"), "\(reason)")
    try other.save("arthur", hp: 2)
    proxy.isDown = false
    #expect(next { $0 == .restored } == .restored)
    #expect(next { $0 == .news } == .news)
    try heroes.store.journal?.refresh()
    #expect(heroes.shown == ["arthur 2"])
    // Notifications arrive again.
    try other.save("arthur", hp: 3)
    #expect(next { $0 == .news } == .news)
  }

  @Test func `without notifications, a waiting prompt finds the changes of others`() throws {
    let database = try database()
    // As on CockroachDB; only this database is affected.
    try server.sql(
      """
      SET allow_system_table_mods = on;
      UPDATE pg_proc SET proname = 'pg_notify_gone' WHERE proname = 'pg_notify'
      """, database: database)
    let (heroes, other) = (try open(database), try open(database))
    let journal = try #require(heroes.store.journal?.journal as? PostgresJournal)
    let descriptor = try #require(journal.listen())
    #expect(!journal.supportsNotifications && !journal.isNotified)
    for hp in 1...2 {
      try other.save("arthur", hp: hp)
      for _ in 0..<20 where heroes.shown != ["arthur \(hp)"] {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&state, 1, 5_000)
        if journal.takeSignal() == .news { try heroes.store.journal?.refresh() }
      }
      #expect(heroes.shown == ["arthur \(hp)"])
    }
    #expect(heroes.store.takeFaults() == [] && other.store.takeFaults() == [])
  }

  // MARK: Others

  @Test func `a writer that holds the lock and does not end is ended by the server, with a report`() throws {
    let stopped = try HeroStore(address, .init(patience: 1_000, idle: 100))
    let other = try HeroStore(address)
    try stopped.store.journal?.hold()
    try stopped.save("morgana", hp: 1)
    try other.save("arthur", hp: 1)
    #expect(other.store.takeFaults() == [])
    #expect(throws: JournalError.conflict) { try stopped.store.journal?.release() }
    #expect(stopped.store.journal?.isDetached == true)
    #expect(try HeroStore(address).shown == ["arthur 1"])
  }

  @Test func `a writer that is ended while it holds the lock continues if nothing was written meanwhile`()
    throws
  {
    let stopped = try HeroStore(address)
    try stopped.store.journal?.hold()
    try stopped.save("morgana", hp: 1)
    try server.endConnections(of: name)
    try stopped.store.journal?.release()
    #expect(try HeroStore(address).shown == ["morgana 1"])
  }

  @Test(arguments: ["40001", "40P01"])
  func `a write that the server takes back for others' sake is tried again`(code: String) throws {
    let database = try database()
    let heroes = try open(database)
    try server.failSteps(in: database, with: code, count: 3)
    try heroes.save("arthur", hp: 1)
    #expect(heroes.store.takeFaults() == [])
    #expect(try open(database).steps == ["arthur 1"])
  }

  @Test func `a full disk of the server is reported, and missing steps are written when there is room`()
    throws
  {
    let database = try database()
    let heroes = try open(database)
    try server.failSteps(in: database, with: "53100", count: 1)
    try heroes.save("arthur", hp: 1)
    #expect("\(heroes.store.takeFaults())".contains("the disk is full"))
    #expect(heroes.store.journal?.problem == .full)
    try heroes.store.journal?.retry()
    #expect(try open(database).steps == ["arthur 1"])
  }

  @Test func `words of the server cannot act on a terminal`() throws {
    let database = try database()
    let heroes = try open(database)
    try server.failSteps(in: database, with: "XX000", count: 1, message: "\u{1B}]0;pwned\u{7}")
    try heroes.save("arthur", hp: 1)
    let fault = "\(heroes.store.takeFaults())"
    #expect(fault.contains("pwned"))
    #expect(Escaping.isClean(fault))
    try server.sql("UPDATE auto_update.store SET owner = chr(27) || ']0;pwned'", database: database)
    let message = error(opening: database).map { "\($0)" } ?? ""
    #expect(message == "it is a store of “\\u{1B}]0;pwned”: open it with that program")
  }

  // MARK: Opening

  @Test func `a missing database and one with another encoding are reported`() throws {
    #expect(
      "\(error(opening: "nowhere").map { "\($0)" } ?? "")".hasSuffix("database \"nowhere\" does not exist"))
    let latin = try database("ENCODING 'LATIN1' TEMPLATE template0")
    #expect("\(error(opening: latin).map { "\($0)" } ?? "")".contains("does not have the encoding UTF8"))
  }

  @Test func `a user without the right creates no tables, and one with read access writes nothing`() throws {
    let database = try database()
    try server.sql("CREATE ROLE \(database) LOGIN")
    #expect(error(opening: database, user: database) == .notPermitted)
    try open(database).save("arthur", hp: 1)
    #expect(error(opening: database, user: database) == .notPermitted)
    try server.sql(
      "GRANT USAGE ON SCHEMA auto_update TO \(database); GRANT SELECT ON ALL TABLES IN SCHEMA auto_update TO \(database)",
      database: database)
    let reader = try open(database, user: database)
    #expect(reader.shown == ["arthur 1"])
    try reader.save("arthur", hp: 2)
    #expect("\(reader.store.takeFaults())".contains("it cannot be opened: change its permissions"))
    #expect(try open(database).shown == ["arthur 1"])
    try server.sql("GRANT UPDATE ON auto_update.store TO \(database)", database: database)
    try server.sql(
      "GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA auto_update TO \(database)", database: database)
    try reader.store.journal?.retry()
    #expect(try open(database).shown == ["arthur 2"])
  }

  @Test(arguments: [
    "DROP SCHEMA auto_update CASCADE", "DELETE FROM auto_update.store", "DROP TABLE auto_update.step CASCADE",
  ])
  func `lost tables or a lost store are reported, and the program continues in memory`(statement: String)
    throws
  {
    let database = try database()
    let heroes = try open(database)
    try heroes.save("arthur", hp: 1)
    try server.sql(statement, database: database)
    try heroes.save("arthur", hp: 2)
    #expect(heroes.store.journal?.problem == .removed)
    #expect(heroes.shown == ["arthur 2"])
  }

  @Test func `tables of an earlier format are brought up to date, and those of a later one are refused`()
    throws
  {
    let database = try database()
    let address = JournalAddress(server.address(store: name, database: database))
    do {
      _ = try PostgresJournal(address, owner: "heroes", .init(), format: 1)
      // A program of that format has no schemas.
      try server.sql(
        """
        INSERT INTO auto_update.step (store, serial, number, cause, changes, sitting)
          SELECT id, 1, 1, 'first', '[]', 1 FROM auto_update.store;
        UPDATE auto_update.store SET present = 1, last = 1, version = 1
        """, database: database)
    }
    #expect(throws: (any Error).self) {
      try server.sql("SELECT * FROM auto_update.steps", database: database)
    }
    let heroes = try open(database)
    #expect(heroes.causes.isEmpty || heroes.causes == ["first"])
    #expect(
      try server.sql("SELECT step, cause FROM auto_update.steps", database: database) == "1|first\n")
    try server.sql("UPDATE auto_update.format SET version = version + 1", database: database)
    let later = JournalError.newer(format: Schema.format + 1, known: Schema.format)
    #expect(error(opening: database) == later)
    // A program that was open before must not write to tables of an unknown format.
    try heroes.save("arthur", hp: 2)
    #expect(heroes.store.journal?.problem == later)
  }

  @Test func `many programs that open a new database at once make its tables once`() async throws {
    let database = try database()
    let address = JournalAddress(server.address(store: name, database: database))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { _ = try PostgresJournal(address, owner: "heroes") }
      }
      try await group.waitForAll()
    }
    #expect(try server.sql("SELECT count(*) FROM auto_update.store", database: database) == "1\n")
  }

  // MARK: Texts

  @Test func `texts with a zero character, and with the mark of its escape, come back as they were`() throws {
    for text in ["", "plain", "\0", "a\0b\u{FFFE}c\u{FFFE}0", "\u{FFFE}\0"] {
      #expect(ColumnText.decoded(ColumnText.encoded(text)) == text)
      #expect(!ColumnText.encoded(text).unicodeScalars.contains("\0"))
    }
    let heroes = try HeroStore(address)
    try heroes.save("a\0\u{FFFE}", hp: 1)
    let again = try HeroStore(address)
    #expect(again.causes == ["a\0\u{FFFE} 1"])
    #expect(again.heroes["a\0\u{FFFE}"]?.hp == 1)
    // The views replace the zero character.
    #expect(
      try server.sql("SELECT field, after FROM auto_update.fields WHERE store = '\(name)'") == "hp|1\n")
  }
}
