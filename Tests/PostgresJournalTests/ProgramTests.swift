import Glibc
import PostgresTesting
import ProgramTesting
import Testing

/// `--store postgresql://…` of a whole program, and copies between engines.
@Suite(.serialized, .enabled(if: PostgresServer.missing == nil, "PostgreSQL's programs are not installed"))
struct ProgramTests {
  private let folder: TemporaryFolder
  private let server: PostgresServer
  private let program: BuiltProgram

  init() throws {
    folder = try TemporaryFolder()
    server = try #require(PostgresServer.shared)
    program = BuiltProgram("warroom-postgresql", folder: folder)
  }

  /// Returns the address of a store for this test.
  private func address(_ name: String) -> String {
    server.address(store: folder.path.split(separator: "/").joined(separator: "-") + name)
  }

  private func run(_ text: String, _ store: String) throws -> BuiltProgram.Ending {
    try program.run(["run", "--store", store, "-c", text])
  }

  @Test func `a script continues with the contents of the store, which is maintained`() throws {
    let store = address("day")
    #expect(try run("spawn hero Arthur", store).output.hasPrefix("+ map/units 1  🙂 Arthur"))
    #expect(try run("status Arthur wounded\nundo 2\nredo", store).status == 0)
    let told = try run("store", store).output
    #expect(told.hasPrefix("“\(store)”: 2 steps, "), "\(told)")
    #expect(try run("store check", store).output == "the store is intact\n")
    #expect(try run("set history 1\nstore compact\nlog", store).output.contains("(the oldest state kept)"))
    #expect(try run("print count(units)\nprint Arthur.status", store).output == "1\nready\n")
  }

  @Test(arguments: [1, 9])
  func `a script goes on if its last attempt to write a line succeeds`(failureCount: Int) throws {
    let database = "fails_\(failureCount)"
    try server.sql("CREATE DATABASE \"\(database)\"")
    let store = server.address(store: "day", database: database)
    _ = try run("spawn hero A", store)
    try server.failSteps(in: database, with: "53100", count: failureCount)
    let lines = "set durability step\nspawn hero B; print \"b\"\nspawn hero C; print \"c\"\n"
    let ending = try program.run("--store", store, input: lines)
    let shown = ["b", "c"].filter {
      ending.output.hasPrefix("\($0)\n") || ending.output.contains("\n\($0)\n")
    }
    if failureCount == 1 {
      #expect(ending.status == 0 && shown == ["b", "c"] && ending.errors == "", "\(ending)")
    } else {
      #expect(ending.status == 1 && shown == [], "\(ending)")
      #expect(ending.errors.hasSuffix("the disk is full; 1 line that ran is not on disk\n"), "\(ending)")
    }
  }

  @Test func `a copy has the same hash and the same history, there and back`() throws {
    let script = """
      spawn hero Arthur; spawn tower Gate
      status Arthur marching
      repeat 2 { tick 1 }
      watch low = units where hp < 50
      every 2 { print "due" }
      attack Arthur Gate
      spawn hero “x
      undo 2
      """
    let first = try program.run(["run", "-k", "--store", "a.store", "-"], input: script + "\n")
    #expect(first.output.contains("undid"))
    let copied = try program.run("store", "copy", "a.store", address("copy"))
    #expect(copied.errors == "")
    #expect(copied.output.contains(" steps and ") && copied.output.hasSuffix(" objects copied\n"))
    #expect(try program.run("store", "copy", address("copy"), "b.store").status == 0)
    func told(_ store: String) throws -> String {
      // The session's own part of the log is not compared, but the session numbers of others are.
      try run("hash\nlog last=100\nredo\nhash\nstore check", store).output
    }
    let whole = try told("a.store")
    #expect(whole.contains("session 1") && whole.hasSuffix("the store is intact\n"))
    #expect(try told(address("copy")) == whole)
    #expect(try told("b.store") == whole)
    // Session and step numbers continue after those of the copy.
    #expect(try run("spawn hero Next\nstore", address("copy")).output.contains("session 3"))
  }

  @Test func `a compacted store is copied as it is`() throws {
    _ = try run("spawn hero A\nspawn hero B\nspawn hero C\nset history 1\nstore compact", "a.store")
    #expect(try program.run("store", "copy", "a.store", address("compacted")).status == 0)
    #expect(try program.run("store", "copy", address("compacted"), "b.store").status == 0)
    let log = try run("log", "a.store").output
    #expect(log.contains("(the oldest state kept)"))
    #expect(try run("log", address("compacted")).output == log)
    #expect(try run("log", "b.store").output == log)
  }

  @Test func `a copy overwrites nothing, and makes nothing of a store that is not there`() throws {
    _ = try run("spawn hero A", "a.store")
    _ = try run("spawn hero B", address("full"))
    let ending = try program.run("store", "copy", "a.store", address("full"))
    #expect(ending.status == 1)
    #expect(ending.errors.hasSuffix(": it is not empty: choose a new store\n"))
    #expect(try program.run("store", "copy", "no.store", "b.store").errors.contains("there is no such store"))
    #expect(
      try program.run("store", "copy", address("no"), "b.store").errors.contains("there is no such store"))
    #expect(try !folder.contents().contains { $0.hasPrefix("no.store") || $0.hasPrefix("b.store") })
    #expect(try program.run("store", "move", "a", "b").status == 2)
  }

  @Test func `a password is shown nowhere`() throws {
    for address in [
      "postgresql://me:secret@/x?host=/nowhere", "postgresql:///x?host=/nowhere&password=secret",
    ] {
      let ending = try run("print 1", address)
      #expect(ending.status == 2)
      #expect(ending.errors.contains("there is no connection to its server: "))
      #expect(!ending.errors.contains("secret"), "\(ending.errors)")
    }
  }

  @Test(arguments: [
    "postgresql://localhost:1/my@db", "postgresql://[::1]:1/db?user=me@corp",
    "postgresql://localhost:1,localhost:2/db?user=me@corp", "postgresql://localhost:1/db?store=a:b@c",
  ])
  func `an address without a password is shown as it is`(address: String) throws {
    let ending = try run("print 1", address)
    let expected = "the store “\(address)”: there is no connection to its server"
    #expect(ending.errors.contains(expected), "\(ending)")
  }

  @Test(arguments: [
    "postgresql://me:se%zzcret@localhost/db", "postgresql://me:secret/x@localhost/db",
    "postgresql://me:x@secret@localhost/db", "postgresql://me:secret?x@localhost/db",
    "postgresql://me:secret@[::1/db", "postgresql://me@localhost/db?pass%77ord=secret&port=0",
    "postgresql://me:secret", "postgresql://me@[::1/db?password=secret",
    "postgresql://me@localhost/db?password=se%zzcret", "postgresql://me@localhost/db?password=se&cret",
  ])
  func `a password in an address that is not valid is shown nowhere`(address: String) throws {
    let ending = try run("print 1", address)
    #expect(ending.status == 2)
    #expect(!ending.errors.contains("secret") && !ending.errors.contains("cret"), "\(ending.errors)")
  }

  @Test func `a program without the engine reports it`() throws {
    let ending = try BuiltProgram("warroom", folder: folder).run(
      ["run", "--store", "postgresql://me:secret@host/db", "-c", "print 1"])
    #expect(ending.status == 2)
    #expect(
      ending.errors
        == "warroom: the store “postgresql://me@host/db”: this program cannot open “postgresql://” stores: use a program that can\n"
    )
  }
}
