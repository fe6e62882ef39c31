import AutoUpdate
import Journaling
import ProgramTesting
import SQLiteJournal
import TerminalText
import Testing

/// A Swift program's files with changed bytes. These tests also run under the address sanitizer.
@Suite struct MutatedStoreTests {
  /// Checks that a message about a damaged file contains nothing that controls the terminal.
  private func check(_ message: String) {
    #expect(Escaping.isClean(message))
  }

  @Test func `a damaged file is opened as far as it is whole, or refused, and never ends the program`() throws
  {
    let folder = try TemporaryFolder()
    do {
      let store = try HeroStore(folder["whole.store"])
      for number in 0..<60 { try store.save("h\(number % 7)", "hero “\(number)”", hp: number) }
      try store.store.history.move(to: 50, cause: "back")
      _ = try store.store.journal?.compact(keeping: 40)
      try store.save("last", hp: 1)
    }
    var mutations = try FileMutations(of: folder["whole.store"], seed: 3)
    let path = folder["mutated.store"]
    var (openCount, refusedCount) = (0, 0)
    for _ in 0..<FileMutations.count {
      try mutations.writeNext(to: path)
      do {
        let store = try HeroStore(path)
        openCount += 1
        for problem in (try? store.store.journal?.journal.problems()) ?? [] { check("\(problem)") }
        for object in store.store.journal?.setAside ?? [] { check("\(object)") }
        _ = try? store.save("new", hp: 2)
        while (try? store.store.history.undo()) == true {}
        for fault in store.store.takeFaults() { check("\(fault)") }
        _ = try? store.store.journal?.compact(keeping: 3)
      } catch let error as JournalError {
        refusedCount += 1
        #expect(!"\(error)".isEmpty)
        check("\(error)")
      }
    }
    #expect(openCount > 0)
    #expect(refusedCount > 0)
  }
}
