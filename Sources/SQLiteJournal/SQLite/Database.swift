import Journaling
internal import CSQLite
import Glibc
import TerminalText

/// A connection to a SQLite file; what goes wrong is a ``JournalError``.
///
/// The pointer is valid from opening to `deinit`; statements hold the connection, so they end before it does.
@safe final class Database {
  let path: String
  fileprivate let connection: OpaquePointer
  /// How often it looks whether a lock is free, a millisecond apart.
  private let waitsMax: Int32
  /// How often it does so for the statement that runs. It has a place of its own, as SQLite keeps its address.
  private let waits: UnsafeMutablePointer<Int32>
  /// Whether another program waited to write when this one had written.
  private var isAwaited = false
  private var log: Int32 = -1
  private let identity: (device: UInt64, number: UInt64)
  /// Whether other programs on the file's machines are to be kept away, as they cannot share its log.
  let isRemote: Bool

  /// Opens a file, or makes it.
  ///
  /// - Parameter isRemote: `nil` leaves it to where the file is.
  init(_ path: String, waitsMax: Int32, isRemote: Bool? = nil) throws(JournalError) {
    self.path = path
    var connection: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = unsafe sqlite3_open_v2(path, &connection, flags, nil)
    guard code == SQLITE_OK, let opened = unsafe connection else {
      let error = unsafe Self.error(code, connection, path)
      unsafe sqlite3_close_v2(connection)
      throw error
    }
    unsafe self.connection = unsafe opened
    self.waitsMax = waitsMax
    unsafe waits = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe waits.initialize(to: waitsMax)
    identity = Self.identity(of: path) ?? (0, 0)
    self.isRemote = isRemote ?? Self.isRemote(path)
    unsafe csqlite_set_wait(opened, waits)
    unsafe csqlite_defend(opened)
    if unsafe sqlite3_db_readonly(opened, "main") == 1 { throw .readOnly }
  }

  deinit {
    unsafe sqlite3_close_v2(connection)
    unsafe waits.deallocate()
    if log >= 0 { close(log) }
  }

  // MARK: Running

  /// Runs statements that give no rows.
  func run(_ sql: String) throws(JournalError) {
    let code = unsafe sqlite3_exec(connection, sql, nil, nil, nil)
    if code != SQLITE_OK { throw error(code) }
  }

  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(connection) == 0 }

  /// Takes back the open transaction, if there is one.
  func rollBack() {
    if isInTransaction {
      _ = unsafe sqlite3_exec(connection, "ROLLBACK", nil, nil, nil)
    }
  }

  /// Begins to write, once no other program does; in turn with those that wait.
  ///
  /// SQLite's lock goes to whoever asks at the right moment, and a script that writes group after group leaves hardly
  /// one: so whoever waits says so, and whoever has written leaves some time to the others.
  func begin(_ beginImmediate: Statement) throws(JournalError) {
    if isAwaited {
      // Those who wait look each millisecond.
      sqlite3_sleep(2)
      isAwaited = false
    }
    defer { unsafe waits.pointee = waitsMax }
    unsafe waits.pointee = 0
    do { return try beginImmediate.run() } catch { if error != .busy { throw error } }
    let log = openLog()
    var version = try version()
    csqlite_set_mark(log, Int32(csqlite_waiting), 1)
    defer { csqlite_set_mark(log, Int32(csqlite_waiting), 0) }
    unsafe waits.pointee = waitsMax
    while true {
      do throws(JournalError) { return try beginImmediate.run() } catch {
        let former = version
        version = try self.version()
        // Others wrote and came to an end, however slow the machine is: only one that does not is in the way.
        if error != .busy || version == former { throw error }
      }
    }
  }

  /// What differs once others have written.
  private func version() throws(JournalError) -> Int { try number("PRAGMA data_version") }

  func prepare(_ sql: String) throws(JournalError) -> Statement { try Statement(sql, in: self) }

  /// The number that a statement without parameters gives; 0 for none.
  func number(_ sql: String) throws(JournalError) -> Int {
    let statement = try prepare(sql)
    return try statement.step() ? statement.number(0) : 0
  }

  func error(_ code: Int32) -> JournalError { unsafe Self.error(code, connection, path) }

  private static func error(_ code: Int32, _ connection: OpaquePointer?, _ path: String) -> JournalError {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy
    case SQLITE_FULL: return .full
    case SQLITE_READONLY:
      return csqlite_is_moved(code) != 0 ? .replaced : .readOnly
    case SQLITE_PERM, SQLITE_AUTH: return .notPermitted
    case SQLITE_NOTADB: return .foreign
    case SQLITE_CORRUPT: return .damaged(at: unsafe message(of: connection, code))
    case SQLITE_CANTOPEN: return cannotOpen(path)
    default: return .failed(unsafe message(of: connection, code))
    }
  }

  private static func cannotOpen(_ path: String) -> JournalError {
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      return status.st_mode & S_IFMT == S_IFDIR ? .failed("it is a folder") : .notPermitted
    }
    var folder = Array(path.utf8)
    while let last = folder.last, last != UInt8(ascii: "/") { folder.removeLast() }
    let name = folder.isEmpty ? "." : String(decoding: folder, as: UTF8.self)
    return unsafe stat(name, &status) == 0 ? .readOnly : .missing
  }

  private static func message(of connection: OpaquePointer?, _ code: Int32) -> UntrustedText {
    let text = unsafe connection.map { unsafe UntrustedText(String(cString: sqlite3_errmsg($0))) }
    let known = unsafe UntrustedText(String(cString: sqlite3_errstr(code)))
    return text.map { $0 == "not an error" ? known : $0 } ?? known
  }

  // MARK: The file

  private static func identity(of path: String) -> (device: UInt64, number: UInt64)? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return (UInt64(status.st_dev), UInt64(status.st_ino))
  }

  /// Whether the file that is open still has its name.
  var isInPlace: Bool { Self.identity(of: path).map { $0 == identity } ?? false }

  /// SQLite's log of writes, of which it keeps no lock: another opening of it may be closed.
  private var logPath: String { path + "-wal" }

  /// The log, on which marks are set; below zero when it cannot be opened. It keeps its place as long as a connection
  /// is open.
  private func openLog() -> Int32 {
    if log < 0 { log = unsafe open(logPath, O_RDONLY | O_CLOEXEC) }
    return log
  }

  /// Lets writers ``signal()``.
  ///
  /// - Returns: the file that they open and close again.
  func listen() -> String {
    csqlite_set_mark(openLog(), Int32(csqlite_listening), 1)
    return logPath
  }

  /// Lets those who watch the log hear that something was committed: SQLite's own writes come before that. Nothing is
  /// changed on the disk. Looks whether somebody waits to write.
  func signal() {
    let log = openLog()
    // One look says that there is nobody, as is usual.
    guard csqlite_is_marked(log, Int32(csqlite_waiting | csqlite_listening)) != 0 else { return }
    isAwaited = csqlite_is_marked(log, Int32(csqlite_waiting)) != 0
    guard csqlite_is_marked(log, Int32(csqlite_listening)) != 0 else { return }
    let descriptor = unsafe open(logPath, O_RDONLY | O_CLOEXEC)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Looks whether somebody waits to write, where nothing was committed.
  func lookForWaiting() { isAwaited = csqlite_is_marked(openLog(), Int32(csqlite_waiting)) != 0 }

  /// Whether a file is on a file system of another machine, where memory cannot be shared with its programs.
  private static func isRemote(_ path: String) -> Bool {
    // NFS, SMB, CIFS, SMB2, 9P, Coda, AFS, Ceph.
    let remote: [UInt32] = [
      0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x7375_7245, 0x5346_414F, 0x00C3_6400,
    ]
    return remote.contains(UInt32(truncatingIfNeeded: unsafe csqlite_file_system(path)))
  }
}

