internal import CPostgreSQL
import Glibc
import Journaling
import TerminalText

/// A connection to a server, which throws ``JournalError``.
///
/// If a wait for the server reaches its limit, the connection counts as lost and is closed, even if the system still
/// considers it open. The pointer is valid until `deinit`.
@safe final class Connection {
  private let connection: OpaquePointer
  /// The numbers of the prepared statements, by SQL text.
  private var prepared: [String: Int] = [:]
  private(set) var isOpen = false

  /// Starts to connect; ``finish(within:)`` or ``proceed()`` completes it.
  ///
  /// - Throws: ``JournalError/failed(_:)`` if the address is not valid. The message does not contain libpq's reason,
  ///   which quotes the address.
  init(_ settings: ConnectionSettings) throws(JournalError) {
    guard let parsed = unsafe PQconninfoParse(settings.connection, nil) else {
      throw .failed("the address is not valid")
    }
    unsafe PQconninfoFree(parsed)
    // Later settings override earlier ones, so those of the address override the first and are overridden by the last.
    let words: [(String, String)] = [
      ("fallback_application_name", "auto-update"), ("tcp_user_timeout", "20000"), ("keepalives_idle", "10"),
      ("keepalives_interval", "5"), ("keepalives_count", "3"), ("dbname", settings.connection),
      ("client_encoding", "UTF8"),
    ]
    let keys = unsafe words.map { unsafe strdup($0.0) } + [nil]
    let values = unsafe words.map { unsafe strdup($0.1) } + [nil]
    defer { unsafe (keys + values).forEach { unsafe free($0) } }
    let constantKeys = unsafe keys.map { unsafe UnsafePointer($0) }
    let constantValues = unsafe values.map { unsafe UnsafePointer($0) }
    guard let started = unsafe PQconnectStartParams(constantKeys, constantValues, 1) else {
      throw .failed("there is no memory for a connection")
    }
    unsafe connection = started
    if unsafe PQstatus(started) == CONNECTION_BAD { throw .disconnected(settings.withoutPassword(message)) }
    // libpq would write the server's notices to standard error, and so into a line that is being typed.
    _ = unsafe PQsetNoticeReceiver(started, { _, _ in }, nil)
  }

  deinit { unsafe PQfinish(connection) }

  /// The socket to wait for; negative if there is none.
  var socket: Int32 { unsafe PQsocket(connection) }

  /// The event that a connection waits for while it is being established.
  enum Progress { case reading, writing, done }

  /// Continues connecting without waiting.
  func proceed() throws(JournalError) -> Progress {
    switch unsafe PQconnectPoll(connection) {
    case PGRES_POLLING_OK:
      guard unsafe PQsetnonblocking(connection, 1) == 0, unsafe PQenterPipelineMode(connection) == 1 else {
        throw .disconnected(message)
      }
      isOpen = true
      return .done
    case PGRES_POLLING_READING: return .reading
    case PGRES_POLLING_WRITING: return .writing
    default: throw .disconnected(message)
    }
  }

  func finish(within milliseconds: Int) throws(JournalError) {
    let end = cpq_now() + Int64(milliseconds)
    // A new connection first has something to write.
    var events = Int16(POLLOUT)
    while true {
      guard wait(for: events, until: end) else { throw .disconnected("it does not answer") }
      switch try proceed() {
      case .reading: events = Int16(POLLIN)
      case .writing: events = Int16(POLLOUT)
      case .done: return
      }
    }
  }

  // MARK: Running

