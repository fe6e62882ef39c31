public import Journaling
import TerminalText

/// Writing steps, and writing them again if the connection was lost.
extension PostgresJournal {
  public func commit(_ batch: JournalBatch) throws(JournalError) {
    var attempt = 1
    let translation = translation
    while true {
      do throws(JournalError) {
        try write(batch)
        lookForNotifications()
        return
      } catch {
        writer.names.clear()
        self.translation = translation
        rollBack()
        switch error {
        // The outcome is unknown, or nothing was written: try again.
        case .disconnected, .busy: if attempt == 5 { throw error }
        default:
          unresolved = nil
          throw error
        }
      }
      attempt += 1
      let hasNews = try begin() != nil
      if confirmedWriteNumber == writeNumber {
        // The batch was committed. The next read returns the steps that others have written since.
        if batch.schema != nil { self.translation.useCurrentNames(after: schemaStart) }
        cancel()
        if hasNews { putBackNews() }
        return
      }
      if hasNews {
        cancel()
        throw .conflict
      }
    }
  }

  private func write(_ batch: JournalBatch) throws(JournalError) {
    writeNumber += 1
    guard isInTransaction else { throw .disconnected("the connection was lost, and the lock with it") }
    try marks.check(batch)
    var after = marks
    after.last = max(marks.last, batch.steps.last?.serial ?? 0)
    after.present = batch.isMoved ? batch.present : batch.steps.last?.serial ?? marks.present
    if let schema = batch.schema {
      schemaStart = marks.last
      _ = try run(writes(of: schema, barrier: batch.barrier) + nameWrites())
    }
    var queries: [Query] = []
    var steps = batch.steps[...]
    if let serial = batch.dropsAfter, serial < marks.last {
      if serial < marks.snapshot { try moveSnapshot(to: serial) }
      after.snapshot = marks.snapshot
      queries.append(
        Query(
          "DELETE FROM auto_update.step WHERE store = $1::bigint AND serial > $2::bigint", .number(store),
          .number(serial)))
    } else {
      steps = steps.drop { $0.serial <= writtenThrough }
    }
    if !batch.objects.isEmpty { queries += writes(of: batch.objects) }
    if !steps.isEmpty { queries.append(insertion(of: steps)) }
    queries += nameWrites()
    if !batch.isMoved, let end = batch.steps.last?.serial,
      end - marks.snapshot >= JournalMarks.snapshotInterval
    {
      _ = try run(queries)
      queries = []
      try moveSnapshot(to: end)
      after.snapshot = end
    }
    queries.append(
      Query(
        """
        UPDATE auto_update.store SET version = version + 1, present = $2::bigint, last = $3::bigint,
          writer = $4::text::uuid WHERE id = $1::bigint
        """, .number(store), .number(after.present), .number(after.last), .text(key)))
    if !hasSession {
      queries.append(
        Query(
          "INSERT INTO auto_update.session (store, number, key) VALUES ($1::bigint, $2::bigint, $3::text::uuid)",
          .number(store), .number(session), .text(key)))
    }
    if supportsNotifications {
      queries.append(Query("SELECT pg_notify('auto_update', $1::text)", .text("\(store)")))
    }
    queries.append(Query("COMMIT"))
    let schemaNumber = schemaNumber + (batch.schema == nil ? 0 : 1)
    unresolved = Write(
      number: writeNumber, versionBefore: version, marks: after, schemaNumber: schemaNumber,
      serial: batch.steps.last?.serial)
    _ = try run(queries)
    unresolved = nil
    isInTransaction = false
    writer.names.keep()
    hasSession = true
    version += 1
    marks = after
    self.schemaNumber = schemaNumber
  }

  /// Returns the statements that write the schema of the steps that follow, and the current names of the objects.
  ///
  /// - Complexity: O(*n*) if names have changed, where *n* is the number of objects.
  private func writes(of schema: String, barrier: Int) throws(JournalError) -> [Query] {
    var queries: [Query] = []
    if !translation.latest.isEmpty {
      let objects = try readObjects().all
      translation.useCurrentNames(after: marks.last)
      queries.append(
        Query("DELETE FROM auto_update.object WHERE store = $1::bigint", .number(store)))
      queries += writes(of: objects)
    }
    let schema = JournalSchema(number: schemaNumber + 1, since: marks.last, barrier: barrier, text: schema)
    return queries + [insertion(of: schema)]
  }

  func insertion(of schema: JournalSchema) -> Query {
    Query(
      """
      INSERT INTO auto_update.schema (store, number, since, barrier, text)
        VALUES ($1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::text)
      """, .number(store), .number(schema.number), .number(schema.since), .number(schema.barrier),
      .text(ColumnText.encoded(schema.text)))
  }

  func insertion(of steps: ArraySlice<JournalStep>) -> Query {
    var causes: [(text: [UInt8]?, name: Int?)] = []
    var changes: [[UInt8]?] = []
    for step in steps {
      let name = writer.names.number(ofCause: step.cause)
      causes.append((name == nil ? Array(ColumnText.encoded(step.cause).utf8) : nil, name))
      changes.append(writer.bytes(of: step.changes))
    }
    return Query(
      """
      INSERT INTO auto_update.step (store, serial, number, cause, cause_name, changes, line, tick, session)
        SELECT $1::bigint, serial, number, cause, cause_name, changes, line, tick, session
        FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::bigint[],
          $9::bigint[]) AS step (serial, number, cause, cause_name, changes, line, tick, session)
      """, .number(store), .numbers(steps.map(\.serial)), .numbers(steps.map(\.number)),
      .texts(causes.map(\.text)), .numbers(causes.map(\.name)), .texts(changes),
      .texts(steps.map { $0.line.map { Array(ColumnText.encoded($0).utf8) } }), .numbers(steps.map(\.tick)),
      .numbers(steps.map(\.session)))
  }

  /// Returns the statements that write the names added since the last write.
  func nameWrites() -> [Query] {
    let added = writer.names.takeUnwritten()
    if added.isEmpty { return [] }
    return [
      Query(
        """
        INSERT INTO auto_update.name (store, number, text)
          SELECT $1::bigint, number, text FROM unnest($2::bigint[], $3::text[]) AS name (number, text)
        """, .number(store), .numbers(added.map(\.number)),
        .texts(added.map { Array(ColumnText.encoded($0.text).utf8) }))
    ]
  }
}
