import Journaling
import TerminalText

/// The table of objects holds their state at one step, the snapshot. Every few thousand steps, the snapshot is moved
/// forward by the changes of these steps. So the cost of opening a file does not grow with its number of steps.
extension SQLiteJournal {
  /// Moves the snapshot of the table of objects to another step, as part of the open transaction.
  ///
  /// - Complexity: O(*n*), where *n* is the number of changes between the two steps.
  func moveSnapshot(to serial: Int) throws(JournalError) {
    let isBack = serial < marks.snapshot
    let rows = try readSteps(after: min(serial, marks.snapshot))
    if let problem = rows.problem { throw .damaged(at: problem) }
    let steps = rows.steps.filter { $0.serial <= max(serial, marks.snapshot) }
    var objects = ObjectTable()
    for step in isBack ? steps.reversed() : steps {
      for change in step.changes where !objects.knows(change.key) {
        objects.set(JournalObject(change.key, fields: try fields(of: change.key)))
      }
      objects.apply(step, isInverted: isBack)
    }
    try write(objects.touched)
    try database.run("UPDATE state SET snapshot = \(serial)")
    marks.snapshot = serial
  }

  private func fields(of key: JournalKey) throws(JournalError) -> [JournalField]? {
    var reader = rowReader
    for kind in writer.kinds(of: key, translation) {
      let row = try database.prepare("SELECT kind, id, fields FROM object WHERE kind = ? AND id = ?")
      row.bind(kind, at: 1)
      row.bind(writer.bytes(of: key.id), at: 2)
      if try row.step() {
        defer { row.reset() }
        return try reader.object(row).fields
      }
    }
    return nil
  }

  /// Inserts, replaces or deletes these objects in the table of objects.
  func write(_ objects: [JournalObject]) throws(JournalError) {
    let insert = try database.prepare("INSERT OR REPLACE INTO object VALUES (?, ?, ?)")
    let delete = try database.prepare("DELETE FROM object WHERE kind = ? AND id = ?")
    for object in objects {
      let rows = writer.rows(of: object, translation)
      for kind in rows.goneKinds {
        delete.bind(kind, at: 1)
        delete.bind(rows.id, at: 2)
        try delete.run()
      }
      guard let present = rows.present else { continue }
      insert.bind(present.kind, at: 1)
      insert.bind(rows.id, at: 2)
      insert.bind(present.fields, at: 3)
      try insert.run()
    }
    try writeNames()
  }
}
