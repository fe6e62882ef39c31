public import Journaling
import TerminalText

extension SQLiteJournal {
  /// The state of a file.
  struct State {
    /// The steps up to this serial are not kept any more.
    var base: Int
    var snapshot: Int
    /// The serial of the last step that is done.
    var present: Int
    /// The highest serial.
    var last: Int
  }

  public func load(numbers: Int, renaming: [String: String]) throws(JournalError) -> JournalContent {
    self.renaming = renaming
    // What is read stands at one commit.
    let isInside = database.isInTransaction
    if !isInside { try database.run("BEGIN") }
    defer { if !isInside { database.rollBack() } }
    version = try currentVersion()
    writer.names = NameList()
    try readNames()
    let state = try readState()
    (last, present, snapshot) = (state.last, state.present, state.snapshot)
    return try content(state, numbers)
  }

  private func content(_ state: State, _ numbers: Int) throws(JournalError) -> JournalContent {
    var content = JournalContent()
    (content.last, content.present) = (state.last, state.present)
    // What leads from the objects of the file to the present, and what was undone.
    let start = min(state.snapshot, state.present)
    let later = try readSteps(after: start)
    let earlier = try readSteps(from: start, downTo: state.base, numbers)
    content.base = earlier.base
    content.steps = earlier.steps + later.steps
    if let problem = later.problem {
      content.damage = problem
      content.present = min(state.present, later.steps.last?.serial ?? start)
      if content.present < state.snapshot { throw .damaged(at: problem) }
    } else {
      content.damage = earlier.problem
    }
    var objects = try readObjects()
    if state.present >= state.snapshot {
      for step in later.steps where step.serial > state.snapshot && step.serial <= content.present {
        objects.apply(step, isInverted: false)
      }
    } else {
      for step in later.steps.reversed() where step.serial > state.present && step.serial <= state.snapshot {
        objects.apply(step, isInverted: true)
      }
    }
    content.objects = objects.all
    return content
  }

  // MARK: Reading tables

  func readNames() throws(JournalError) {
    let rows = try database.prepare(
      "SELECT number, text FROM name WHERE number > \(writer.names.last) ORDER BY number")
    while try rows.step() {
      guard let text = rows.text(1), rows.number(0) > 0, rows.number(0) < Int(Int32.max) else {
        throw .damaged(at: "the name \(rows.number(0)) is no text")
      }
      writer.names.set(text, to: rows.number(0))
    }
  }

  func readState() throws(JournalError) -> State {
    let row = try database.prepare(
      "SELECT base, snapshot, moved, present, (SELECT coalesce(max(serial), 0) FROM step) FROM state WHERE id = 1"
    )
    guard try row.step() else { throw .damaged(at: "it does not say where it stands") }
    defer { row.reset() }
    let (base, end) = (row.number(0), row.number(4))
    let last = max(base, end)
    // A later step than the last that was there makes the place void.
    let present = row.number(2) == end && end > 0 ? row.number(3) : last
    guard base >= 0, last < Int.max / 2, present >= base, present <= last,
      (base...last).contains(row.number(1))
    else {
      throw .damaged(at: "it does not say where it stands")
    }
    return State(base: base, snapshot: row.number(1), present: present, last: last)
  }

  func readObjects() throws(JournalError) -> ObjectTable {
    var objects = ObjectTable()
    let rows = try database.prepare("SELECT kind, id, fields FROM object")
    while try rows.step() { objects.set(try object(rows)) }
    return objects
  }

  func object(_ row: Statement) throws(JournalError) -> JournalObject {
    let kind = writer.names[row.number(0)]
    var (id, fields) = (
      ValueReader(row.bytes(1), writer.names, renaming: renaming),
      ValueReader(row.bytes(2), writer.names, renaming: renaming)
    )
    guard let kind, let id = id.onlyValue(), let fields = fields.fields() else {
      throw .damaged(
        at: "an object cannot be read: \(kind ?? "") \(String(decoding: row.bytes(1), as: UTF8.self))")
    }
    return JournalObject(JournalKey(kind: renaming[kind] ?? kind, id: id), fields: fields)
  }

  /// The steps behind a serial, up to the first that cannot be read.
  func readSteps(after serial: Int) throws(JournalError) -> (steps: [JournalStep], problem: UntrustedText?) {
    var steps: [JournalStep] = []
    do {
      let rows = try database.prepare("\(Self.selection) WHERE serial > \(serial) ORDER BY serial")
      while try rows.step() {
        guard let step = step(rows) else { return (steps, Self.problem(rows)) }
        steps.append(step)
      }
    } catch .damaged(let place) {
      return (steps, "a step after \(steps.last.map { "step \($0.number)" } ?? "the first"): \(place)")
    }
    return (steps, nil)
  }

  /// The steps of the newest numbers up to a serial, back to the first that cannot be read.
  private func readSteps(
    from serial: Int, downTo base: Int, _ numbers: Int
  ) throws(JournalError) -> (steps: [JournalStep], base: Int, problem: UntrustedText?) {
    var steps: [JournalStep] = []
    var (count, number) = (0, -1)
    do {
      let rows = try database.prepare("\(Self.selection) WHERE serial <= \(serial) ORDER BY serial DESC")
      while try rows.step() {
        guard let step = step(rows) else {
          return (steps.reversed(), rows.number(0), Self.problem(rows))
        }
        if step.number != number { (count, number) = (count + 1, step.number) }
        if count > numbers { return (steps.reversed(), step.serial, nil) }
        steps.append(step)
      }
    } catch .damaged(let place) {
      let lowest = steps.last?.serial ?? serial + 1
      return (steps.reversed(), lowest - 1, "a step before the one of serial \(lowest): \(place)")
    }
    return (steps.reversed(), base, nil)
  }

  private static let selection = "SELECT serial, number, cause, changes, line, tick, sitting FROM step"

  private static func problem(_ row: Statement) -> UntrustedText {
    "step \(row.number(1)) (serial \(row.number(0))) cannot be read"
  }

  private func step(_ row: Statement) -> JournalStep? {
    var reader = ValueReader(row.bytes(3), writer.names, renaming: renaming)
    guard let cause = row.isNumber(2) ? writer.names[row.number(2)] : row.text(2),
      let changes = reader.changes(), row.isNone(4) || row.text(4) != nil,
      (1..<Int.max / 2).contains(row.number(0)), (0..<1 << 40).contains(row.number(1))
    else { return nil }
    return JournalStep(
      serial: row.number(0), number: row.number(1), cause: cause, line: row.isNone(4) ? nil : row.text(4),
      tick: row.optionalNumber(5), sitting: row.number(6), changes: changes)
  }
}

/// Objects by key, in the order in which they came.
struct ObjectTable {
  private var places: [JournalKey: Int] = [:]
  private var objects: [JournalObject] = []

  /// Those that are there.
  var all: [JournalObject] { objects.filter { $0.fields != nil } }
  /// Those that are there, and those that are gone.
  var touched: [JournalObject] { objects }

  func knows(_ key: JournalKey) -> Bool { places[key] != nil }

  mutating func set(_ object: JournalObject) {
    if let place = places[object.key] {
      objects[place] = object
    } else {
      places[object.key] = objects.count
      objects.append(object)
    }
  }

  mutating func apply(_ step: JournalStep, isInverted: Bool) {
    for change in isInverted ? step.changes.reversed() : step.changes {
      let fields = places[change.key].flatMap { objects[$0].fields }
      set(JournalObject(change.key, fields: change.applied(to: fields, isInverted: isInverted)))
    }
  }
}