/// A prepared statement. Its parameters and columns count from 1 and 0, as SQLite's do.
@safe final class Statement {
  private let database: Database
  private let statement: OpaquePointer

  fileprivate init(_ sql: String, in database: Database) throws(JournalError) {
    var statement: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      database.connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let prepared = unsafe statement else { throw database.error(code) }
    self.database = database
    unsafe self.statement = unsafe prepared
  }

  deinit { unsafe sqlite3_finalize(statement) }

  // MARK: Parameters

  func bind(_ number: Int?, at index: Int32) {
    if let number {
      _ = unsafe sqlite3_bind_int64(statement, index, Int64(number))
    } else {
      _ = unsafe sqlite3_bind_null(statement, index)
    }
  }

  func bind(_ text: [UInt8], at index: Int32) {
    unsafe text.withUnsafeBytes { unsafe bind($0, at: index) }
  }

  func bind(_ text: String?, at index: Int32) {
    guard var text else { return bind(nil as Int?, at: index) }
    text.withUTF8 { unsafe bind(UnsafeRawBufferPointer($0), at: index) }
  }

  private func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) {
    let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    _ = unsafe csqlite_bind_text(statement, index, start, Int32(clamping: bytes.count))
  }

  // MARK: Rows

  /// Goes to the next row; `false` behind the last, where the statement is ready to run again.
  func step() throws(JournalError) -> Bool {
    let code = unsafe sqlite3_step(statement)
    if code == SQLITE_ROW { return true }
    unsafe sqlite3_reset(statement)
    if code != SQLITE_DONE { throw database.error(code) }
    return false
  }

  /// Runs it to its end.
  func run() throws(JournalError) {
    while try step() {}
  }

  func reset() { unsafe sqlite3_reset(statement) }

  func isNumber(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(statement, column) == SQLITE_INTEGER
  }

  func isNone(_ column: Int32) -> Bool { unsafe sqlite3_column_type(statement, column) == SQLITE_NULL }

  func number(_ column: Int32) -> Int { Int(unsafe sqlite3_column_int64(statement, column)) }

  func optionalNumber(_ column: Int32) -> Int? { isNone(column) ? nil : number(column) }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_text(statement, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(statement, column))
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// `nil` for bytes that are no UTF-8.
  func text(_ column: Int32) -> String? { String(validating: bytes(column), as: UTF8.self) }
}
