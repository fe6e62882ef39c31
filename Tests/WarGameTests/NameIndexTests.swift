import AutoUpdate
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

  /// The units by name, and how many were spawned.
  struct State {
    var units: [String: Int] = [:]
    var spawned = 0
  }

  @Test(
    "names are found as in a dictionary, after spawning, renaming, dismissing and undoing at random",
    arguments: 0..<30
  )
  func againstDictionary(seed: UInt64) throws {
    var random = Random(seed)
    let session = try GameSession()
    // Names are drawn from few, so that they come back, and many enough for the index to grow.
    // Two of three are too long for their keys to say all of them, or no ASCII.
    let names = (0..<120).map { ["n\($0)", "companion\($0)", "zö\($0)"][$0 % 3] }
    var states = [State()]
    var present = 0
    for _ in 0..<400 {
      let name = names.randomElement(using: &random) ?? ""
      let other = names.randomElement(using: &random) ?? ""
      var (line, next, isFine) = ("", states[present], false)
      switch Int.random(in: 0..<12, using: &random) {
      case 0...5:
        line = "spawn hero \(name)"
        isFine = next.units[name] == nil
        next.spawned += 1
        next.units[name] = next.spawned
      case 6, 7:
        line = "rename \(name) \(other)"
        isFine = next.units[name] != nil && (next.units[other] == nil || name == other)
        next.units[other] = next.units[name]
        if name != other { next.units[name] = nil }
      case 8, 9:
        line = "dismiss \(name)"
        isFine = next.units[name] != nil
        next.units[name] = nil
      default:
        let target = Int.random(in: 0..<states.count, using: &random)
        if target == present { continue }
        let count = abs(target - present)
        #expect(
          session.run("\(target < present ? "undo" : "redo") \(count)").outcome == .done, "seed \(seed)")
        present = target
        continue
      }
      #expect((session.run(line).outcome == .done) == isFine, "seed \(seed): \(line)")
      if isFine, session.world.store.history.present != present {
        states.removeSubrange((present + 1)...)
        states.append(next)
        present += 1
      }
    }
    for name in names {
      #expect(
        session.world.names.find(name).map { Int($0.number) } == states[present].units[name],
        "seed \(seed), \(name)")
    }
  }
}
