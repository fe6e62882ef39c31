import AutoUpdate
import CommandLanguage
import Journaling
import FaultyVFS
import Simulator
import ProgramTesting
import SQLiteJournal
import Testing

/// Writes and syncs that fail at each position of a short run.
@Suite(.serialized) struct FaultTests {
  let folder: TemporaryFolder
  var path: String { folder["faulty.store"] }

  init() throws {
    folder = try TemporaryFolder()
    #expect(faulty_vfs_install() == 0)
  }

  /// The result of a run in which some calls failed.
  private struct Run {
    /// The hit points in the last acknowledged step; 0 if there is none.
    var acknowledged = 0
    /// The hit points in memory at the end.
    var inMemory: Int?
    var messages: [String] = []
    var callCount = 0
  }

  private func run(_ path: String, kind: Int, first: Int32, count: Int32) -> Run {
    var run = Run()
    faulty_vfs_fail(Int32(kind), first, count)
    do {
      let store = try HeroStore(path)
      for hp in 1...6 {
        try store.save("arthur", hp: hp)
        if hp == 4 {
          try store.store.history.undo()
          try store.store.history.redo()
        }
        let faults = store.store.takeFaults()
        if faults.isEmpty { run.acknowledged = hp }
        run.messages += faults.map { "\($0)" }
      }
      run.inMemory = store.heroes["arthur"]?.hp
    } catch {
      run.messages.append("\(error)")
    }
    run.callCount = Int(faulty_vfs_calls())
    faulty_vfs_fail(Int32(faulty_nothing), 0, 0)
    return run
  }

  @Test(arguments: [faulty_io, faulty_full].map { Int($0) }, [Int32(1), 10_000])
  func `nothing acknowledged is lost when the n-th write fails, for every n`(
    kind: Int, count: Int32
  ) throws {
    let callCount = run(folder["faulty.whole"], kind: Int(faulty_nothing), first: 0, count: 0).callCount
    #expect(callCount > 20)
    for first in 1...Int32(callCount) {
      let path = folder["faulty.\(kind).\(count).\(first)"]
      let run = run(path, kind: kind, first: first, count: count)
      let after = try HeroStore(path)
      let hp = after.heroes["arthur"]?.hp ?? 0
      #expect(hp >= run.acknowledged, "the \(first)th call failed")
      #expect(hp <= 6)
      // A step whose write failed once is written with the next one.
      if count == 1, run.inMemory != nil, run.acknowledged == 6 {
        #expect(hp == 6, "the \(first)th call failed")
      }
      #expect(try SQLiteJournal(path, owner: "heroes").problems() == [], "the \(first)th call failed")
      while try after.store.history.undo() {}
      #expect(after.shown == [])
    }
  }

  @Test func `a step costs one sync, and so does a group of steps`() throws {
    let store = try HeroStore(path)
    try store.save("arthur", hp: 1)
    faulty_vfs_fail(Int32(faulty_nothing), 0, 0)
    for hp in 2...11 { try store.save("arthur", hp: hp) }
    #expect(faulty_vfs_syncs() == 10)
    try store.store.journal?.hold()
    for hp in 12...21 { try store.save("arthur", hp: hp) }
    try store.store.journal?.release()
    #expect(faulty_vfs_syncs() == 11)
  }

