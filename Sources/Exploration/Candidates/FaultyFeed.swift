import CommandLanguage

/// A feed with random faults: lines are dropped, duplicated, delayed or reordered.
///
/// Lines are numbered in the order in which they are generated, before any of them is held back. The numbers therefore
/// show which lines were delayed or duplicated, even after other lines were removed.
struct FaultyFeed {
  /// The name of the command that receives the feed's messages.
  let command: String
  private var number = 0
  /// The lines that are held back, in the order in which they were generated.
  private var heldBack: [HeldBack] = []

  private struct HeldBack {
    let line: Invocation
    /// The number of lines that run before this one; `nil` for a line that waits for the next line of the feed.
    var waitCount: Int?
  }

  /// The average number of lines of the feed per fault.
  private static let faultRate = 3
  /// The maximum number of lines before a delayed one.
  private static let waitCountMax = 8

  init(command: String) { self.command = command }

  /// Creates the faulty feed of a world; `nil` if the world has no feed, or if the options inject no faults into it.
  init?(of world: ExploredWorld, _ options: ExplorationOptions) {
    guard options.faults.contains(.feed), let command = world.feedCommand else { return nil }
    self.init(command: command)
  }

  mutating func begin() { (number, heldBack) = (0, []) }

  /// Continues the numbers after a line that is repeated from an earlier walk.
  mutating func note(known line: Invocation) { number = max(number, line.number) }

  /// Removes and returns a held-back line that is due; `nil` if there is none.
  mutating func takeDue() -> Invocation? {
    guard let index = heldBack.firstIndex(where: { $0.waitCount == 0 }) else { return nil }
    let line = heldBack.remove(at: index).line
    noteDelivery(isOfFeed: true)
    return line
  }

  /// Numbers a generated line, and returns it unless the feed drops it or holds it back.
  mutating func deliver(_ line: Invocation, _ random: inout SplitMix) -> Invocation? {
    var line = line
    number += 1
    line.number = number
    guard isOfFeed(line) else {
      noteDelivery(isOfFeed: false)
      return line
    }
    switch random.oneIn(Self.faultRate) ? random.below(4) : -1 {
    case 0: return nil
    case 1:
      heldBack.append(HeldBack(line: line, waitCount: 1 + random.below(Self.waitCountMax)))
      return nil
    case 2:
      heldBack.append(HeldBack(line: line, waitCount: nil))
      return nil
    case 3:
      noteDelivery(isOfFeed: true)
      heldBack.append(HeldBack(line: line, waitCount: random.below(Self.waitCountMax)))
      return line
    default:
      noteDelivery(isOfFeed: true)
      return line
    }
  }

  private func isOfFeed(_ line: Invocation) -> Bool {
    line.command >= 0 ? line.name == command : line.name.prefix { $0 != " " } == command
  }

  private mutating func noteDelivery(isOfFeed: Bool) {
    for index in heldBack.indices {
      switch heldBack[index].waitCount {
      case nil: if isOfFeed { heldBack[index].waitCount = 0 }
      case let count?: heldBack[index].waitCount = max(0, count - 1)
      }
    }
  }

  // MARK: Describing

  /// Returns a sentence for each line that was delayed, reordered or duplicated, according to the lines' numbers.
  func problems(of lines: [Invocation]) -> [String] {
    lines.indices.compactMap { index in
      let line = lines[index]
      guard isOfFeed(line), line.number > 0 else { return nil }
      if lines[..<index].contains(where: { $0.number == line.number }) {
        return "the feed delivers “\(line.text)” twice"
      }
      guard let first = lines.firstOvertaking(index) else { return nil }
      let overtaking = lines[first..<index].filter { $0.number > line.number }
      let ofFeed = overtaking.first(where: isOfFeed)
      let other = ofFeed ?? overtaking[0]
      return
        "the feed delivers “\(line.text)” \(ofFeed == nil ? "late" : "out of order"): it was sent before “\(other.text)”"
    }
  }
}

extension [Invocation] {
  /// Returns the index of the first line that was generated after the line at `index` and runs before it; `nil` if
  /// there is none.
  func firstOvertaking(_ index: Int) -> Int? {
    let number = self[index].number
    return number == 0 ? nil : self[..<index].firstIndex { $0.number > number }
  }
}
