public import Journaling
import TerminalText

extension PostgresJournal {
  public func read(
    numbers: Int, translation: ([JournalSchema]) -> JournalTranslation, movesObjects: Bool
  ) throws(JournalError) -> JournalContent {
    try connected { () throws(JournalError) in
      try reading { () throws(JournalError) in
        writer.names = NameList()
        let rows = try run([newNames, schemas])
        try take(names: rows[0])
        let schemas = try schemas(rows[1])
        self.translation = translation(schemas)
        schemaNumber = schemas.last?.number ?? 0
        guard let read = lastRead else { throw .removed }
        (version, marks) = (read.version, read.marks)
        let start = min(marks.snapshot, marks.present)
        let later = try readSteps(after: start)
        var content = try JournalContent(
          marks, later: later,
          earlier: readSteps(from: start, downTo: marks.base, before: later, numbersMax: numbers),
          objects: readObjects(), movesObjects: movesObjects)
        content.schemas = schemas
        return content
      }
    }
  }

  /// The statement that selects the names added since names were last read.
  var newNames: Query {
    Query(
      "SELECT number, text FROM auto_update.name WHERE store = $1::bigint AND number > $2::bigint ORDER BY number",
      .number(store), .number(writer.names.last))
  }

  /// Reads the names added since names were last read.
  func readNames() throws(JournalError) {
    if let rows = try run([newNames]).first { try take(names: rows) }
  }

  func take(names rows: Rows) throws(JournalError) {
    for row in 0..<rows.count {
      guard let number = rows.number(row, 0), let text = rows.text(row, 1),
        (1..<Int(Int32.max)).contains(number)
      else { throw .damaged(at: "the name \(rows.number(row, 0) ?? 0) is not a text") }
      writer.names.set(ColumnText.decoded(text), to: number)
    }
  }

  /// The statement that selects the schemas in order.
  var schemas: Query {
    Query(
      "SELECT number, since, barrier, text FROM auto_update.schema WHERE store = $1::bigint ORDER BY number",
      .number(store))
  }

  /// Returns the schemas of the result of ``schemas``.
  func schemas(_ rows: Rows?) throws(JournalError) -> [JournalSchema] {
    guard let rows else { return [] }
    var schemas: [JournalSchema] = []
    for row in 0..<rows.count {
      guard let number = rows.number(row, 0), let since = rows.number(row, 1),
        let barrier = rows.number(row, 2), let text = rows.text(row, 3)
      else { throw .damaged(at: "the schema \(rows.number(row, 0) ?? 0) cannot be read") }
      schemas.append(
        JournalSchema(number: number, since: since, barrier: barrier, text: ColumnText.decoded(text)))
    }
    return schemas
  }

  func readObjects() throws(JournalError) -> ObjectTable {
    try objects([
      Query(
        "SELECT kind, id, fields FROM auto_update.object WHERE store = $1::bigint ORDER BY kind, id",
        .number(store))
    ])
  }

  /// Returns the objects that the last statement selects.
  func objects(_ queries: [Query]) throws(JournalError) -> ObjectTable {
    var objects = ObjectTable()
    guard let rows = try run(queries).last else { return objects }
    var reader = RowReader(writer.names, translation)
    for row in 0..<rows.count {
      objects.set(
        try reader.object(
          kind: rows.number(row, 0), id: rows.bytes(row, 1) ?? [], fields: rows.bytes(row, 2) ?? []))
    }
    return objects
  }

  /// Returns the statement that selects the next ``chunk`` steps after a serial.
  func nextSteps(after serial: Int) -> Query {
    Query(
      """
      SELECT serial, number, cause, cause_name, changes, line, tick, session FROM auto_update.step
        WHERE store = $1::bigint AND serial > $2::bigint ORDER BY serial LIMIT $3::bigint
      """, .number(store), .number(serial), .number(Self.chunk))
  }

  /// Returns the steps after a serial, up to the first unreadable one.
  ///
  /// - Parameter first: the result of ``nextSteps(after:)`` if it was already read.
  func readSteps(after serial: Int, first: Rows? = nil) throws(JournalError) -> ReadSteps {
    var steps: [JournalStep] = []
    var next = first
    while true {
      if next == nil { next = try run([nextSteps(after: steps.last?.serial ?? serial)]).first }
      guard let rows = next.take() else { return ReadSteps(steps) }
      var reader = RowReader(writer.names, translation)
      for row in 0..<rows.count {
        guard let step = reader.step(rows, row) else {
          return ReadSteps(steps, problem: Self.problem(rows, row))
        }
        steps.append(step)
      }
      if rows.count < Self.chunk { return ReadSteps(steps) }
    }
  }

  /// The maximum number of steps that are read in one round trip.
  private static let chunk = 5_000

  /// Returns the newest steps before `later`, up to a serial, back to the first unreadable one.
  ///
  /// - Parameter numbersMax: the maximum number of step numbers, those of `later` included.
  private func readSteps(
    from serial: Int, downTo base: Int, before later: ReadSteps, numbersMax: Int
  ) throws(JournalError) -> ReadSteps {
    var steps = EarlierSteps(before: later, numbersMax: numbersMax)
    while true {
      let rows = try run([
        Query(
          """
          SELECT serial, number, cause, cause_name, changes, line, tick, session FROM auto_update.step
            WHERE store = $1::bigint AND serial <= $2::bigint ORDER BY serial DESC LIMIT $3::bigint
          """, .number(store), .number(steps.first.map { $0 - 1 } ?? serial), .number(Self.chunk))
      ])
      guard let rows = rows.first else { return steps.end(base: base) }
      var reader = RowReader(writer.names, translation)
      for row in 0..<rows.count {
        guard let step = reader.step(rows, row) else {
          return steps.end(base: rows.number(row, 0) ?? base, problem: Self.problem(rows, row))
        }
        if !steps.append(step) { return steps.end(base: step.serial) }
      }
      if rows.count < Self.chunk { return steps.end(base: base) }
    }
  }

  private static func problem(_ rows: Rows, _ row: Int) -> UntrustedText {
    JournalStep.problem(serial: rows.number(row, 0) ?? 0, number: rows.number(row, 1) ?? 0)
  }
}

extension RowReader {
  fileprivate mutating func step(_ rows: Rows, _ row: Int) -> JournalStep? {
    guard let serial = rows.number(row, 0), let number = rows.number(row, 1) else { return nil }
    return step(
      serial: serial, number: number,
      cause: rows.number(row, 3).map { names[$0] } ?? rows.text(row, 2).map(ColumnText.decoded),
      line: rows.text(row, 5).map(ColumnText.decoded), tick: rows.number(row, 6),
      session: rows.number(row, 7) ?? 0, changes: rows.bytes(row, 4) ?? [])
  }
}