  @Test func `a full disk is reported, and the store continues in memory until there is room`() throws {
    let store = try HeroStore(path)
    try store.save("arthur", hp: 1)
    faulty_vfs_fail(Int32(faulty_full), 1, 10_000)
    try store.save("arthur", hp: 2)
    #expect(
      store.store.takeFaults() == [
        .journal(
          message: "\(path): the disk is full")
      ])
    #expect(store.store.journal?.problem == .full)
    try store.save("arthur", hp: 3)
    #expect(store.store.takeFaults().count == 1)
    faulty_vfs_fail(Int32(faulty_nothing), 0, 0)
    try store.save("arthur", hp: 4)
    #expect(store.store.takeFaults().count == 1)
    try store.store.journal?.retry()
    #expect(store.store.journal?.problem == nil)
    let again = try HeroStore(path)
    #expect(again.shown == ["arthur 4"])
    #expect(again.store.history.steps.count == 4)
  }

  @Test func `a store that cannot be written is tried again after 1, 2, 4, … transactions`() throws {
    let store = try HeroStore(path)
    faulty_vfs_fail(Int32(faulty_full), 1, .max)
    var attempts: [Int] = []
    for number in 1...100 {
      let callCount = faulty_vfs_calls()
      try store.save("arthur", hp: number)
      if faulty_vfs_calls() > callCount { attempts.append(number) }
      #expect(store.store.takeFaults().count == 1)
    }
    #expect(attempts == [1, 2, 4, 8, 16, 32, 64])
    faulty_vfs_fail(Int32(faulty_nothing), 0, 0)
    for number in 101...128 { try store.save("arthur", hp: number) }
    #expect(store.store.journal?.problem == nil)
    #expect(try HeroStore(path).shown == ["arthur 128"])
  }

  @Test func `a session that ends reports how many lines are not on disk, and tries once more`() throws {
    let session = try KeptSession(path)
    _ = try session.run("add card A")
    faulty_vfs_fail(Int32(faulty_full), 1, .max)
    for line in ["add card B", "add card C", "print 1", "undo"] { _ = try? session.run(line) }
    #expect(session.persistence.unwrittenLineCount == 3)
    let last = #expect(throws: PersistenceError.self) { try session.persistence.close() }
    #expect(
      last?.explanation.message
        == "the store “\(path)”: the disk is full; 3 lines that ran are not on disk")
    faulty_vfs_fail(Int32(faulty_nothing), 0, 0)
    #expect(try KeptSession(path).run("print count(cards)") == "1\n")
  }

  @Test func `unwritten steps are written at the end of a session if there is space again`() throws {
    let session = try KeptSession(path)
    faulty_vfs_fail(Int32(faulty_full), 1, .max)
    for name in ["A", "B", "C", "D", "E"] { _ = try? session.run("add card \(name)") }
    faulty_vfs_fail(Int32(faulty_nothing), 0, 0)
    try session.persistence.close()
    #expect(try KeptSession(path).run("print count(cards)") == "5\n")
  }

  @Test func `the name of a folder makes no file in it fail`() throws {
    folder.makeFolder("faulty")
    faulty_vfs_fail(Int32(faulty_full), 1, .max)
    defer { faulty_vfs_fail(Int32(faulty_nothing), 0, 0) }
    let store = try HeroStore(folder["faulty/heroes.store"])
    try store.save("arthur")
    #expect(store.store.takeFaults().isEmpty && faulty_vfs_calls() == 0)
  }

  @Test func `a store that is opened on a full disk is refused with that reason`() throws {
    do { try HeroStore(path).save("arthur") }
    faulty_vfs_fill_index(1)
    #expect(throws: JournalError.full) { try SQLiteJournal(path, owner: "heroes") }
    faulty_vfs_fill_index(0)
    faulty_vfs_fail(Int32(faulty_full), 1, .max)
    #expect(throws: JournalError.full) { try SQLiteJournal(folder["faulty.new"], owner: "heroes") }
    faulty_vfs_fail(Int32(faulty_nothing), 0, 0)
    #expect("\(JournalError.full)" == "the disk is full")
  }

  @Test func `steps that are only in memory yield to those that others have written`() throws {
    let first = try HeroStore(path)
    let second = try HeroStore(path)
    faulty_vfs_fail(Int32(faulty_full), 1, 10_000)
    try first.save("arthur", hp: 2)
    faulty_vfs_fail(Int32(faulty_nothing), 0, 0)
    try second.save("morgana", hp: 3)
    #expect(throws: StoreError.self) { try first.save("arthur", hp: 4) }
    #expect(first.store.journal?.isDetached == true)
    // The store continues in memory and reports this.
    _ = first.store.takeFaults()
    try first.save("arthur", hp: 5)
    #expect(
      first.store.takeFaults() == [
        .journal(
          message:
            "\(path): another program changed it, and the steps in memory no longer fit: save the session, and start again"
        )
      ])
    #expect(first.shown == ["arthur 5"])
    #expect(try HeroStore(path).shown == ["morgana 3"])
  }
}
