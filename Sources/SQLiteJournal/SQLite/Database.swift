import Journaling
internal import CSQLite
import Glibc
import TerminalText

/// A connection to a SQLite file, which throws ``JournalError``.
///
/// The pointer is valid from `init` to `deinit`. Statements retain the connection, so they are finalized before it is
/// closed.
@safe final class Database {
  let path: String
  let connection: OpaquePointer
  /// The number of times to check for a free lock, a millisecond apart.
  private let waitsMax: Int32
  /// The remaining number of checks for the running statement. It is allocated separately because SQLite stores its
  /// address.
  private let waits: UnsafeMutablePointer<Int32>
  /// A Boolean value that indicates whether another program was waiting to write when this one last wrote.
  private var isAwaited = false
  /// A Boolean value that indicates whether the waiting program did not take its turn, perhaps because it is stopped.
  private var isWaitingStopped = false
  private var log: Int32 = -1
  /// The identities of the file, its log and its index, once SQLite has opened them.
  private var identities: [FileIdentity?]?
  /// A Boolean value that indicates whether the file is on a remote file system. Programs on other machines cannot
  /// share its log, so they are locked out.
  let isRemote: Bool

  /// Opens or creates a file.
  ///
  /// - Parameter isRemote: if `nil`, determined from the file system of the file.
  init(_ path: String, waitsMax: Int32, isRemote: Bool? = nil) throws(JournalError) {
    self.path = path
    var connection: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    if path.isEmpty { throw .failed("it has no name") }
    // SQLite would report a device or a pipe as an error of the disk.
    if FileIdentity(path)?.isOther == true { throw .failed("it is not a regular file: choose another file") }
    // SQLite takes a file that is shorter than any database for an empty one, and overwrites it.
    if (1..<Self.byteCountMin).contains(Self.size(of: path)) { throw .foreign }
    // SQLite opens no file for an empty name, “:memory:” or “file:NAME?mode=memory”.
    let file = path.hasPrefix("/") ? path : "./" + path
    let code = unsafe sqlite3_open_v2(file, &connection, flags, nil)
    guard code == SQLITE_OK, let opened = unsafe connection else {
      let error = unsafe Self.error(code, connection, path)
      unsafe sqlite3_close_v2(connection)
      throw error
    }
    unsafe self.connection = unsafe opened
    self.waitsMax = waitsMax
    unsafe waits = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe waits.initialize(to: waitsMax)
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

  func run(_ sql: String) throws(JournalError) {
    let code = unsafe sqlite3_exec(connection, sql, nil, nil, nil)
    if code != SQLITE_OK { throw error(code) }
  }

  /// Sets the mode of the file to write-ahead logging, once no other program holds a lock.
  ///
  /// SQLite reads the current mode first. It does not wait for the lock that it then needs to change the mode, since
  /// two programs that did so would wait for each other. So this method tries again; each attempt releases all locks.
  func setLogMode() throws(JournalError) {
    for _ in 0..<waitsMax {
      do { return try run(Self.logMode) } catch { if error != .busy { throw error } }
      sqlite3_sleep(1)
    }
    try run(Self.logMode)
  }

  private static let logMode = "PRAGMA journal_mode=WAL"

  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(connection) == 0 }

  func rollBack() {
    if isInTransaction {
      _ = unsafe sqlite3_exec(connection, "ROLLBACK", nil, nil, nil)
    }
  }

