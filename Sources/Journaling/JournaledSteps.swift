/// The steps of a store's history as its journal knows them, undone ones included, and where the store stands.
///
/// They are those that the history keeps; a store without a history has none here, and stands after its last.
struct JournaledSteps {
  struct Entry: Equatable {
    let serial: Int
    var number: Int
    let sitting: Int
  }

  /// By the history's number, the first being `firstNumber`.
  private(set) var entries: [Entry] = []
  private(set) var firstNumber = 0
  /// The serial before the first entry.
  private(set) var base = 0
  /// The highest serial that was ever given.
  var last = 0
  /// The serial of the last step that is done.
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

  /// The serial of the last step before a point of the history.
  func serial(before point: Int) -> Int { self[point - 1]?.serial ?? base }

  /// The point of the history after a step; `nil` when that is not here.
  func point(after serial: Int) -> Int? {
    if serial == base { return firstNumber }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].serial < serial { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].serial == serial ? firstNumber + low + 1 : nil
  }

  /// Adds a step at a point of the history; those from there on are no more.
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

  /// The steps from a point of the history on are no more, and the store stands there.
  mutating func drop(from point: Int) {
    entries.removeLast(min(entries.count, max(0, endNumber - point)))
    present = serial(before: point)
  }

  /// Gives steps the number that their host has for them.
  mutating func name(_ numbers: Range<Int>, _ number: Int) {
    for place in numbers.clamped(to: firstNumber..<endNumber) { entries[place - firstNumber].number = number }
  }

  /// Forgets what the history has forgotten.
  mutating func forget(before number: Int) {
    // Not each time, as what is behind moves up.
    guard number - firstNumber > entries.count / 2 + 64 else { return }
    base = serial(before: number)
    entries.removeFirst(min(entries.count, number - firstNumber))
    firstNumber = number
  }
}
