import AutoUpdate
import Journaling
import FaultyVFS
import Glibc
import ProgramTesting
import SQLiteJournal
import Testing

/// Writes and syncs that fail, at every place of a short run.
@Suite(.serialized) struct FaultTests {
  private let folder: TemporaryFolder
  private var path: String { folder["faulty.store"] }

  init() throws {
    folder = try TemporaryFolder()
    #expect(faulty_vfs_install() == 0)
  }

  /// What became of a run in which some calls failed.
  private struct Run {
    /// The hit points of the last step that was acknowledged; 0 for none.
    var acknowledged = 0
    /// Those that the store held in memory at the end.
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
      // What failed once was written with what followed.
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

  @Test func `a full disk is told as such, and the store goes on in memory until there is room`() throws {
    let store = try HeroStore(path)
    try store.save("arthur", hp: 1)
    faulty_vfs_fail(Int32(faulty_full), 1, 10_000)
    try store.save("arthur", hp: 2)
    #expect(
      store.store.takeFaults() == [
        .journal(
          message: "\(path): the disk is full: when there is room, the next step writes what is missing")
      ])
    #expect(store.store.journal?.problem == .full)
    try store.save("arthur", hp: 3)
    #expect(store.store.takeFaults().count == 1)
    faulty_vfs_fail(Int32(faulty_nothing), 0, 0)
    try store.save("arthur", hp: 4)
    #expect(store.store.takeFaults() == [])
    #expect(store.store.journal?.problem == nil)
    let again = try HeroStore(path)
    #expect(again.shown == ["arthur 4"])
    #expect(again.store.history.steps.count == 4)
  }

  @Test func `steps that are in memory alone give way when others have written`() throws {
    let first = try HeroStore(path)
    let second = try HeroStore(path)
    faulty_vfs_fail(Int32(faulty_full), 1, 10_000)
    try first.save("arthur", hp: 2)
    faulty_vfs_fail(Int32(faulty_nothing), 0, 0)
    try second.save("morgana", hp: 3)
    #expect(throws: StoreError.self) { try first.save("arthur", hp: 4) }
    #expect(first.store.journal?.isDetached == true)
    // It goes on in memory, and says so.
    _ = first.store.takeFaults()
    try first.save("arthur", hp: 5)
    #expect(
      first.store.takeFaults() == [
        .journal(
          message:
            "\(path): others have written to it, which the steps in memory alone would contradict: save them, and start again"
        )
      ])
    #expect(first.shown == ["arthur 5"])
    #expect(try HeroStore(path).shown == ["morgana 3"])
  }

  @Test func `a file that was removed is told, and what is done goes on in memory`() throws {
    let store = try HeroStore(folder["a.store"])
    try store.save("arthur", hp: 1)
    unlink(folder["a.store"])
    try store.save("arthur", hp: 2)
    #expect(
      store.store.takeFaults() == [
        .journal(
          message:
            "\(folder["a.store"]): the file was removed, or replaced by another one: save what is to be kept, and start again"
        )
      ])
    #expect(store.shown == ["arthur 2"])
  }

  @Test func `a file that another one took the place of is told, and the other is not touched`() throws {
    let store = try HeroStore(folder["a.store"])
    try store.save("arthur", hp: 1)
    try HeroStore(folder["b.store"]).save("morgana", hp: 3)
    rename(folder["b.store"], folder["a.store"])
    try store.save("arthur", hp: 2)
    #expect("\(store.store.takeFaults())".contains("the file was removed, or replaced by another one"))
    #expect(store.store.journal?.problem == .replaced)
    try store.save("arthur", hp: 4)
    #expect(store.shown == ["arthur 4"])
  }

  @Test func `a store that is made where one was removed is another`() throws {
    let store = try HeroStore(folder["a.store"])
    try store.save("arthur", hp: 1)
    unlink(folder["a.store"])
    try store.save("arthur", hp: 2)
    _ = store.store.takeFaults()
    try HeroStore(folder["a.store"]).save("morgana", hp: 3)
    try store.save("arthur", hp: 4)
    #expect(try HeroStore(folder["a.store"]).shown == ["morgana 3"])
  }

  @Test func `nobody is in the way who writes and comes to an end, however often`() throws {
    let turns = try WriterTurns(HeroStore(path), count: 20)
    let journal = try SQLiteJournal(path, owner: "heroes", waitsMax: 3)
    faulty_vfs_on_sleep(
      { context in
        context.map { Unmanaged<WriterTurns>.fromOpaque($0).takeUnretainedValue().next() }
      }, Unmanaged.passUnretained(turns).toOpaque())
    defer { faulty_vfs_on_sleep(nil, nil) }
    _ = try withExtendedLifetime(turns) { try journal.begin() }
    #expect(turns.left == 0)
    journal.cancel()
  }
}

/// Writes again and again while somebody waits, and leaves no moment between two turns.
private final class WriterTurns {
  private(set) var left: Int
  private let heroes: HeroStore
  private var isWriting = false

  init(_ heroes: HeroStore, count: Int) throws {
    self.heroes = heroes
    left = count
    try begin()
  }

  private func begin() throws {
    try heroes.store.journal?.hold()
    try heroes.save("arthur", hp: left)
  }

  func next() {
    // Who writes lets others pass for a moment, in which it sleeps itself.
    guard !isWriting, left > 0 else { return }
    isWriting = true
    defer { isWriting = false }
    left -= 1
    try? heroes.store.journal?.release()
    if left > 0 { try? begin() }
  }
}
