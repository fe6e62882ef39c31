import Glibc
import Journaling
import ProgramTesting
import Testing

/// `store migrate` of a whole program, and the copy that it writes.
@Suite struct MigratedProgramTests {
  private let folder: TemporaryFolder
  private let first: BuiltProgram
  private let second: BuiltProgram

  init() throws {
    folder = try TemporaryFolder()
    var programs = [
      BuiltProgram("evolving-program", folder: folder), BuiltProgram("evolving-program", folder: folder),
    ]
    programs[0].environment["EVOLVING_VERSION"] = "1"
    programs[1].environment["EVOLVING_VERSION"] = "2"
    (first, second) = (programs[0], programs[1])
  }

  /// Returns the address of a store, and a function for the addresses of its copies.
  private func addresses(_ engine: TestEngine) -> (store: String, copy: (Int) -> String) {
    let store = engine == .sqlite ? "a.store" : engine.address("a.store", in: folder)
    // On a server, the name may be followed by other parameters.
    let end = store.firstRange(of: "a.store")?.upperBound ?? store.endIndex
    return (store, { "\(store[..<end]).copy-\($0)\(store[end...])" })
  }

  private func run(_ program: BuiltProgram, _ text: String, _ store: String) throws -> BuiltProgram.Ending {
    try program.run(["run", "--store", store, "-c", text])
  }

  private func makeStore(_ store: String) throws {
    let ending = try run(
      first, "add person Ann weight=12\nadd person Bob\nchange Bob weight=11\nadd person Cyd\nundo", store)
    #expect(ending.status == 0, "\(ending)")
  }

  /// Returns everything that the first version prints about a store.
  private func told(_ store: String) throws -> String {
    let ending = try run(
      first, "log last=100\nhash\nprint Ann.weight, Bob.weight\nredo\nhash\nstore check", store)
    #expect(ending.status == 0 && ending.errors == "", "\(ending)")
    return ending.output
  }

  @Test(arguments: TestEngine.all)
  func `a migration writes a copy that the earlier program opens, with its history`(engine: TestEngine) throws
  {
    let (store, copy) = addresses(engine)
    try makeStore(store)
    let ending = try second.run("store", "migrate", store)
    #expect(ending.errors == "")
    #expect(
      ending.output == """
        migration “stones to kilos”: 2 objects changed
        ~ Ann.kilos none→76, Ann.weight 12→none
        ~ Bob.kilos none→69, Bob.weight 11→none
        the store before this is “\(copy(1))”

        """)
    #expect(try run(second, "print Ann.kilos, Bob.kilos", store).output == "76 69\n")
    #expect(try run(first, "add person Dan", store).status == 1)
    // The same steps in another store give the same output.
    let other = engine == .sqlite ? "b.store" : engine.address("b.store", in: folder)
    try makeStore(other)
    #expect(try told(copy(1)) == told(other))
  }

  @Test(arguments: TestEngine.all)
  func `a copy takes a name that is free, and a dry run makes none`(engine: TestEngine) throws {
    let (store, copy) = addresses(engine)
    try makeStore(store)
    _ = try run(first, "add person Eve", copy(1))
    let dry = try second.run("store", "migrate", "--dry-run", store)
    #expect(dry.output.hasSuffix("nothing was changed: this was a dry run\n"), "\(dry)")
    #expect(try first.run("store", "copy", copy(2), "c.store").errors.contains("there is no such store"))
    let ending = try second.run("store", "migrate", store)
    #expect(ending.output.hasSuffix("the store before this is “\(copy(2))”\n"), "\(ending)")
    #expect(try run(first, "print count(people), Eve.name", copy(1)).output == "1 Eve\n")
  }

  @Test func `a copy replaces neither a folder nor a file that is not a store`() throws {
    try makeStore("a.store")
    let letter = "a letter, which is long enough to be more than nothing\n"
    try folder.write(letter, to: "a.store.copy-1")
    _ = try first.run(shell: "mkdir a.store.copy-2")
    let ending = try second.run("store", "migrate", "a.store")
    #expect(ending.output.hasSuffix("the store before this is “a.store.copy-3”\n"), "\(ending)")
    #expect(try folder.text(of: "a.store.copy-1") == letter)
    #expect(try told("a.store.copy-3").contains("12 11"))
  }

  @Test func `a copy that another program keeps locked ends the migration at once`() throws {
    try makeStore("a.store")
    try makeStore("a.store.copy-1")
    let file = open(folder["a.store.copy-1"], O_RDWR | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }
    // The bytes that SQLite locks for writing and reading.
    var lock = flock(
      l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0x4000_0000, l_len: 512, l_pid: 0)
    try #require(fcntl(file, F_SETLK, &lock) == 0)
    let ending = try second.run("store", "migrate", "a.store")
    #expect(ending.status == 1 && ending.output == "", "\(ending)")
    let reason = "the store “a.store.copy-1”: another program is writing to it"
    #expect(ending.errors.contains(reason), "\(ending)")
    #expect(try run(first, "print Ann.weight", "a.store").output == "12\n")
  }

  @Test func `without room for the copy nothing is migrated, and the next attempt takes the same name`()
    throws
  {
    try makeStore("a.store")
    let texts = (0..<600).map { "add person \(String(repeating: "x", count: 30))\($0)\n" }.joined()
    #expect(try first.run(["run", "--store", "a.store", "-"], input: texts).status == 0)
    let before = try run(first, "hash\nlog last=10", "a.store").output
    // The limit of file sizes, in blocks of 512 bytes, is enough for the log's index but not for the copy.
    let ending = try second.run(shell: "ulimit -f 80; exec $0 store migrate a.store")
    #expect(ending.status == 1)
    #expect(ending.errors.contains("“a.store.copy-1”"), "\(ending)")
    #expect(ending.output == "")
    #expect(try run(first, "hash\nlog last=10", "a.store").output == before)
    let again = try second.run("store", "migrate", "a.store")
    #expect(again.output.hasSuffix("the store before this is “a.store.copy-1”\n"), "\(again)")
    #expect(try run(first, "hash\nlog last=10", "a.store.copy-1").output == before)
  }
}
