/// Functions that form parts of English sentences.
public enum English {
  /// Returns a noun with its article: `a unit`, `an order`, `an HTML report`.
  public static func article(_ noun: String) -> String {
    beginsWithVowelSound(noun.prefix { $0 != " " && $0 != "-" }) ? "an \(noun)" : "a \(noun)"
  }

  private static func beginsWithVowelSound(_ word: Substring) -> Bool {
    guard let first = word.utf8.first else { return false }
    // Numbers such as 8, 11 and 18.
    if first == UInt8(ascii: "8") || word == "11" || word == "18" { return true }
    // Letters that are spelled out, as in “HTML report”.
    if word.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) {
      return "AEFHILMNORSX".utf8.contains(first)
    }
    let lower = word.lowercased()
    if ["hour", "heir", "honest", "honor", "honour"].contains(where: lower.hasPrefix) { return true }
    // These prefixes begin with a vowel in writing and with a consonant in speech: a unit, a user, a euro.
    if ["uni", "use", "usu", "uti", "eu", "one"].contains(where: lower.hasPrefix) { return false }
    return lower.utf8.first.map("aeiou".utf8.contains) ?? false
  }

  /// Returns a list: `cards`, `cards and people`, `cards, people and jobs`.
  public static func list(_ words: [String]) -> String { list(words, "and") }

  /// Returns a list of alternatives: `a card`, `a card or a person`, `a card, a person or a job`.
  public static func choice(_ words: [String]) -> String { list(words, "or") }

  private static func list(_ words: [String], _ conjunction: String) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }

  /// Returns the words separated by commas.
  ///
  /// This is a loop, since declarations call the function at each start of the program, and `joined(separator:)` looks
  /// up types at run time.
  public static func enumeration(_ words: [String]) -> String {
    var text = ""
    for word in words {
      if !text.isEmpty { text += ", " }
      text += word
    }
    return text
  }

  /// Returns a count with its noun: `1 step`, `2 steps`. The plural is formed with `s` unless it is given.
  public static func count(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }
}
