import AutoUpdate
import Journaling
import CommandLanguage
import Glibc
import ProgramTesting
import Simulator
import TerminalText
import Testing

@testable import SQLiteJournal
@testable import kanban

/// Files of other versions, and files that are not stores.
@Suite struct FormatTests {
  private let folder: TemporaryFolder
  private var path: String { folder["a.store"] }

  init() throws { folder = try TemporaryFolder() }

  /// Creates a file from the SQL of a fixture.
  private func make(_ fixture: String) throws {
    let text = try Fixture.text(fixture)
    try Database(path, waitsMax: 0).run(text)
  }

  private func sql(_ statement: String) throws { try Database(path, waitsMax: 0).run(statement) }

  @Test func `the bytes of a value are those of every earlier version`() {
    var writer = ValueWriter()
    let values: [(Value, String)] = [
      (.none, "null"), (.truth(true), "true"), (.truth(false), "false"), (.number(0), "0"),
      (.number(10), "10"),
      (.number(-7), "-7"), (.number(.max), "9223372036854775807"), (.number(.min), "-9223372036854775808"),
      (.decimal(5), "5.0"), (.decimal(-1e30), "-1e+30"), (.decimal(.infinity), "null"),
      (.text("é🙂\u{202E}/"), "\"é🙂\u{202E}/\""),
      (.text("\"\\\u{0}\n\u{1B}\u{1F}\u{7F}"), #""\"\\\u0000\u000a\u001b\u001f\#u{7F}""#),
      (.list([.number(1), .list([])]), #"{"l":[1,{"l":[]}]}"#),
      (.reference(kind: "card", id: .text("a")), #"{"r":[1,"a"]}"#),
    ]
    for (value, text) in values {
      #expect(String(decoding: writer.bytes(of: value), as: UTF8.self) == text)
    }
    let key = JournalKey(kind: "card", id: .number(2))
    let changes = [
      JournalChange(key, .inserted, [.init("hp", nil, .number(3))]),
      JournalChange(key, .updated, [.init("hp", .number(3), .number(-4)), .init("name", nil, .text("b"))]),
      JournalChange(key, .removed, [.init("hp", .number(-4), nil)]),
    ]
    #expect(
      String(decoding: writer.bytes(of: changes), as: UTF8.self)
        == #"[[1,2,"+",2,3],[1,2,2,3,-4,3,{"x":null},"b"],[1,2,"-",2,-4]]"#)
  }

  // MARK: Versions of a world

  /// The successor of `earlier.sql`'s tasks: renamed, with `points` for `size`, without a colour, with an owner.
  private struct Card: Model {
    let id: Int
    var title: String
    var column = Column.todo
    var points = 1
    var owner: Reference<Person>?
    var urgent = true
    static let schema = Schema<Card>(
      "card", plural: "cards", named: \.title, new: { Card(id: $0, title: $1) }, formerly: "task"
    ) {
      Field("title", \.title)
      Field("column", \.column)
      Field("points", \.points, formerly: "size")
      Field("owner", \.owner)
      Field("urgent", \.urgent)
    }
  }

  /// A kind that the later world does not have.
  private struct Robot: Model {
    let id: Int
    var name: String
    static let schema = Schema<Robot>(
      "robot", plural: "robots", named: \.name, new: { Robot(id: $0, name: $1) }
    ) {
      Field("name", \.name)
    }
  }

  /// The same card with its colour.
  private struct ColouredCard: Model {
    let id: Int
    var title: String
    var column = Column.todo
    var points = 1
    var colour: Reference<Robot>?
    static let schema = Schema<ColouredCard>(
      "card", plural: "cards", named: \.title, new: { ColouredCard(id: $0, title: $1) }, formerly: "task"
    ) {
      Field("title", \.title)
      Field("column", \.column)
      Field("points", \.points, formerly: "size")
      Field("colour", \.colour)
    }
  }

  private let later = World("board", Person.schema, Card.schema) {}
  private let withColours = World("board", Person.schema, ColouredCard.schema, Robot.schema) {}

  @Test func `a renamed kind and field keep their values, and a new field has its default`() throws {
    try make("earlier")
    let session = try KeptSession(path, of: later)
    #expect(
      try session.run(
        "print Docs.points\nprint Docs.column\nprint Docs.urgent\nprint Docs.owner\nprint Code.points")
        == "4\ndoing\ntrue\nnone\n8\n")
  }

  @Test func `a store of an earlier version is read, and not written before its losses are accepted`() throws
  {
    try make("earlier")
    let session = try KeptSession(path, of: later)
    #expect(
      session.persistence.differences.filter(\.isBlocking).map(\.change) == [
        .fieldRemoved("card", "colour"), .kindRemoved("robot"),
      ])
    #expect(try session.run("change Docs points=5").contains("nothing is written to it"))
    #expect(
      try session.run("why Docs.points") == "set by change Docs size=4 (step 5): Docs.points 3→4\n")
    #expect(
      try session.run("store check").contains("set aside: robot 1 “Ann”: the program has no kind “robot”"))
    #expect(throws: PersistenceError.self) { try session.persistence.accept(["card.colour", "robt"]) }
    #expect(session.persistence.differences.count(where: \.isBlocking) == 2)
    #expect(
      try session.persistence.accept(["card.colour", "robot"]).contains("~ Docs.colour robot 1→none"))
    #expect(try session.run("change Docs points=5 urgent=false\nstore check") == "the store is intact\n")
    let again = try KeptSession(path, of: later)
    #expect(
      try again.run("print Docs.points\nprint Docs.urgent\nundo\nprint Docs.points")
        == "5\nfalse\nundid change Docs points=5 urgent=false (step 8)\n4\n")
    #expect(try again.run("undo").contains("cannot be undone"))
  }

  @Test func `a step of an earlier version is undone under the present names`() throws {
    try make("earlier")
    let session = try KeptSession(path, of: withColours)
    #expect(session.persistence.isReadOnly == false)
    #expect(try session.run("undo\nprint Docs.points") == "undid change Docs size=4 (step 5)\n3\n")
    _ = try session.run("redo\nchange Docs points=5")
    let again = try KeptSession(path, of: withColours)
    #expect(again.persistence.differences.isEmpty)
    #expect(
      try again.run("goto 1\nprint count(cards)\nprint count(robots)\ngoto 6\nprint Docs.points").hasSuffix(
        "5\n"))
    #expect(try again.run("goto 4\nprint Docs.points\nprint Docs.colour.name").hasSuffix("3\nAnn\n"))
  }

  // MARK: Other files

  @Test func `a file of a later format is refused with what to do, and not touched`() throws {
    try make("newer")
    let before = try folder.text(of: "a.store")
    #expect(throws: JournalError.newer(format: 4, known: 3)) { try SQLiteJournal(path, owner: "board") }
    #expect(
      "\(JournalError.newer(format: 4, known: 3))"
        == "it has format 4, and this program reads formats up to 3: open it with a newer program")
    #expect(try folder.text(of: "a.store") == before)
  }

  @Test func `a file that is not a store is refused and left unchanged`() throws {
    for content in ["x", "hello, this is a letter\n", String(repeating: "x", count: 9_000)] {
      try folder.write(content, to: "a.store")
      #expect(throws: JournalError.foreign) { try SQLiteJournal(path, owner: "board") }
      #expect(try folder.text(of: "a.store") == content)
    }
    unlink(folder["a.store"])
    try sql("CREATE TABLE other (a)")
    #expect(throws: JournalError.foreign) { try SQLiteJournal(path, owner: "board") }
  }

  @Test func `another world's store is refused`() throws {
    do { _ = try KeptSession(path) }
    #expect(throws: JournalError.otherOwner("board")) { try SQLiteJournal(path, owner: "kanban") }
    #expect("\(JournalError.otherOwner("board"))" == "it is a store of “board”: open it with that program")
  }

  @Test func `a folder, and a file in a missing folder, are reported as such`() throws {
    #expect(throws: JournalError.folder) { try SQLiteJournal(folder.path, owner: "board") }
    #expect(throws: JournalError.missing) { try SQLiteJournal(folder["no/a.store"], owner: "board") }
  }

  // MARK: Text of others

  @Test func `an owner that would act on a terminal is shown escaped`() throws {
    do { _ = try KeptSession(path) }
    try sql("UPDATE state SET owner = char(27) || ']0;pwned' || char(7)")
    let error = #expect(throws: JournalError.self) { try SQLiteJournal(path, owner: "board") }
    #expect(
      error.map { "\($0)" }
        == "it is a store of “\\u{1B}]0;pwned\\u{7}”: open it with that program")
  }

  @Test func `a schema entry's name that would act on a terminal is shown escaped`() throws {
    do { _ = try KeptSession(path) }
    try replace("tablesessionsession", by: "table\u{1B}]0;p\u{7}xsession")
    try replace("CREATE TABLE session", by: "CREATE TABL! session")
    let error = #expect(throws: JournalError.self) { try SQLiteJournal(path, owner: "board") }
    let message = error.map { "\($0)" } ?? ""
    #expect(message.hasPrefix("it is damaged: malformed database schema (\\u{1B}]0;p\\u{7}x) - "))
    #expect(Escaping.isClean(message))
  }

  /// Replaces bytes of the file by the same number of other bytes.
  private func replace(_ text: String, by other: String) throws {
    let file = try #require(fopen(path, "r+"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    let range = try #require(bytes.firstRange(of: Array(text.utf8)))
    #expect(text.utf8.count == other.utf8.count)
    fseek(file, range.lowerBound, SEEK_SET)
    fwrite(Array(other.utf8), 1, range.count, file)
  }

  // MARK: Damage

  @Test func `a damaged step and all later ones are not applied, and nothing is written`() throws {
    do { _ = try KeptSession(path).run("add card A\nadd card B\nadd card C") }
    try sql("UPDATE step SET changes = '[[99999,1]]' WHERE serial = 2")
    let session = try KeptSession(path)
    #expect(try session.run("print count(cards)") == "1\n")
    #expect(session.persistence.journal?.problem == .damaged(at: "step 2 (serial 2) cannot be read"))
    let error = #expect(throws: PersistenceError.self) { _ = try session.run("add card D") }
    #expect(
      error?.explanation.message
        == "the store “\(path)”: it is damaged: step 2 (serial 2) cannot be read; copy it before you repair it with other tools"
    )
    #expect(try session.run("print count(cards)") == "2\n")
    let journal = try SQLiteJournal(path, owner: "board")
    #expect(try journal.size().stepCount == 3)
    #expect(try session.run("store check") == "step 2 (serial 2) cannot be read\n")
  }

  @Test func `damage after the table of objects costs only the history before it`() throws {
    do { _ = try KeptSession(path).run("add card A\nadd card B\nstore compact\nadd card C") }
    try sql("UPDATE step SET changes = '!' WHERE serial = 1")
    let session = try KeptSession(path)
    #expect(try session.run("print count(cards)\nlog last=9").contains("add card C"))
    #expect(session.persistence.journal?.isDetached == true)
    #expect(throws: PersistenceError.self) { _ = try session.run("undo 2") }
    #expect(try session.run("print count(cards)") == "1\n")
  }

  @Test func `a step that does not follow from the one before it is found`() throws {
    do { _ = try KeptSession(path).run("add card A points=1\nchange A points=2\nchange A points=3") }
    try sql("UPDATE step SET changes = replace(changes, ',2,3]', ',7,3]') WHERE serial = 3")
    #expect(
      try SQLiteJournal(path, owner: "board").loaded().problems()
        == ["step 3 (serial 3) does not follow from the one before it"])
  }

  @Test func `values that their fields do not allow are reported, and can be repaired`() throws {
    do { _ = try KeptSession(path).run("add card A points=77\nadd card B") }
    try sql("UPDATE step SET changes = replace(changes, '77', '9223372036854775807')")
    let session = try KeptSession(path)
    let breach = "9223372036854775807 is out of range: “points” of A ranges from 0 to 100"
    #expect(session.persistence.breaches == [breach])
    #expect(try session.run("store check") == "not allowed: \(breach)\n")
    // A change of another field does not affect the value.
    #expect(!(try session.run("change A column=doing")).contains("error"))
    #expect(try session.run("change A points=7\nstore check").hasSuffix("the store is intact\n"))
  }

  // MARK: People's tools

  @Test func `the views describe steps and fields in words`() throws {
    do {
      _ = try KeptSession(path).run(
        "add person Ann; add card Docs\ntake Docs Ann\ndrop\nremove card Ann\nundo")
    }
    let database = try Database(path, waitsMax: 0)
    // The setting of the `sqlite3` shell.
    try database.run("PRAGMA trusted_schema=ON")
    func rows(_ sql: String) throws -> [String] {
      let statement = try database.prepare(sql)
      var rows: [String] = []
      while try statement.step() { rows.append(statement.text(0) ?? "?") }
      return rows
    }
    #expect(
      try rows("SELECT step || ' ' || cause || ' ' || undone FROM steps") == [
        "1 add person Ann 0", "1 add card Docs 0", "2 take Docs Ann 1",
      ])
    #expect(
      try rows(
        "SELECT kind || ' ' || id || ' ' || field || ': ' || coalesce(before, '-') || ' → ' || coalesce(after, '-') FROM fields WHERE kind <> 'generator'"
      ) == [
        "person 1 name: - → Ann", "card 1 title: - → Docs", "card 1 column: - → todo", "card 1 points: - → 1",
        "card 1 owner: - → -", "card 1 column: todo → doing", "card 1 owner: - → person 1",
      ])
  }
}