  /// Begins a write when no other program is writing, and takes turns with programs that wait.
  ///
  /// SQLite grants its lock to any program that tries while it is free, and a script that writes in a loop leaves it
  /// free only for moments. So a waiting program sets a mark, and a program that has just written waits until the mark
  /// is cleared.
  func begin(_ beginImmediate: Statement) throws(JournalError) {
    try yieldTurn()
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
        // If another program has finished a write in the meantime, the wait continues, however slow the machine is. It
        // is an error only if no program finishes.
        if error != .busy || version == former { throw error }
      }
    }
  }

  /// Waits until a program that was waiting during the last write has begun its own, or another program has written.
  ///
  /// A program that is stopped keeps its mark. This program waits for it only once, for at most `waitsMax`
  /// milliseconds.
  private func yieldTurn() throws(JournalError) {
    guard isAwaited else { return }
    isAwaited = false
    let former = try version()
    for _ in 0..<waitsMax {
      guard csqlite_is_marked(openLog(), Int32(csqlite_waiting)) != 0, try version() == former else { return }
      sqlite3_sleep(1)
    }
    isWaitingStopped = true
  }

  /// Records whether a program waits to write.
  private func noteWaiting(_ isMarked: Bool) {
    if !isMarked { isWaitingStopped = false }
    isAwaited = isMarked && !isWaitingStopped
  }

  /// Returns a number that changes when other connections write.
  private func version() throws(JournalError) -> Int { try number("PRAGMA data_version") }

  func prepare(_ sql: String) throws(JournalError) -> Statement { try Statement(sql, in: self) }

  /// Returns the number that a statement without parameters selects; 0 if it selects no row.
  func number(_ sql: String) throws(JournalError) -> Int {
    let statement = try prepare(sql)
    return try statement.step() ? statement.number(0) : 0
  }

  func error(_ code: Int32) -> JournalError {
    // The file was a database when it was opened.
    if code & 0xFF == SQLITE_NOTADB, identities != nil {
      return .damaged(at: "the log beside it was cut or overwritten while it was open")
    }
    return unsafe Self.error(code, connection, path)
  }

  private static func error(_ code: Int32, _ connection: OpaquePointer?, _ path: String) -> JournalError {
    switch code & 0xFF {
    case SQLITE_IOERR where unsafe isFull(connection), SQLITE_CANTOPEN where unsafe isFull(connection):
      return .full
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

  /// Returns a Boolean value that indicates whether the last system call failed because the disk or quota is full.
  /// SQLite reports this as a general failure if it concerns a file other than the database.
  private static func isFull(_ connection: OpaquePointer?) -> Bool {
    let number = unsafe connection.map { unsafe sqlite3_system_errno($0) }
    return number == ENOSPC || number == EDQUOT
  }

  private static func cannotOpen(_ path: String) -> JournalError {
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      return status.st_mode & S_IFMT == S_IFDIR ? .folder : .notPermitted
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

  static func isThere(_ path: String) -> Bool { FileIdentity(path) != nil }

  /// The size in bytes of the smallest page, and so of the smallest database.
  private static let byteCountMin = 512

  /// Returns the size of a regular file in bytes; 0 if there is none.
  private static func size(of path: String) -> Int {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
    return Int(status.st_size)
  }

  /// The identity of a file, independent of its name.
  private struct FileIdentity: Equatable {
    let device: UInt64
    let number: UInt64
    /// A Boolean value that indicates whether the file is neither a regular file nor a folder.
    let isOther: Bool

    init?(_ path: String) {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { return nil }
      (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
      isOther = status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
    }
  }

  /// The identities of the current files at the paths of the database, its log and the log's index.
  private var presentIdentities: [FileIdentity?] {
    [path, logPath, path + "-shm"].map { FileIdentity($0) }
  }

  /// Records which files SQLite has opened; called after the first read.
  func noteFiles() { identities = presentIdentities }

  var isInPlace: Bool { identities == nil || presentIdentities == identities }

  /// Writes the contents of a removed log to the file, so that nothing is lost when this connection closes.
  ///
  /// This is done only if the file and the index are in place. Then no other program can have opened the file with
  /// another log.
  func rescueLog() {
    guard let identities, presentIdentities[0] == identities[0], presentIdentities[2] == identities[2] else {
      return
    }
    _ = unsafe sqlite3_exec(connection, "PRAGMA wal_checkpoint", nil, nil, nil)
  }

  /// The path of SQLite's write-ahead log. SQLite holds no locks on it, so another descriptor of it may be closed.
  private var logPath: String { path + "-wal" }

  /// Returns a descriptor of the log, on which marks are set; negative if it cannot be opened. The log exists as long
  /// as a connection is open.
  private func openLog() -> Int32 {
    if log < 0 { log = unsafe open(logPath, O_RDONLY | O_CLOEXEC) }
    return log
  }

  /// Requests signals from writers, by a mark on the log.
  ///
  /// - Returns: the path of the file that they open and close.
  func listen() -> String {
    csqlite_set_mark(openLog(), Int32(csqlite_listening), 1)
    return logPath
  }

  /// Notifies programs that watch the log of a commit, and records whether a program waits to write. SQLite's own
  /// writes to the log occur before the commit is valid, so they cannot serve as the signal. Nothing is written to the
  /// disk.
  func signal() {
    let log = openLog()
    // Usually the first check finds no mark.
    guard csqlite_is_marked(log, Int32(csqlite_waiting | csqlite_listening)) != 0 else {
      return noteWaiting(false)
    }
    noteWaiting(csqlite_is_marked(log, Int32(csqlite_waiting)) != 0)
    guard csqlite_is_marked(log, Int32(csqlite_listening)) != 0 else { return }
    let descriptor = unsafe open(logPath, O_RDONLY | O_CLOEXEC)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Records whether a program waits to write, when nothing was committed.
  func lookForWaiting() { noteWaiting(csqlite_is_marked(openLog(), Int32(csqlite_waiting)) != 0) }

  /// Returns a Boolean value that indicates whether a file is on a remote file system, where programs on different
  /// machines cannot share memory.
  private static func isRemote(_ path: String) -> Bool {
    // NFS, SMB, CIFS, SMB2, 9P, Coda, AFS, Ceph.
    let remote: [UInt32] = [
      0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x7375_7245, 0x5346_414F, 0x00C3_6400,
    ]
    return remote.contains(UInt32(truncatingIfNeeded: unsafe csqlite_file_system(path)))
  }
}
