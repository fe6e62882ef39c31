public import Journaling
public import TerminalText

extension PostgresJournal {
  /// Returns the size of the store: its steps, and the bytes of its rows.
  ///
  /// - Complexity: O(*n*), where *n* is the number of steps and objects.
  public func size() throws(JournalError) -> JournalSize {
    let rows = try run([
      Query(
        """
        SELECT count(DISTINCT number), coalesce(sum(pg_column_size(step.*)), 0)::bigint
          + (SELECT coalesce(sum(pg_column_size(object.*)), 0)::bigint FROM auto_update.object WHERE store = $1::bigint)
          FROM auto_update.step WHERE store = $1::bigint
        """, .number(store))
    ])
    return JournalSize(stepCount: rows.first?.number(0, 0) ?? 0, byteCount: rows.first?.number(0, 1) ?? 0)
  }

  /// Drops the steps before the newest `numbers` step numbers. The server's vacuum frees their space.
  ///
  /// - Returns: the size of the store's rows in bytes before and after.
  /// - Throws: `JournalError.busy` if another program has written under a schema that was not read yet.
  public func compact(keeping numbers: Int) throws(JournalError) -> (before: Int, after: Int) {
    let before = try size().byteCount
    // The steps of other connections are not merged here. The store's `StoreJournal` does that.
    let hasNews = try begin() != nil
    let end: Int
    do throws(JournalError) {
      if hasNews, isOfNewSchema { throw .busy }
      let present = marks.present
      try moveSnapshot(to: present)
      end =
        try run([
          Query(
            """
            SELECT coalesce(max(serial), 0) FROM auto_update.step WHERE store = $1::bigint AND serial <= $2::bigint
              AND number <= (SELECT coalesce(max(number), 0) FROM auto_update.step WHERE store = $1::bigint
                AND serial <= $2::bigint) - $3::bigint
            """, .number(store), .number(present), .number(numbers))
        ]).first?.number(0, 0) ?? 0
      if end > marks.base {
        _ = try run([
          Query(
            "DELETE FROM auto_update.step WHERE store = $1::bigint AND serial <= $2::bigint", .number(store),
            .number(end)),
          Query(
            "UPDATE auto_update.store SET base = $2::bigint WHERE id = $1::bigint", .number(store),
            .number(end)),
        ])
      }
      _ = try run([
        Query("UPDATE auto_update.store SET version = version + 1 WHERE id = $1::bigint", .number(store)),
        Query("COMMIT"),
      ])
    } catch {
      cancel()
      // The snapshot may have been moved in the rolled-back transaction.
      putBackNews()
      throw error
    }
    endMaintenance()
    if hasNews {
      // The next read returns their steps, or a gap if these were dropped.
      putBackNews()
    } else {
      version += 1
      marks.base = max(marks.base, end)
    }
    return (before, (try? size().byteCount) ?? before)
  }

  /// Returns the problems of the store's rows, each with its location; empty if they are intact.
  ///
  /// - Complexity: linear in the size of the store.
  public func problems() throws(JournalError) -> [UntrustedText] {
    do {
      return try reading { () throws(JournalError) in
        try readNames()
        let rows = try readSteps(after: marks.base)
        _ = try readObjects()
        let last = marks.last > marks.base ? marks.last : nil
        return (rows.problem.map { [$0] } ?? []) + StepCheck.problems(of: rows.steps, last: last)
      }
    } catch {
      guard case .damaged(let index) = error else { throw error }
      return [index]
    }
  }

  public func fill(with content: JournalContent) throws(JournalError) {
    _ = try begin()
    do throws(JournalError) {
      // A store without steps may have initial objects.
      let found = try run([
        Query(
          """
          SELECT 1 FROM auto_update.object WHERE store = $1::bigint
          UNION SELECT 1 FROM auto_update.schema WHERE store = $1::bigint
          """, .number(store))
      ])
      if marks.last > 0 || (found.last?.count ?? 0) > 0 { throw .notEmpty }
      _ = try run(writes(of: content.objects) + nameWrites() + content.schemas.map(insertion))
      var rest = content.steps[...]
      while !rest.isEmpty {
        _ = try run([insertion(of: rest.prefix(5_000))] + nameWrites())
        rest = rest.dropFirst(5_000)
      }
      let last = max(content.last, content.steps.last?.serial ?? 0, content.base)
      let session = content.steps.map(\.session).max() ?? 0
      _ = try run([
        Query(
          """
          UPDATE auto_update.store SET version = version + 1, base = $2::bigint, snapshot = $3::bigint,
            present = $4::bigint, last = $5::bigint WHERE id = $1::bigint
          """, .number(store), .number(content.base), .number(content.snapshot), .number(content.present),
          .number(last)),
        // Later sessions get higher numbers.
        Query(
          """
          INSERT INTO auto_update.session (store, number, key)
            SELECT $1::bigint, $2::bigint, gen_random_uuid() WHERE $2::bigint > 0
            ON CONFLICT (store, number) DO NOTHING
          """, .number(store), .number(session)),
        Query("COMMIT"),
      ])
    } catch {
      cancel()
      throw error
    }
    endMaintenance()
    version = -1
  }
}
