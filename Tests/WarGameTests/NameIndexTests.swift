import CommandLanguage
import Testing

@testable import WarGame

struct NameIndexTests {
  /// SplitMix64, so that a seed is a case.
  struct Random: RandomNumberGenerator {
    var generator: Generator
    init(_ seed: UInt64) { generator = Generator(seed: seed) }
    mutating func next() -> UInt64 { generator.next() }
  }

  @Test(
    "names are found as in a dictionary, after spawning, renaming and dismissing at random", arguments: 0..<30
  )
  func againstDictionary(seed: UInt64) throws {
    var random = Random(seed)
    let session = try GameSession()
    // Names are drawn from few, so that they come back, and many enough for the index to grow.
    // Every second one is too long for its key to say all of it.
    let names = (0..<120).map { $0 % 2 == 0 ? "n\($0)" : "companion\($0)" }
    var known: [String: Int] = [:]
    var spawned = 0
    for _ in 0..<400 {
      let name = names.randomElement(using: &random) ?? ""
      let other = names.randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        let outcome = session.run("spawn hero \(name)").outcome
        #expect((outcome == .done) == (known[name] == nil), "seed \(seed)")
        if outcome == .done {
          spawned += 1
          known[name] = spawned
        }
      case 2:
        let outcome = session.run("rename \(name) \(other)").outcome
        let isFine = known[name] != nil && (known[other] == nil || name == other)
        #expect((outcome == .done) == isFine, "seed \(seed)")
        if isFine, name != other {
          known[other] = known[name]
          known[name] = nil
        }
      default:
        let outcome = session.run("dismiss \(name)").outcome
        #expect((outcome == .done) == (known[name] != nil), "seed \(seed)")
        known[name] = nil
      }
    }
    for name in names {
      #expect(session.world.names.find(name).map { Int($0.number) } == known[name], "seed \(seed), \(name)")
    }
  }
}
