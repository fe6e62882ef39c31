import AutoUpdate
import Glibc
import Journaling
import PostgresTesting
import TestSupport
import Testing

@testable import PostgresJournal

/// Connections that are cut and servers that are killed at any moment: no acknowledged step is lost or duplicated.
@Suite(.serialized, .enabled(if: PostgresServer.missing == nil, "PostgreSQL's programs are not installed"))
struct CutTests {
  @Test func `a connection that is cut at any point of any request loses no step, and writes none twice`()
    throws
  {
    let server = try #require(PostgresServer.shared)
    let proxy = try FaultyProxy(to: server)
    defer { proxy.end() }
    let store = "cut-\(getpid())"
    let cutMax = TestLength.isLong ? 1_200 : 150
    var random = SplitMix(5)
    // A statement without a reply fails soon.
    let heroes = try HeroStore(proxy.address(store: store), .init(lock: 50, statement: 200))
    var expected: [String] = []
    var counts: [FaultyProxy.Cut: Int] = [:]
    var number = 0
    while proxy.cutCount < cutMax {
      let before = proxy.cutCount
      // A silent connection takes until the client's timeout, so it is rarer.
      let cut = FaultyProxy.Cut(rawValue: random.below(random.below(10) == 0 ? 6 : 5)) ?? .before
      proxy.cut(cut, atRequest: random.below(6))
      for _ in 0..<1 + random.below(4) {
        number += 1
        switch random.below(6) {
        case 0 where !expected.isEmpty:
          try heroes.store.history.undo()
          expected.removeLast()
        case 1:
          try heroes.store.journal?.hold()
          for part in 0..<3 { try heroes.save("h\(part)", hp: number) }
          try heroes.store.journal?.release()
          expected += (0..<3).map { "h\($0) \(number)" }
        case 2: _ = try heroes.store.journal?.refresh()
        default:
          try heroes.save("h\(number % 5)", hp: number)
          expected.append("h\(number % 5) \(number)")
        }
      }
      if proxy.cutCount > before { counts[cut, default: 0] += proxy.cutCount - before }
      try #require(heroes.store.takeFaults() == [], "\(cut) at step \(number)")
      try #require(heroes.store.journal?.problem == nil)
    }
    let again = try HeroStore(server.address(store: store))
    #expect(again.shown == heroes.shown)
    #expect(again.causes == heroes.causes)
    #expect(again.steps == expected.suffix(again.steps.count))
    #expect(try again.store.journal?.journal.problems() == [])
    print("cuts: \(FaultyProxy.Cut.allCases.map { "\($0) \(counts[$0] ?? 0)" }.joined(separator: ", "))")
  }

  @Test
  func `a server that is killed at any moment, or whose processes are, loses nothing that was acknowledged`()
    throws
  {
    let server = try PostgresServer()
    let killMax = TestLength.isLong ? 200 : 8
    var random = SplitMix(9)
    let address = server.address(store: "kill")
    let heroes = try HeroStore(address)
    var expected: [String] = []
    for kill in 0..<killMax {
      let killer = Killer(server, afterMicroseconds: random.below(20_000), isWhole: kill % 4 == 0)
      for _ in 0..<40 {
        let hp = expected.count
        try heroes.save("h\(hp % 5)", hp: hp)
        expected.append("h\(hp % 5) \(hp)")
      }
      killer.wait()
      try #require(heroes.store.takeFaults() == [], "kill \(kill)")
    }
    try heroes.save("last", hp: 1)
    expected.append("last 1")
    let again = try HeroStore(address)
    #expect(again.steps == expected.suffix(again.steps.count))
    #expect(again.shown == heroes.shown)
    #expect(try again.store.journal?.journal.problems() == [])
  }
}

/// Kills a server while something else runs, and restarts it.
private final class Killer: Sendable {
  private let thread: pthread_t

  init(_ server: PostgresServer, afterMicroseconds delay: Int, isWhole: Bool) {
    final class Work: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let work = Work {
      // There is no event to wait for: each delay hits another moment of a write, and any moment is right.
      usleep(UInt32(delay))
      if isWhole {
        server.kill()
        _ = try? server.start()
      } else {
        server.killBackends()
      }
    }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, Unmanaged.passRetained(work).toOpaque())
    self.thread = thread
  }

  func wait() { pthread_join(thread, nil) }
}
