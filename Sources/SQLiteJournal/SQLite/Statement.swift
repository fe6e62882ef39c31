import Journaling
internal import CSQLite

/// A prepared statement. As in SQLite, parameters are numbered from 1 and columns from 0.
@safe final class Statement {
  private let database: Database
  private let statement: OpaquePointer

  init(_ sql: String, in database: Database) throws(JournalError) {
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

  /// Advances to the next row. Returns `false` after the last row and resets the statement.
  func step() throws(JournalError) -> Bool {
    let code = unsafe sqlite3_step(statement)
    if code == SQLITE_ROW { return true }
    unsafe sqlite3_reset(statement)
    if code != SQLITE_DONE { throw database.error(code) }
    return false
  }

  func run() throws(JournalError) {
    while try step() {}
  }

  func reset() { unsafe sqlite3_reset(statement) }

  func isNumber(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(statement, column) == SQLITE_INTEGER
  }

  func isNone(_ column: Int32) -> Bool { unsafe sqlite3_column_type(statement, column) == SQLITE_NULL }

  func number(_ column: Int32) -> Int { Int(unsafe sqlite3_column_int64(statement, column)) }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_text(statement, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(statement, column))
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Returns the text of a column; `nil` if its bytes are not valid UTF-8.
  func text(_ column: Int32) -> String? {
    guard let start = unsafe sqlite3_column_text(statement, column) else { return "" }
    let count = Int(unsafe sqlite3_column_bytes(statement, column))
    return unsafe String(validating: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
