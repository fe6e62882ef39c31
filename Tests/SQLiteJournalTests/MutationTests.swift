import AutoUpdate
import Journaling
import CommandLanguage
import ProgramTesting
import SQLiteJournal
import Simulator
import Testing

/// Files with changed or missing bytes, which lead to a message or a store, and never to a crash.
@Suite struct MutationTests {
  @Test func `a file whose bytes were changed is opened as far as it is whole, or refused`() throws {
    let folder = try TemporaryFolder()
    do {
      let session = try KeptSession(folder["whole.store"])
      _ = try session.run(
        "add person Ann\nwatch large = cards where points > 5\nevery 2 { print 1 }\nadd card Docs points=3")
      _ = try session.run((0..<40).map { "change Docs points=\($0 + 10)" }.joined(separator: "\n"))
      _ = try session.run("store compact\nadd card More\ntick 1\nundo")
    }
    var mutations = try FileMutations(of: folder["whole.store"], seed: 7)
    let path = folder["mutated.store"]
    var (openCount, refusedCount) = (0, 0)
    for _ in 0..<FileMutations.count {
      try mutations.writeNext(to: path)
      do {
        let session = try KeptSession(path)
        openCount += 1
        _ = try? session.run(
          "log\nadd card New points=7\nundo 2\nredo\nlarge\nstore check\nstore compact\ntick 3")
      } catch let error as PersistenceError {
        refusedCount += 1
        #expect(!error.explanation.message.isEmpty)
      } catch let error as JournalError {
        refusedCount += 1
        #expect(!"\(error)".isEmpty)
      }
    }
    #expect(openCount > 0)
    #expect(refusedCount > 0)
  }
}
