public import CommandLanguage

extension Parameter where Parsed: FieldWord {
  /// One of the words of an enumeration, whether a field has it or not: `.word("side", "attacker or defender")`.
  public static func word(_ label: String, _ summary: String = "") -> Self {
    .choice(label, summary, meaning: Parsed.allCases.map { ($0.rawValue, $0) })
      .formerly(words: { Parsed.formerWords })
  }
}
