/// Finds the name that was probably meant.
public enum NearNames {
  /// The most names that are compared, since the search is for people and must be quick.
  public static let countMax = 10_000
  /// A longer name is neither looked for nor found, in characters.
  public static let lengthMax = 64

  /// Returns the nearest of `names` that is near enough: of the longer name a third of the characters may differ,
  /// rounded, but at least one. Of equally near ones it is the first that begins with `name`, or else the first.
  /// When none is near enough it is the first that begins with `name`, if that has three characters.
  ///
  /// Case does not count, nor how an accent is written; a swap of neighbours counts once.
  /// O(names × length²), over at most ``countMax`` names.
  public static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let word = letters(name)
    guard !word.isEmpty, word.count <= lengthMax else { return nil }
    var best: (name: String, distance: Int, goesOn: Bool)?
    var beginning: String?
    for candidate in names.prefix(countMax) {
      let other = letters(candidate)
      guard other.count <= lengthMax else { continue }
      let longer = max(word.count, other.count)
      let goesOn = other.starts(with: word)
      // It has to be nearer than the best, or as near and go on from the name, and share a character with it.
      let nearer = best.map { goesOn && !$0.goesOn ? $0.distance : $0.distance - 1 } ?? longer
      let bound = min(max(1, (longer + 1) / 3), nearer, longer - 1)
      if let distance = distance(word, other, within: bound) { best = (candidate, distance, goesOn) }
      if best?.distance == 0 { break }
      if beginning == nil, word.count >= 3, goesOn { beginning = candidate }
    }
    return best?.name ?? beginning
  }

  private static func letters(_ name: String) -> [Character] {
    Array(name.prefix(lengthMax + 1).lowercased())
  }

  /// Returns the number of characters to insert, remove, replace or swap with a neighbour, without changing a part
  /// twice (optimal string alignment); `nil` if it exceeds `bound`.
  static func distance(_ a: [Character], _ b: [Character], within bound: Int) -> Int? {
    guard abs(a.count - b.count) <= bound else { return nil }
    var before: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
      var current = [i + 1]
      current.reserveCapacity(b.count + 1)
      var least = i + 1
      for j in b.indices {
        var cost = previous[j] + (a[i] == b[j] ? 0 : 1)
        cost = min(cost, previous[j + 1] + 1, current[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        least = min(least, cost)
        current.append(cost)
      }
      // A swap reaches back two rows, so one row above the bound does not yet decide.
      if least > bound + 1 { return nil }
      before = previous
      previous = current
    }
    return previous[b.count] <= bound ? previous[b.count] : nil
  }
}
