import TestSupport
import Testing

@testable import AutoUpdate

/// What a delegate does when it is told for the n-th time.
private enum Answer {
  case assign(Int)
  case add(Int)
  case remove(Int)
  case release(Int)
}

private typealias Script = [[[Answer]]]

/// The centre and its delegates, driven by a script.
private final class RealWorld {
  final class Delegate: StateDelegate {
    let number: Int
    unowned let world: RealWorld
    init(_ number: Int, _ world: RealWorld) {
      self.number = number
      self.world = world
    }
    func stateChanged(from old: Int, to new: Int) {
      world.log.append("\(number): \(old)→\(new)")
      world.answer(number)
    }
  }

  let center = StateCenter(0)
  let script: Script
  var delegates: [Delegate?] = []
  var calls: [Int]
  var log: [String] = []

  init(_ script: Script) {
    self.script = script
    calls = Array(repeating: 0, count: script.count)
    for number in script.indices { delegates.append(Delegate(number, self)) }
  }

  func answer(_ number: Int) {
    defer { calls[number] += 1 }
    guard calls[number] < script[number].count else { return }
    for answer in script[number][calls[number]] { act(answer) }
  }

  func act(_ answer: Answer) {
    switch answer {
    case .assign(let state): center.assign(state)
    case .add(let other): if let delegate = delegates[other] { center.add(delegate) }
    case .remove(let other): if let delegate = delegates[other] { center.remove(delegate) }
    case .release(let other): delegates[other] = nil
    }
  }
}

/// The same with plain arrays: one queue, one list of numbers, nothing weak.
private final class NaiveWorld {
  let script: Script
  var order: [Int] = []
  var isAlive: [Bool]
  var calls: [Int]
  var state = 0
  var queue: [Int] = []
  var isTelling = false
  var log: [String] = []
  /// Counts registrations, so that one added again is not taken for the one removed.
  var ticket: [Int]
  var nextTicket = 0

  init(_ script: Script) {
    self.script = script
    isAlive = script.map { _ in true }
    calls = script.map { _ in 0 }
    ticket = script.map { _ in -1 }
  }

  func act(_ answer: Answer) {
    switch answer {
    case .assign(let state):
      queue.append(state)
      if !isTelling { deliver() }
    case .add(let other):
      guard isAlive[other], !order.contains(other) else { return }
      order.append(other)
      ticket[other] = nextTicket
      nextTicket += 1
    case .remove(let other): order.removeAll { $0 == other }
    case .release(let other):
      isAlive[other] = false
      order.removeAll { $0 == other }
    }
  }

  func deliver() {
    isTelling = true
    while !queue.isEmpty {
      let new = queue.removeFirst()
      if new == state { continue }
      let old = state
      state = new
      let end = nextTicket
      for number in order {
        guard order.contains(number), ticket[number] < end else { continue }
        log.append("\(number): \(old)→\(new)")
        defer { calls[number] += 1 }
        guard calls[number] < script[number].count else { continue }
        for answer in script[number][calls[number]] { act(answer) }
      }
    }
    isTelling = false
  }
}

@Suite struct StateCenterPropertyTests {
  @Test func `Delegates are called in the order of a plain queue, whatever they do meanwhile`() {
    for seed in UInt64(1)...2_000 {
      var random = SplitMix(seed)
      let count = 1 + random.below(5)
      let script: Script = (0..<count).map { _ in
        (0..<random.below(4)).map { _ in
          (0..<random.below(3)).map { _ in Self.answer(count, &random) }
        }
      }
      let (real, naive) = (RealWorld(script), NaiveWorld(script))
      var steps: [Answer] = (0..<count).map { .add($0) }
      for _ in 0..<12 { steps.append(Self.answer(count, &random)) }
      for step in steps {
        real.act(step)
        naive.act(step)
        #expect(real.log == naive.log, "seed \(seed)")
        #expect(real.center.state == naive.state, "seed \(seed)")
        let living = real.center.delegates.compactMap { ($0 as? RealWorld.Delegate)?.number }
        #expect(living == naive.order, "seed \(seed)")
        if real.log != naive.log { return }
      }
    }
  }

  private static func answer(_ count: Int, _ random: inout SplitMix) -> Answer {
    switch random.below(8) {
    case 0...3: .assign(random.below(4))
    case 4, 5: .add(random.below(count))
    case 6: .remove(random.below(count))
    default: random.oneIn(3) ? .release(random.below(count)) : .assign(random.below(4))
    }
  }
}
