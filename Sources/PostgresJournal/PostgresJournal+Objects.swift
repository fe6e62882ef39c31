import Journaling
import TerminalText

/// The table of objects holds their state at one step, the snapshot. Every few thousand steps, the snapshot is moved
/// forward by the changes of these steps. So the cost of opening a store does not grow with its number of steps.
extension PostgresJournal {
  /// Moves the snapshot of the table of objects to another step, as part of the open transaction.
  ///
  /// - Complexity: O(*n*), where *n* is the number of changes between the two steps.
  func moveSnapshot(to serial: Int) throws(JournalError) {
    let isBack = serial < marks.snapshot
    let rows = try readSteps(after: min(serial, marks.snapshot))
    if let problem = rows.problem { throw .damaged(at: problem) }
    let steps = rows.steps.filter { $0.serial <= max(serial, marks.snapshot) }
    var objects = try self.objects(of: steps)
    for step in isBack ? steps.reversed() : steps { objects.apply(step, isInverted: isBack) }
    _ = try run(
      writes(of: objects.touched) + nameWrites() + [
        Query(
          "UPDATE auto_update.store SET snapshot = $2::bigint WHERE id = $1::bigint", .number(store),
          .number(serial))
      ])
    marks.snapshot = serial
  }

  /// Returns the objects that the steps change, at the snapshot. Those that do not exist have no fields.
  private func objects(of steps: [JournalStep]) throws(JournalError) -> ObjectTable {
    var missing = ObjectTable()
    var (kinds, ids): ([Int?], [[UInt8]?]) = ([], [])
    for step in steps {
      for change in step.changes where !missing.knows(change.key) {
        missing.set(JournalObject(change.key, fields: nil))
        for kind in writer.kinds(of: change.key, translation) {
          kinds.append(kind)
          ids.append(writer.bytes(of: change.key.id))
        }
      }
    }
    let found = try objects([
      Query(
        """
        SELECT kind, id, fields FROM auto_update.object
          JOIN unnest($2::bigint[], $3::text[]) AS wanted (kind, id) USING (kind, id) WHERE store = $1::bigint
        """, .number(store), .numbers(kinds), .texts(ids))
    ])
    for object in found.all { missing.set(object) }
    return missing
  }

  /// Returns the statements that insert, replace or delete these objects in the table of objects.
  func writes(of objects: [JournalObject]) -> [Query] {
    var gone: (kinds: [Int?], ids: [[UInt8]?]) = ([], [])
    var there: (kinds: [Int?], ids: [[UInt8]?], fields: [[UInt8]?]) = ([], [], [])
    for object in objects {
      let rows = writer.rows(of: object, translation)
      for kind in rows.goneKinds {
        gone.kinds.append(kind)
        gone.ids.append(rows.id)
      }
      guard let present = rows.present else { continue }
      there.kinds.append(present.kind)
      there.ids.append(rows.id)
      there.fields.append(present.fields)
    }
    var queries: [Query] = []
    if !gone.ids.isEmpty {
      queries.append(
        Query(
          """
          DELETE FROM auto_update.object USING unnest($2::bigint[], $3::text[]) AS gone (kind, id)
            WHERE store = $1::bigint AND object.kind = gone.kind AND object.id = gone.id
          """, .number(store), .numbers(gone.kinds), .texts(gone.ids)))
    }
    if !there.ids.isEmpty {
      queries.append(
        Query(
          """
          INSERT INTO auto_update.object (store, kind, id, fields)
            SELECT $1::bigint, kind, id, fields FROM unnest($2::bigint[], $3::text[], $4::text[]) AS o (kind, id, fields)
            ON CONFLICT (store, kind, id) DO UPDATE SET fields = excluded.fields
          """, .number(store), .numbers(there.kinds), .texts(there.ids), .texts(there.fields)))
    }
    return queries
  }
}
