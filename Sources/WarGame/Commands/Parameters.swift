import CommandLanguage

extension Parameter where World == WarRoom, Parsed == UnitID {
  /// A unit, by its name.
  static var unit: Self {
    .object(.unit, "unit") { UnitID(Int32(truncatingIfNeeded: $0)) }
  }
}

extension Parameter where World == WarRoom, Parsed == String {
  /// A new unit's name; what is wrong with one is the game's to say.
  static var unitName: Self { .text("name", "a name that no other unit has") }
}

extension Parameter where World == WarRoom, Parsed == Int {
  static func hp(_ label: String = "hp", from least: Int = 0) -> Self {
    .number(label, "hit points", in: least...WarRoom.hpLimit)
  }
}

extension Parameter where World == WarRoom, Parsed == UnitStatus {
  static var status: Self { .word("status", "what the unit is to do", of: UnitStatus.allCases, \.name) }
}

extension Parameter where World == WarRoom, Parsed == Side {
  static var side: Self { .word("side", "attacker or defender", of: Side.allCases, \.name) }
}

extension Parameter where World == WarRoom, Parsed == AnyUnit.Kind {
  static var kind: Self { .word("type", "hero or tower", of: AnyUnit.Kind.allCases, \.rawValue) }
}

extension Parameter where World == WarRoom, Parsed: Sendable {
  /// One of the cases of an enumeration, by name.
  static func word(
    _ label: String, _ summary: String, of cases: [Parsed], _ name: (Parsed) -> String
  ) -> Self {
    let names = cases.map(name)
    let keys = names.map { NameKey($0.utf8.span) }
    return Parameter(label, summary, candidates: { _ in names.map { Completions.Candidate($0) } }) {
      _, bytes in
      let key = NameKey(bytes)
      for index in keys.indices where keys[index] == key {
        if key.isWhole || NameKey.isEqual(names[index], bytes) { return cases[index] }
      }
      let word = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
      throw Explanation.unknown(label, word, among: names)
    }
  }
}
