import AutoUpdate
import Foundation
import Glibc
import Journaling
import ProgramTesting
import Testing

/// Files that are removed or replaced while a store is open.
extension FaultTests {
  @Test func `a removed file is reported, and work continues in memory`() throws {
    let store = try HeroStore(folder["a.store"])
    try store.save("arthur", hp: 1)
    unlink(folder["a.store"])
    try store.save("arthur", hp: 2)
    #expect(
      store.store.takeFaults() == [
        .journal(
          message:
            "\(folder["a.store"]): the file or its log was removed, or replaced by another one: save the session, and start again"
        )
      ])
    #expect(store.shown == ["arthur 2"])
  }

  @Test func `a replaced file is reported, and the new one is not touched`() throws {
    let store = try HeroStore(folder["a.store"])
    try store.save("arthur", hp: 1)
    try HeroStore(folder["b.store"]).save("morgana", hp: 3)
    rename(folder["b.store"], folder["a.store"])
    try store.save("arthur", hp: 2)
    #expect(
      "\(store.store.takeFaults())".contains("the file or its log was removed, or replaced by another one"))
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

  @Test func `a removed log is reported, and acknowledged steps survive the program`() throws {
    let store = try HeroStore(folder["a.store"])
    for hp in 1...3 { try store.save("arthur", hp: hp) }
    unlink(folder["a.store-wal"])
    #expect(throws: JournalError.replaced) { try store.store.journal?.refresh() }
    try store.save("arthur", hp: 4)
    #expect(store.store.journal?.problem == .replaced)
    // The files that a killed program leaves behind.
    try FileManager.default.copyItem(atPath: folder["a.store"], toPath: folder["b.store"])
    #expect(try HeroStore(folder["b.store"]).shown == ["arthur 3"])
  }

  @Test func `a log that was replaced by another file is reported`() throws {
    let store = try HeroStore(folder["a.store"])
    try store.save("arthur", hp: 1)
    try folder.write("", to: "other")
    rename(folder["other"], folder["a.store-wal"])
    try store.save("arthur", hp: 2)
    #expect(store.store.journal?.problem == .replaced)
  }

  @Test func `a log that was cut is damage, and the file is still a store`() throws {
    let store = try HeroStore(folder["a.store"])
    for hp in 1...3 { try store.save("arthur", hp: hp) }
    truncate(folder["a.store-wal"], 0)
    for hp in 4...6 { try store.save("arthur", hp: hp) }
    let problem = store.store.journal?.problem
    #expect(problem != .foreign)
    #expect(store.shown == ["arthur 6"])
    try FileManager.default.copyItem(atPath: folder["a.store"], toPath: folder["b.store"])
    _ = try HeroStore(folder["b.store"])
  }
}
