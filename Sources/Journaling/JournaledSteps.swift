/// The steps of a store's history with their serials in the journal, undone steps included, and the store's position.
///
/// The entries are those that the history retains. A store without a history has no entries, and is always after its
/// last step.
struct JournaledSteps {
  struct Entry: Equatable {
    let serial: Int
    var number: Int
    let session: Int
  }

  /// The entries by history number; the first has `firstNumber`.
  private(set) var entries: [Entry] = []
  private(set) var firstNumber = 0
  /// The serial before the first entry.
  private(set) var base = 0
  /// The highest serial that was ever assigned.
  var last = 0
  /// The serial of the last done step.
  var present = 0

  /// The serial of the last step, which may be undone.
  var end: Int { entries.last?.serial ?? max(base, present) }
  var endNumber: Int { firstNumber + entries.count }

  init() {}

  init(base: Int, firstNumber: Int) {
    self.base = base
    self.firstNumber = firstNumber
    present = base
    last = base
  }

  subscript(number: Int) -> Entry? {
    entries.indices.contains(number - firstNumber) ? entries[number - firstNumber] : nil
  }

  /// Returns the serial of the last step before a point of the history.
  func serial(before point: Int) -> Int { self[point - 1]?.serial ?? base }

  /// Returns the point of the history after a step; `nil` if there is no entry for the step.
  func point(after serial: Int) -> Int? {
    if serial == base { return firstNumber }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].serial < serial { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].serial == serial ? firstNumber + low + 1 : nil
  }

  /// Adds a step at a point of the history, and removes the entries from there on.
  mutating func append(_ entry: Entry, at number: Int?) {
    last = max(last, entry.serial)
    present = entry.serial
    guard let number else {
      entries = []
      base = entry.serial
      return
    }
    if number < firstNumber || number > endNumber {
      entries = []
      firstNumber = number
    } else {
      entries.removeLast(endNumber - number)
    }
    entries.append(entry)
  }

  /// Removes the entries from a point of the history on, and moves the store there.
  mutating func drop(from point: Int) {
    entries.removeLast(min(entries.count, max(0, endNumber - point)))
    present = serial(before: point)
  }

  mutating func name(_ numbers: Range<Int>, _ number: Int) {
    for index in numbers.clamped(to: firstNumber..<endNumber) { entries[index - firstNumber].number = number }
  }

  /// Removes the entries that the history has dropped.
  mutating func drop(before number: Int) {
    // Not on each call, because removal shifts the remaining entries.
    guard number - firstNumber > entries.count / 2 + 64 else { return }
    base = serial(before: number)
    entries.removeFirst(min(entries.count, number - firstNumber))
    firstNumber = number
  }
}