  /// Runs statements in one round trip, and returns the rows of each. If one fails, the statements after it are not
  /// run.
  ///
  /// - Parameter milliseconds: the maximum wait for the server.
  func run(_ queries: [Query], within milliseconds: Int) throws(JournalError) -> [Rows] {
    guard isOpen else { throw .disconnected("the connection is closed") }
    let end = cpq_now() + Int64(milliseconds)
    // For each expected result: the statement that it prepares, or `nil` if it has rows.
    var awaited: [String?] = []
    var known = prepared
    for query in queries {
      let text = query.sql.description
      let number = known[text] ?? known.count
      if known.updateValue(number, forKey: text) == nil {
        guard unsafe PQsendPrepare(connection, "s\(number)", text, 0, nil) == 1 else { throw lost() }
        awaited.append(text)
      }
      guard send(query, named: "s\(number)") else { throw lost() }
      awaited.append(nil)
    }
    guard unsafe PQpipelineSync(connection) == 1 else { throw lost() }
    var all: [Rows] = []
    var problem: JournalError?
    for text in awaited {
      defer { while let rest = unsafe nextResult(until: end) { unsafe PQclear(rest) } }
      guard let result = unsafe nextResult(until: end) else { throw lost(problem) }
      defer { unsafe PQclear(result) }
      switch unsafe PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
        if let text { prepared[text] = prepared.count } else { all.append(unsafe Self.rows(of: result)) }
      case PGRES_PIPELINE_ABORTED: break
      default: problem = problem ?? (unsafe error(of: result))
      }
    }
    guard let mark = unsafe nextResult(until: end) else { throw lost(problem) }
    unsafe PQclear(mark)
    if unsafe PQstatus(connection) == CONNECTION_BAD { throw lost(problem) }
    if let problem { throw problem }
    return all
  }

  private func send(_ query: Query, named name: String) -> Bool {
    let count = query.parameters.count
    // All parameters are in one array, so that their addresses are valid during the call.
    var bytes: [UInt8] = []
    for parameter in query.parameters { bytes += parameter.bytes ?? [] }
    bytes.append(0)
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      var (values, lengths): ([UnsafePointer<CChar>?], [Int32]) = unsafe ([], [])
      var offset = 0
      for parameter in query.parameters {
        let length = parameter.bytes?.count ?? 0
        let start = unsafe buffer.baseAddress.map { unsafe UnsafeRawPointer($0 + offset) }
        unsafe values.append(
          parameter.bytes == nil ? nil : start.map { unsafe $0.assumingMemoryBound(to: CChar.self) })
        lengths.append(Int32(clamping: length))
        offset += length
      }
      let formats = [Int32](repeating: 1, count: count)
      return unsafe PQsendQueryPrepared(connection, name, Int32(count), values, lengths, formats, 1) == 1
    }
  }

  private static func rows(of result: OpaquePointer) -> Rows {
    let columnCount = unsafe PQnfields(result)
    var rows = Rows(columnCount: Int(columnCount))
    for row in 0..<(unsafe PQntuples(result)) {
      for column in 0..<columnCount {
        guard unsafe PQgetisnull(result, row, column) == 0, let start = unsafe PQgetvalue(result, row, column)
        else {
          rows.append(nil)
          continue
        }
        let count = Int(unsafe PQgetlength(result, row, column))
        rows.append(unsafe Array(UnsafeRawBufferPointer(start: start, count: count)))
      }
      rows.endRow()
    }
    return rows
  }

  /// Returns the next result; `nil` after the last one of a statement, and if the connection is lost.
  private func nextResult(until end: Int64) -> OpaquePointer? {
    while isOpen {
      let isUnsent = unsafe PQflush(connection) == 1
      if unsafe PQisBusy(connection) == 0 { return unsafe PQgetResult(connection) }
      guard wait(for: Int16(POLLIN) | (isUnsent ? Int16(POLLOUT) : 0), until: end) else {
        isOpen = false
        return nil
      }
      if unsafe PQconsumeInput(connection) == 0 {
        // The server may have sent an error before it closed the connection.
        guard unsafe PQisBusy(connection) == 0, let result = unsafe PQgetResult(connection) else {
          isOpen = false
          return nil
        }
        return unsafe result
      }
    }
    return nil
  }

  /// - Returns: `true` if one of the events occurred in time.
  private func wait(for events: Int16, until end: Int64) -> Bool {
    while true {
      var state = pollfd(fd: socket, events: events, revents: 0)
      let left = Int32(clamping: max(0, end - cpq_now()))
      let count = unsafe poll(&state, 1, left)
      if count > 0 { return true }
      if count == 0 || errno != EINTR { return false }
    }
  }

  // MARK: Notifications

  /// Returns the texts of the notifications that other connections have sent.
  ///
  /// - Parameter reading: whether to read the available input of the connection first.
  /// - Throws: ``JournalError/disconnected(_:)``.
  func takeNotifications(reading: Bool) throws(JournalError) -> [String] {
    if reading, isOpen, unsafe PQconsumeInput(connection) == 0 { throw lost() }
    guard isOpen else { throw .disconnected("the connection is closed") }
    var texts: [String] = []
    let own = unsafe PQbackendPID(connection)
    while let notification = unsafe PQnotifies(connection) {
      defer { unsafe PQfreemem(notification) }
      if unsafe notification.pointee.be_pid != own, let text = unsafe notification.pointee.extra {
        texts.append(unsafe String(cString: text))
      }
    }
    return texts
  }

  // MARK: Errors

  /// Marks the connection as lost, and returns the reason: the server's if it sent one.
  private func lost(_ reason: JournalError? = nil) -> JournalError {
    isOpen = false
    if case .disconnected = reason { return reason ?? .disconnected(message) }
    return .disconnected(message)
  }

  /// The last message of the connection, without a hint that may follow it.
  private var message: UntrustedText {
    let text = unsafe UntrustedText(String(cString: PQerrorMessage(connection)))
    let lines = text.raw.split(separator: "\n").filter { !$0.utf8.starts(with: "\t".utf8) }
    return lines.last.map { UntrustedText(String($0)) } ?? "the connection was lost"
  }

  private func error(of result: OpaquePointer) -> JournalError {
    // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY, which are macros of characters.
    let code = unsafe PQresultErrorField(result, 0x43).map { unsafe String(cString: $0) } ?? ""
    let primary = unsafe PQresultErrorField(result, 0x4D).map { unsafe UntrustedText(String(cString: $0)) }
    let text = primary ?? message
    switch code {
    case "55P03": return .busy
    case "53100": return .full
    case "42501": return .notPermitted
    case "25006": return .readOnly
    case "42P01", "3F000", "42703": return .removed
    // The connection or the server is shutting down.
    case "57P01", "57P02", "57P03", "25P03", "25P04", "":
      isOpen = false
      return .disconnected(text)
    case let other where other.hasPrefix("08"):
      isOpen = false
      return .disconnected(text)
    // Serialisation failures and deadlocks: nothing was written.
    case "40001", "40P01": return .busy
    default: return .failed("\(text.raw) (\(code))")
    }
  }
}
