/// Functions that form parts of English sentences.
public enum English {
  /// Returns a noun with its article: `a unit`, `an order`, `an HTML report`.
  public static func article(_ noun: String) -> String {
    if beginsWithVowelSound(noun) { return "an \(noun)" }
    // These prefixes begin with a vowel in writing and with a consonant in speech: a unit, a user, a euro.
    let soundsLikeConsonant = ["uni", "use", "usu", "uti", "eu", "one"].contains { noun.hasPrefix($0) }
    let vowels: [UInt8] = Array("aeiou".utf8)
    return noun.utf8.first.map(vowels.contains) == true && !soundsLikeConsonant ? "an \(noun)" : "a \(noun)"
  }

  /// Returns whether a noun begins with a silent “h”, with a number such as 8, 11 or 18, or with a letter that is
  /// spelled out and whose name begins with a vowel, as in “HTML report”.
  private static func beginsWithVowelSound(_ noun: String) -> Bool {
    guard let first = noun.utf8.first else { return false }
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    if letters.contains(first), first != UInt8(ascii: "h") { return false }
    let word = noun.prefix { $0 != " " && $0 != "-" }
    if first == UInt8(ascii: "h") {
      return ["hour", "heir", "honest", "honor", "honour"].contains { word.hasPrefix($0) }
    }
    if first == UInt8(ascii: "8") || word == "11" || word == "18" { return true }
    return word.utf8.count > 1
      && word.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      && "AEFHILMNORSX".utf8.contains(first)
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
