import CommandLanguage

/// A feed that goes wrong by chance: its lines are dropped, doubled, late, or out of order.
///
/// Each line of a walk is numbered before it may be held back. So the numbers tell which lines came late or twice, also after other
/// lines are removed.
struct FaultyFeed {
  /// The name of the command that takes in what the feed brings.
  let command: String
  private var number = 0
  /// The lines that are held back, in the order in which they were made up.
  private var heldBack: [HeldBack] = []

  private struct HeldBack {
    let line: Invocation
    /// The number of lines that come before it; `nil` for one that waits for the next line of the feed.
    var waitCount: Int?
  }

  /// One line of the feed in so many goes wrong.
  private static let faultRate = 3
  /// The most lines that come before one that is late.
  private static let waitCountMax = 8

  init(command: String) { self.command = command }

  /// The feed of a world; `nil` unless it is to go wrong.
  init?(of world: ExploredWorld, _ options: ExplorationOptions) {
    guard options.faults.contains(.feed), let command = world.feedCommand else { return nil }
    self.init(command: command)
  }

  /// Begins another walk.
  mutating func begin() { (number, heldBack) = (0, []) }

  /// Notes a line that came in the same way in an earlier walk.
  mutating func note(known line: Invocation) { number = max(number, line.number) }

  /// Takes the line that was held back long enough, if there is one.
  mutating func takeDue() -> Invocation? {
    guard let index = heldBack.firstIndex(where: { $0.waitCount == 0 }) else { return nil }
    let line = heldBack.remove(at: index).line
    noteDelivery(isOfFeed: true)
    return line
  }

  /// Numbers a line that was made up, and returns it unless the feed drops or holds it back.
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

  // MARK: Telling

  /// Returns a sentence for each line that came late, out of order or twice, by the numbers of the lines.
  func problems(of lines: [Invocation]) -> [String] {
    lines.indices.compactMap { index in
      let line = lines[index]
      guard isOfFeed(line), line.number > 0 else { return nil }
      if lines[..<index].contains(where: { $0.number == line.number }) {
        return "the feed brings “\(line.text)” twice"
      }
      guard let first = lines.firstOvertaking(index) else { return nil }
      let overtaking = lines[first..<index].filter { $0.number > line.number }
      let ofFeed = overtaking.first(where: isOfFeed)
      let other = ofFeed ?? overtaking[0]
      return
        "the feed brings “\(line.text)” \(ofFeed == nil ? "late" : "out of order"), which it sent before “\(other.text)”"
    }
  }
}

extension [Invocation] {
  /// The first line that was made up after the line at a position, and runs before it; `nil` if there is none.
  func firstOvertaking(_ index: Int) -> Int? {
    let number = self[index].number
    return number == 0 ? nil : self[..<index].firstIndex { $0.number > number }
  }
}
