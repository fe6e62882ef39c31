import AutoUpdate
import FaultyVFS
import Foundation
import Glibc
import Journaling
import ProgramTesting
import Synchronization
import Testing

@testable import SQLiteJournal

/// Writers that take turns, with a file system that reports when one of them waits.
extension FaultTests {
  @Test func `a writer that waits has its turn, however busy the other one is`() throws {
    let path = folder["turns.store"]
    _ = try HeroStore(path)
    let turns = Turns()
    // A separate thread, so that it does not block other tests.
    Thread.detachNewThread { Self.writeGroups(path, turns) }
    var waitCount = 0
    while waitCount < 10 {
      let journal = try SQLiteJournal(path, owner: "heroes", waitsMax: Self.waitsMax)
      let wait = Wait(turns)
      faulty_vfs_on_sleep(
        { context in context.map { Unmanaged<Wait>.fromOpaque($0).takeUnretainedValue().note() } },
        Unmanaged.passUnretained(wait).toOpaque())
      defer { faulty_vfs_on_sleep(nil, nil) }
      _ = try withExtendedLifetime(wait) { try journal.begin() }
      let given = turns.count.load(ordering: .acquiring)
      journal.cancel()
      guard let asked = wait.asked else { continue }
      waitCount += 1
      // The turn during which it began to wait, and one that began before the mark was set.
      #expect(given - asked <= 2)
    }
    turns.isOver.store(true, ordering: .releasing)
    while !turns.hasEnded.load(ordering: .acquiring) { sched_yield() }
  }

  /// More milliseconds than the slowest machine needs.
  private static let waitsMax = 600_000

  /// Writes groups in a loop, as a script does.
  private static func writeGroups(_ path: String, _ turns: Turns) {
    let bulk = try? HeroStore(path, waitsMax: waitsMax)
    while let bulk, !turns.isOver.load(ordering: .acquiring) {
      try? bulk.store.journal?.hold()
      for hp in 0..<50 { try? bulk.save("arthur", hp: hp) }
      try? bulk.store.journal?.release()
      turns.count.add(1, ordering: .acquiringAndReleasing)
    }
    turns.hasEnded.store(true, ordering: .releasing)
  }

  @Test func `writers that end block nothing, however often they write`() throws {
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

  @Test func `a program that opens a new file waits for one that is making its tables`() throws {
    let other = try Database(path, waitsMax: 0)
    try other.run("BEGIN IMMEDIATE; CREATE TABLE anything (number)")
    faulty_vfs_on_sleep(
      { context in context.map { Unmanaged<Database>.fromOpaque($0).takeUnretainedValue().rollBack() } },
      Unmanaged.passUnretained(other).toOpaque())
    defer { faulty_vfs_on_sleep(nil, nil) }
    #expect(throws: JournalError.busy) { try SQLiteJournal(path, owner: "heroes", waitsMax: 0) }
    _ = try withExtendedLifetime(other) { try SQLiteJournal(path, owner: "heroes") }
    #expect(!other.isInTransaction)
  }
}

/// The number of writes of a writer.
private final class Turns: Sendable {
  let count = Atomic(0)
  let isOver = Atomic(false)
  let hasEnded = Atomic(false)
}

/// The number of writes of a writer when another one began to wait.
private final class Wait {
  private(set) var asked: Int?
  private let turns: Turns

  init(_ turns: Turns) { self.turns = turns }

  /// Called whenever the waiting writer finds the file locked.
  func note() { asked = asked ?? turns.count.load(ordering: .acquiring) }
}

/// Writes repeatedly while another program waits, without a pause between two turns.
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
    // The writer itself also sleeps in SQLite when it yields its turn.
    guard !isWriting, left > 0 else { return }
    isWriting = true
    defer { isWriting = false }
    left -= 1
    try? heroes.store.journal?.release()
    if left > 0 { try? begin() }
  }
}
