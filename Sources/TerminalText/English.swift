/// Small parts of English sentences.
public enum English {
  /// `a unit`, `an order`.
  public static func article(_ noun: String) -> String {
    // Written with a vowel, spoken with a consonant: a unit, a user, a euro.
    let soundsLikeConsonant = ["uni", "use", "usu", "uti", "eu", "one"].contains { noun.hasPrefix($0) }
    let vowels: [UInt8] = Array("aeiou".utf8)
    return noun.utf8.first.map(vowels.contains) == true && !soundsLikeConsonant ? "an \(noun)" : "a \(noun)"
  }

  /// `cards`, `cards and people`, `cards, people and jobs`.
  public static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// `a card`, `a card or a person`, `a card, a person or a job`.
  public static func choice(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// The words with a comma between them.
  ///
  /// A loop, as declarations say so at each start: `joined(separator:)` asks the runtime for the types of its sequence.
  public static func enumeration(_ words: [String]) -> String {
    var text = ""
    for word in words {
      if !text.isEmpty { text += ", " }
      text += word
    }
    return text
  }

  /// `1 step`, `2 steps`.
  public static func count(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }
}
