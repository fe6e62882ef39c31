import Journaling
import TerminalText

extension SQLiteJournal {
  /// The format that this version writes, which is also the latest that it reads.
  static let format = 3
  /// The ID in the file's header that marks files of this library.
  static let applicationID = 0x4155_504A

  /// Creates the tables of a new file, or checks those of an existing one.
  static func prepare(_ database: Database, owner: String) throws(JournalError) {
    // A foreign file must not be modified, and setting the mode of its log would do that. A file without tables remains
    // if a program ended while it created a journal.
    if try database.number("SELECT count(*) FROM sqlite_schema") > 0 { try check(database, owner) }
    if database.isRemote { try database.run("PRAGMA locking_mode=EXCLUSIVE") }
    try database.setLogMode()
    // When the log grows, its new size must be synced as well. A short log is reused soon.
    try database.run("PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=100; PRAGMA cell_size_check=ON")
    if try database.number("PRAGMA application_id") == applicationID { return }
    try database.run("BEGIN IMMEDIATE")
    do {
      // Another connection may have created it first.
      if try database.number("PRAGMA application_id") != applicationID {
        try database.run(tables)
        try database.run(schemaTable)
        try database.run(views)
        let insert = try database.prepare("INSERT INTO state VALUES (1, ?, 0, 0, 0, 0)")
        insert.bind(owner, at: 1)
        try insert.run()
        try database.run("PRAGMA application_id=\(applicationID); PRAGMA user_version=\(format)")
      }
      try database.run("COMMIT")
    } catch {
      database.rollBack()
      throw error
    }
    // From now on the file is a valid journal even without its log.
    try database.run("PRAGMA wal_checkpoint")
  }

  private static func check(_ database: Database, _ owner: String) throws(JournalError) {
    guard try database.number("PRAGMA application_id") == applicationID else { throw .foreign }
    let found = try database.number("PRAGMA user_version")
    if found > format { throw .newer(format: found, known: format) }
    let state = try database.prepare("SELECT owner FROM state WHERE id = 1")
    guard try state.step() else { throw .damaged(at: "its current position is missing") }
    let known = state.text(0) ?? ""
    state.reset()
    if known != owner { throw .otherOwner(UntrustedText(known)) }
  }

  private static let tables = """
    CREATE TABLE name (number INTEGER PRIMARY KEY, text TEXT NOT NULL);
    CREATE TABLE step (
      serial INTEGER PRIMARY KEY, number INTEGER NOT NULL, cause NOT NULL, changes TEXT NOT NULL,
      line TEXT, tick INTEGER, session INTEGER NOT NULL);
    CREATE TABLE object (kind INTEGER NOT NULL, id NOT NULL, fields TEXT NOT NULL, PRIMARY KEY (kind, id))
      WITHOUT ROWID;
    CREATE TABLE state (
      id INTEGER PRIMARY KEY CHECK (id = 1), owner TEXT NOT NULL, base INTEGER NOT NULL, snapshot INTEGER NOT NULL,
      moved INTEGER NOT NULL, present INTEGER NOT NULL);
    CREATE TABLE session (number INTEGER PRIMARY KEY);
    """

  /// The table of the schemas under which the steps were written. A file of format 1 gets it when the first
  /// schema is written, as opening must not change a file.
  private static let schemaTable = """
    CREATE TABLE IF NOT EXISTS schema (
      number INTEGER PRIMARY KEY, since INTEGER NOT NULL, barrier INTEGER NOT NULL, text TEXT NOT NULL);
    """

  func readSchemas() throws(JournalError) -> [JournalSchema] {
    if try database.number("PRAGMA user_version") < 2 { return [] }
    var schemas: [JournalSchema] = []
    let rows = try database.prepare("SELECT number, since, barrier, text FROM schema ORDER BY number")
    while try rows.step() {
      guard let text = rows.text(3) else {
        throw .damaged(at: "the schema \(rows.number(0)) is not a text")
      }
      schemas.append(
        JournalSchema(number: rows.number(0), since: rows.number(1), barrier: rows.number(2), text: text))
    }
    return schemas
  }