extension FormatTests {
  @Test func `a cause that comes again is kept by a number, and everybody reads its text`() throws {
    do {
      let session = try KeptSession(path)
      _ = try session.run("add card Docs")
      for _ in 0..<3 { _ = try session.run("change Docs points=2\nchange Docs points=3") }
    }
    let database = try Database(path, waitsMax: 0)
    #expect(try database.number("SELECT count(*) FROM step WHERE typeof(cause) = 'integer'") == 4)
    #expect(
      try database.number("SELECT count(*) FROM steps WHERE cause LIKE 'change Docs points=_'") == 6)
    #expect(
      try KeptSession(path).run("undo").contains("undid change Docs points=3 (step 7)\n"))
  }

  @Test func `on a network file system, one program opens the file, and others are refused`()
    throws
  {
    let first = try SQLiteJournal(Database(path, waitsMax: 3, isRemote: true), owner: "board")
    _ = try first.load(numbers: 1, translation: { _ in JournalTranslation() })
    #expect(throws: JournalError.busy) {
      _ = try SQLiteJournal(Database(path, waitsMax: 3, isRemote: true), owner: "board")
    }
    #expect(try first.size().stepCount == 0)
  }

  @Test func `a number that no name has is damage`() throws {
    do { _ = try KeptSession(path).run("add card A\nadd card B") }
    try sql("UPDATE step SET cause = 999 WHERE serial = 2")
    #expect(try KeptSession(path).run("print count(cards)") == "1\n")
  }
}

extension SQLiteJournal {
  fileprivate func loaded() throws -> SQLiteJournal {
    _ = try load(numbers: 10, translation: { _ in JournalTranslation() })
    return self
  }
}
