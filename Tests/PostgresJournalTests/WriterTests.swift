import AutoUpdate
import Glibc
import Journaling
import PostgresTesting
import ProgramTesting
import TestSupport
import Testing

@testable import PostgresJournal

/// Programs that write concurrently and are killed meanwhile.
@Suite(.serialized, .enabled(if: PostgresServer.missing == nil, "PostgreSQL's programs are not installed"))
struct WriterTests {
  private let folder: TemporaryFolder
  private let server: PostgresServer
  private let program: BuiltProgram
  private let store: String

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    folder = try TemporaryFolder()
    server = try #require(PostgresServer.shared)
    program = BuiltProgram("warroom-postgresql", folder: folder)
    store = server.address(store: folder.path.split(separator: "/").joined(separator: "-"))
  }

  @Test func `acknowledged steps exist exactly once after the program is killed at any moment`() throws {
    let killCount = TestLength.isLong ? 400 : 15
    var random = SplitMix(3)
    var (acknowledged, sent) = (0, 0)
    for number in 0..<killCount {
      let running = try PipedProgram(program.path, ["run", "--store", store, "-"])
      running.send("print count(units)")
      let count = try #require(running.line().flatMap { Int($0) }, "kill \(number)")
      #expect((acknowledged...max(acknowledged, sent)).contains(count), "kill \(number)")
      if number == 0 { running.send("close map") }
      if random.below(2) == 0 { running.send("set durability step") }
      (acknowledged, sent) = (count, count)
      for _ in 0..<random.below(8) {
        sent += 1
        running.send("spawn hero h\(sent); print \"ack \(sent)\"")
        if random.below(3) > 0 { continue }
        while let line = running.line(), line != "ack \(sent)" {}
        acknowledged = sent
      }
      for line in running.kill() where line.hasPrefix("ack ") {
        acknowledged = max(acknowledged, Int(line.dropFirst(4)) ?? 0)
      }
    }
    #expect(try program.run("run", "--store", store, "-c", "store check").output == "the store is intact\n")
  }

  @Test func `eight writers end with one history in which each step is once`() async throws {
    let stepCount = TestLength.isLong ? 12_500 : 40
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask { [store] in
          let heroes = try HeroStore(store, .init(lock: 60_000))
          for step in 0..<stepCount {
            try heroes.save("w\(writer)", hp: step)
            try #require(heroes.store.takeFaults() == [])
          }
        }
      }
      try await group.waitForAll()
    }
    let last = try HeroStore(store, historyLimit: 1_000_000)
    var next: [String: Int] = [:]
    for cause in last.steps {
      let parts = cause.split(separator: " ")
      #expect(Int(parts[1]) == next[String(parts[0]), default: 0])
      next[String(parts[0]), default: 0] += 1
    }
    #expect(next.count == 8 && next.values.allSatisfy { $0 == stepCount })
    #expect(try last.store.journal?.journal.problems() == [])
  }
}
