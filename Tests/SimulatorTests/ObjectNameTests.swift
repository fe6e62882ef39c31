import Testing

@testable import Simulator

struct ObjectNameTests {
  @Test func `a name is refused with its reason, or fits`() {
    for good in ["Arthur", "Sir Lancelot", "亚瑟", "Zoe\u{301}", "👨‍👩‍👧", "a-b_c", "É", "می\u{200C}خ"] {
      #expect(ObjectName.problem(with: good, reserved: []) == nil, "\(good)")
    }
    let hidden = [
      "a\u{200D}b", "a\u{200B}b", "a\u{A0}b", "\u{3164}", "a\u{2800}", "a\u{FE0F}", "a\u{E0041}", "\u{301}a",
    ]
    for name in hidden {
      #expect(ObjectName.problem(with: name, reserved: []) == "it has a control or formatting character")
    }
    for bad in ["", " a", "a ", "\t", "a\u{0}b", "\u{202E}a", "a\u{2028}b", "ready", "units", "where", "1st"]
    {
      #expect(
        ObjectName.problem(with: bad, reserved: ["ready", "units", "where"]) != nil, "\(bad.debugDescription)"
      )
    }
    #expect(ObjectName.problem(with: String(repeating: "a", count: 40), reserved: []) == nil)
    #expect(
      ObjectName.problem(with: String(repeating: "a", count: 41), reserved: [])
        == "it is longer than 40 characters")
    // One character, with ever so many marks on it.
    #expect(ObjectName.problem(with: "a" + String(repeating: "\u{301}", count: 300), reserved: []) != nil)
  }
}
