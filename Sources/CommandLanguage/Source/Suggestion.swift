/// The name that was probably meant.
public enum Suggestion {
  /// How many names are looked at; the search is for people, and bounded.
  static let most = 10_000

  /// The nearest of `names` that is near enough: a third of the letters may differ, at least one; of
  /// equally near ones the first. Case and a swap of neighbours count little.
  ///
  /// O(names × length²), over at most 10,000 names of at most 64 letters.
  public static func nearest(to name: String, among names: [String]) -> String? {
    let word = Array(name.lowercased().unicodeScalars.prefix(65))
    guard !word.isEmpty, word.count <= 64 else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in names.prefix(most) {
      let other = Array(candidate.lowercased().unicodeScalars.prefix(65))
      let bound = Swift.min(max(1, Swift.max(word.count, other.count) / 3), (best?.distance ?? .max) - 1)
      guard other.count <= 64, abs(other.count - word.count) <= bound else { continue }
      let distance = distance(word, other)
      if distance <= bound, distance < Swift.max(word.count, other.count) { best = (candidate, distance) }
      if distance == 0 { break }
    }
    return best?.name
  }

  /// The command of `names` that is called `name` elsewhere.
  static func usual(_ name: String, among names: [String]) -> String? {
    let known = ["exit": "quit", "bye": "quit", "logout": "quit", "man": "help", "echo": "print"][name]
    return known.flatMap { names.contains($0) ? $0 : nil }
  }

  /// How many letters are to be inserted, removed, replaced or swapped with a neighbour (optimal string
  /// alignment).
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
      var current = [i + 1]
      current.reserveCapacity(b.count + 1)
      for j in b.indices {
        var cost = previous[j] + (a[i] == b[j] ? 0 : 1)
        cost = Swift.min(cost, previous[j + 1] + 1, current[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = Swift.min(cost, before[j - 1] + 1) }
        current.append(cost)
      }
      before = previous
      previous = current
    }
    return previous[b.count]
  }
}

extension Explanation {
  /// `there is no status “redy”`, with the nearest of `names` as suggestion, or else, when they are few,
  /// all of them in a note.
  ///
  /// - Parameter argument: the parameter that it is about, from 0.
  public static func unknown(
    _ what: String, _ name: String, among names: [String], argument: Int? = nil
  ) -> Explanation {
    let near = Suggestion.nearest(to: name, among: names)
    var explanation = LanguageError.unknownWord(what: what, name, suggestion: near, known: names).explanation
    explanation.argument = argument
    return explanation
  }

  /// The same for the UTF-8 bytes of a name.
  public static func unknown(_ what: String, _ name: Span<UInt8>, among names: [String]) -> Explanation {
    name.withUnsafeBufferPointer { unknown(what, String(decoding: $0, as: UTF8.self), among: names) }
  }
}