  /// Returns the number of the last schema; 0 if there is none.
  func readSchemaNumber() throws(JournalError) -> Int {
    if try database.number("PRAGMA user_version") < 2 { return 0 }
    return try database.number("SELECT coalesce(max(number), 0) FROM schema")
  }

  /// Writes the schema of the steps that follow, and the current names of the objects, as part of the open transaction.
  ///
  /// - Complexity: O(*n*) if names have changed, where *n* is the number of objects.
  func write(_ schema: String, barrier: Int) throws(JournalError) {
    if !translation.latest.isEmpty {
      let objects = try readObjects().all
      try database.run("DELETE FROM object")
      translation.useCurrentNames(after: marks.last)
      try write(objects)
    }
    try insert([JournalSchema(number: schemaNumber + 1, since: marks.last, barrier: barrier, text: schema)])
  }

  func insert(_ schemas: [JournalSchema]) throws(JournalError) {
    if schemas.isEmpty { return }
    try database.run(Self.schemaTable)
    // The tables of an earlier format keep their names.
    if try database.number("PRAGMA user_version") < 2 { try database.run("PRAGMA user_version=2") }
    let insert = try database.prepare("INSERT INTO schema VALUES (?, ?, ?, ?)")
    for schema in schemas {
      insert.bind(schema.number, at: 1)
      insert.bind(schema.since, at: 2)
      insert.bind(schema.barrier, at: 3)
      insert.bind(schema.text, at: 4)
      try insert.run()
    }
  }

  /// Returns SQL for the readable form of a value, given SQL for its JSON and for the type of that JSON.
  private static func shown(_ value: String, _ type: String) -> String {
    """
    CASE \(type) WHEN 'array' THEN (SELECT text FROM name WHERE number = json_extract(\(value), '$[0]'))
      WHEN 'object' THEN coalesce(json_extract(\(value), '$.w'),
        (SELECT text FROM name WHERE number = json_extract(\(value), '$.r[0]')) || ' '
          || json_extract(\(value), '$.r[1]'), \(value))
      WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE \(value) END
    """
  }

  /// The views for readers in the `sqlite3` shell: steps with their causes, and changes of fields.
  private static let views = """
    CREATE VIEW steps AS
      SELECT serial, number AS step,
        iif(typeof(cause) = 'integer', (SELECT text FROM name WHERE name.number = cause), cause) AS cause,
        line, tick, session,
        serial > (SELECT iif(moved = (SELECT max(serial) FROM step), present, 9e18) FROM state) AS undone
      FROM step;
    CREATE VIEW fields AS
      SELECT serial, step, (SELECT text FROM name WHERE number = json_extract(change, '$[0]')) AS kind,
        \(shown("json_extract(change, '$[1]')", "json_type(change, '$[1]')")) AS id,
        (SELECT text FROM name WHERE name.number = field) AS field,
        \(shown("json_extract(change, old)", "json_type(change, old)")) AS "before",
        \(shown("json_extract(change, new)", "json_type(change, new)")) AS "after"
      FROM (
        SELECT serial, step.number AS step, c.value AS change, f.value AS field,
          CASE WHEN json_extract(c.value, '$[2]') IS NOT '+' THEN '$[' || (f.key + 1) || ']' END AS old,
          CASE json_extract(c.value, '$[2]') WHEN '+' THEN '$[' || (f.key + 1) || ']' WHEN '-' THEN NULL
            ELSE '$[' || (f.key + 2) || ']' END AS new
        FROM step, json_each(step.changes) AS c, json_each(c.value) AS f
        WHERE CASE json_type(c.value, '$[2]') WHEN 'text' THEN f.key > 2 AND f.key % 2 = 1
          ELSE f.key > 1 AND f.key % 3 = 2 END);
    """
}
