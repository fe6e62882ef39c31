import Testing

@testable import WarGame

struct RulesTests {
  /// The design's table, written out once more.
  static let statuses: [UnitStatus: Set<UnitStatus>] = [
    .ready: [.marching, .fighting, .wounded, .fallen],
    .marching: [.ready, .fighting, .wounded, .fallen],
    .fighting: [.ready, .marching, .wounded, .fallen],
    .wounded: [.healing, .fallen],
    .healing: [.ready, .wounded, .fallen],
    .fallen: [],
  ]

  @Test("a status may be followed by what the table says, and by itself", arguments: UnitStatus.allCases)
  func status(_ old: UnitStatus) {
    for new in UnitStatus.allCases {
      #expect(StatusRules.allows(old, new) == (old == new || Self.statuses[old, default: []].contains(new)))
    }
    #expect(Set(StatusRules.followers(of: old)) == Self.statuses[old])
  }

  @Test("a phase is followed by the next one alone")
  func phases() {
    let order: [GamePhase] = [.none, .matching, .active, .postMortem, .none]
    for (old, next) in zip(order, order.dropFirst()) {
      for new in GamePhase.allCases {
        #expect(PhaseRules.allows(old, new) == (new == old || new == next))
      }
    }
  }

  @Test("hit points settle the status: none is fallen, under 30 % wounded")
  func settling() {
    func settled(_ hp: Int, of most: Int, _ status: UnitStatus) -> UnitStatus {
      var unit = AnyUnit(.hero, id: UnitID(1), name: "A", side: .attacker, hp: hp, maxHP: most)
      unit.status = status
      Combat.settle(&unit)
      return unit.status
    }
    for status in [UnitStatus.ready, .marching, .fighting] {
      #expect(settled(29, of: 100, status) == .wounded)
      #expect(settled(30, of: 100, status) == status)
      #expect(settled(0, of: 100, status) == .fallen)
    }
    #expect(settled(10, of: 100, .healing) == .healing)
    #expect(settled(0, of: 100, .healing) == .fallen)
    #expect(settled(0, of: 100, .fallen) == .fallen)
    #expect(settled(-5, of: 100, .wounded) == .fallen)
  }

  @Test("a name is refused with its reason, or fits")
  func names() {
    for good in ["Arthur", "Sir Lancelot", "亚瑟", "Zoe\u{301}", "👨‍👩‍👧", "a-b_c", "É", "می\u{200C}خ"] {
      #expect(UnitName.problem(with: good) == nil, "\(good)")
    }
    let hidden = [
      "a\u{200D}b", "a\u{200B}b", "a\u{A0}b", "\u{3164}", "a\u{2800}", "a\u{FE0F}", "a\u{E0041}", "\u{301}a",
    ]
    for name in hidden {
      #expect(UnitName.problem(with: name) == "it has a control or formatting character")
    }
    for bad in ["", " a", "a ", "\t", "a\u{0}b", "\u{202E}a", "a\u{2028}b", "ready", "units", "where", "1st"]
    {
      #expect(UnitName.problem(with: bad) != nil, "\(bad.debugDescription)")
    }
    #expect(UnitName.problem(with: String(repeating: "a", count: 40)) == nil)
    #expect(UnitName.problem(with: String(repeating: "a", count: 41)) == "it is longer than 40 characters")
    // One character, with ever so many marks on it.
    #expect(UnitName.problem(with: "a" + String(repeating: "\u{301}", count: 300)) != nil)
  }
}
