public import CommandLanguage

extension Parameter where World == Simulation, Parsed: FieldWord {
  /// One of the words of an enumeration, whether a field has it or not: `.word("side", "attacker or defender")`.
  public static func word(_ label: String, _ summary: String = "") -> Self {
    Parameter<Simulation, String>.choice(label, summary, of: Parsed.allCases.map { $0.rawValue })
      .map { word in
        guard let parsed = Parsed(rawValue: word) else { throw Explanation("there is no \(label) “\(word)”") }
        return parsed
      }
  }
}
