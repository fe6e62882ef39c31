/// A search for the name that the user probably meant.
public enum NearNames {
  /// The maximum number of names that are compared, so that the search is fast.
  public static let countMax = 10_000
  /// The maximum length of a name, in characters. Longer names are ignored.
  public static let lengthMax = 64

  /// Returns the nearest of `names`; `nil` if none is near enough.
  ///
  /// At most a third of the longer name's characters may differ, rounded, but at least one. Among equally near names,
  /// those that begin with `name` are preferred, then those with the same letters, then the first one. If none is near
  /// enough, the result is the first path that ends with `name`, such as `map/units` for `units`, or the first name
  /// that begins with `name`, if `name` has at least three characters.
  ///
  /// Case is ignored, accents may be written in any form, and swapping two neighbours counts as one difference.
  /// O(names × length²), for at most ``countMax`` names.
  public static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    var alphabet = Alphabet()
    let word = alphabet.letters(of: name)
    let slash = UInt32(UInt8(ascii: "/"))
    guard !word.isEmpty, word.count <= lengthMax else { return nil }
    let letters = word.sorted()
    var best: (name: String, distance: Int, preference: Int)?
    var (ending, beginning): (String?, String?) = (nil, nil)
    for candidate in names.prefix(countMax) {
      let other = alphabet.letters(of: candidate)
      guard other.count <= lengthMax else { continue }
      let longer = max(word.count, other.count)
      let continues = other.starts(with: word)
      let preference = continues ? 2 : other.count == word.count && other.sorted() == letters ? 1 : 0
      // The name must be nearer than the best, or equally near and preferred, and share a character with `name`.
      let nearer = best.map { preference > $0.preference ? $0.distance : $0.distance - 1 } ?? longer
      let bound = min(max(1, (longer + 1) / 3), nearer, longer - 1)
      if let distance = distance(word, other, within: bound) { best = (candidate, distance, preference) }
      if best?.distance == 0 { break }
      if ending == nil, other.dropLast(word.count).last == slash, other.suffix(word.count).elementsEqual(word)
      {
        ending = candidate
      }
      if beginning == nil, word.count >= 3, continues { beginning = candidate }
    }
    return best?.name ?? ending ?? beginning
  }

  /// Numbers for characters, which are compared faster.
  private struct Alphabet {
    private var numbers: [Character: UInt32] = [:]

    /// Returns the number of each character of a name in lower case, for at most one character more than ``lengthMax``.
    mutating func letters(of name: String) -> [UInt32] {
      if name.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
        return name.utf8.prefix(lengthMax + 1).map { UInt32(0x41...0x5A ~= $0 ? $0 | 0x20 : $0) }
      }
      return name.prefix(lengthMax + 1).lowercased().map { character in
        if let value = character.asciiValue { return UInt32(value) }
        let next = UInt32(128 + numbers.count)
        if let number = numbers[character] { return number }
        numbers[character] = next
        return next
      }
    }
  }

  /// Returns the number of characters to insert, remove, replace or swap with a neighbour, without changing a part
  /// twice (optimal string alignment); `nil` if it exceeds `bound`.
  static func distance<Letter: Equatable>(_ a: [Letter], _ b: [Letter], within bound: Int) -> Int? {
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
      // A swap uses the row before the previous one, so a single row above the bound does not end the search.
      if least > bound + 1 { return nil }
      before = previous
      previous = current
    }
    return previous[b.count] <= bound ? previous[b.count] : nil
  }
}
