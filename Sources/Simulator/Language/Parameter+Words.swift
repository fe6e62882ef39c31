public import CommandLanguage

extension Parameter where Parsed: FieldWord {
  /// Returns a parameter for a word of an enumeration, which need not be a field's type:
  /// `.word("side", "attacker or defender")`.
  public static func word(_ label: String, _ summary: String = "") -> Self {
    .choice(label, summary, meaning: Parsed.allCases.map { ($0.rawValue, $0) })
      .formerly(words: { Parsed.formerWords })
  }
}
