public import Journaling
import TerminalText

extension SQLiteJournal {
  public func read(
    numbers: Int, translation: ([JournalSchema]) -> JournalTranslation, movesObjects: Bool
  ) throws(JournalError) -> JournalContent {
    // All tables are read at the same commit.
    let isInside = database.isInTransaction
    if !isInside { try database.run("BEGIN") }
    defer { if !isInside { database.rollBack() } }
    version = try currentVersion()
    writer.names = NameList()
    try readNames()
    let schemas = try readSchemas()
    self.translation = translation(schemas)
    schemaNumber = schemas.last?.number ?? 0
    marks = try readState()
    // The steps between the objects of the file and the present, and the undone steps.
    let start = min(marks.snapshot, marks.present)
    let later = try readSteps(after: start)
    var content = try JournalContent(
      marks, later: later,
      earlier: readSteps(from: start, downTo: marks.base, before: later, numbersMax: numbers),
      objects: readObjects(), movesObjects: movesObjects)
    content.schemas = schemas
    return content
  }

  // MARK: Reading tables

  func readNames() throws(JournalError) {
    let rows = try database.prepare(
      "SELECT number, text FROM name WHERE number > \(writer.names.last) ORDER BY number")
    while try rows.step() {
      guard let text = rows.text(1), rows.number(0) > 0, rows.number(0) < Int(Int32.max) else {
        throw .damaged(at: "the name \(rows.number(0)) is not a text")
      }
      writer.names.set(text, to: rows.number(0))
    }
  }

  func readState() throws(JournalError) -> JournalMarks {
    let row = try database.prepare(
      "SELECT base, snapshot, moved, present, (SELECT coalesce(max(serial), 0) FROM step) FROM state WHERE id = 1"
    )
    guard try row.step() else { throw .damaged(at: "its current position is missing") }
    defer { row.reset() }
    let (base, end) = (row.number(0), row.number(4))
    let last = max(base, end)
    // `present` is valid only while no step was added since it was written.
    let present = row.number(2) == end && end > 0 ? row.number(3) : last
    guard let marks = JournalMarks(base: base, snapshot: row.number(1), present: present, last: last) else {
      throw .damaged(at: "its current position is missing")
    }
    return marks
  }

  func readObjects() throws(JournalError) -> ObjectTable {
    var objects = ObjectTable()
    let rows = try database.prepare("SELECT kind, id, fields FROM object")
    var reader = rowReader
    while try rows.step() { objects.set(try reader.object(rows)) }
    return objects
  }

  var rowReader: RowReader { RowReader(writer.names, translation) }

  /// Returns the steps after a serial, up to the first unreadable one.
  func readSteps(after serial: Int) throws(JournalError) -> ReadSteps {
    var steps: [JournalStep] = []
    do {
      var reader = rowReader
      let rows = try database.prepare("\(selection) WHERE serial > \(serial) ORDER BY serial")
      while try rows.step() {
        guard let step = reader.step(rows) else { return ReadSteps(steps, problem: Self.problem(rows)) }
        steps.append(step)
      }
    } catch .damaged(let index) {
      let start = steps.last.map { "step \($0.number)" } ?? "the first"
      return ReadSteps(steps, problem: "a step after \(start): \(index)")
    }
    return ReadSteps(steps)
  }

  /// Returns the newest steps before `later`, up to a serial, back to the first unreadable one.
  ///
  /// - Parameter numbersMax: the maximum number of step numbers, those of `later` included.
  private func readSteps(
    from serial: Int, downTo base: Int, before later: ReadSteps, numbersMax: Int
  ) throws(JournalError) -> ReadSteps {
    var steps = EarlierSteps(before: later, numbersMax: numbersMax)
    do {
      var reader = rowReader
      let rows = try database.prepare("\(selection) WHERE serial <= \(serial) ORDER BY serial DESC")
      while try rows.step() {
        guard let step = reader.step(rows) else {
          return steps.end(base: rows.number(0), problem: Self.problem(rows))
        }
        if !steps.append(step) { return steps.end(base: step.serial) }
      }
    } catch .damaged(let index) {
      let lowest = steps.first ?? serial + 1
      return steps.end(base: lowest - 1, problem: "a step before the one of serial \(lowest): \(index)")
    }
    return steps.end(base: base)
  }

  private var selection: String {
    "SELECT serial, number, cause, changes, line, tick, \(sessionName) FROM step"
  }

  private static func problem(_ row: Statement) -> UntrustedText {
    JournalStep.problem(serial: row.number(0), number: row.number(1))
  }
}

extension RowReader {
  mutating func object(_ row: Statement) throws(JournalError) -> JournalObject {
    try object(kind: row.number(0), id: row.bytes(1), fields: row.bytes(2))
  }

  fileprivate mutating func step(_ row: Statement) -> JournalStep? {
    let line = row.isNone(4) ? nil : row.text(4)
    if line == nil, !row.isNone(4) { return nil }
    return step(
      serial: row.number(0), number: row.number(1),
      cause: row.isNumber(2) ? names[row.number(2)] : row.text(2), line: line,
      tick: row.isNone(5) ? nil : row.number(5), session: row.number(6), changes: row.bytes(3))
  }
}
