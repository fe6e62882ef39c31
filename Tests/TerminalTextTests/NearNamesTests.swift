import TestSupport
import Testing

@testable import TerminalText

@Suite struct NearNamesTests {
  @Test(arguments: [
    ("Arthr", "Arthur"), ("arthur", "Arthur"), ("Athrur", "Arthur"), ("Morgan", "Morgana"),
    ("Mrgna", "Morgana"),
    ("xyz", nil), ("", nil), ("M", nil), ("Mo", nil), ("Mül", "Müller"), ("mu\u{308}ller", "Müller"),
    ("sponw", "spawn"), ("sp", "hp"), ("zz", nil), ("qqqqq", nil), ("hpp", "hp"), ("h", "hp"), ("x", nil),
  ])
  func `A near name is suggested within a bound`(name: String, near: String?) {
    let names = ["Arthur", "Morgana", "Merlin", "Müller", "spawn", "hp"]
    #expect(NearNames.nearest(to: name, among: names) == near)
  }

  @Test func `The first of equally near names is suggested, and an equal one before all`() {
    #expect(NearNames.nearest(to: "cat", among: ["car", "can"]) == "car")
    #expect(NearNames.nearest(to: "cat", among: ["car", "CAT"]) == "CAT")
  }

  @Test func `Among equally near names, the one that continues the given name is suggested`() {
    #expect(NearNames.nearest(to: "hel", among: ["heal", "help", "held"]) == "help")
    #expect(NearNames.nearest(to: "hel", among: ["help", "heal"]) == "help")
    #expect(NearNames.nearest(to: "hel", among: ["heal", "hello"]) == "heal")
  }

  @Test func `among equally near names, one with the same letters is preferred`() {
    #expect(NearNames.nearest(to: "hepl", among: ["heal", "help"]) == "help")
    #expect(NearNames.nearest(to: "hepl", among: ["help", "heal"]) == "help")
  }

  @Test func `A path whose last name is given is suggested if no name is near`() {
    #expect(NearNames.nearest(to: "debts", among: ["office", "office/debts"]) == "office/debts")
    #expect(NearNames.nearest(to: "debt", among: ["office/debts", "death"]) == "death")
  }

  @Test func `Very long names and very many names are skipped`() {
    let long = String(repeating: "a", count: 100_000)
    #expect(NearNames.nearest(to: long, among: [long + "b"]) == nil)
    #expect(NearNames.nearest(to: "aab", among: [long]) == nil)
    let many = (0..<NearNames.countMax).map { "\($0)xxxxxx" } + ["arthur"]
    #expect(NearNames.nearest(to: "arthur", among: many) == nil)
  }

  @Test func `The bounded distance agrees with the full one`() {
    /// By trying every way from the front; the last letters of each that are left.
    func full(_ a: ArraySlice<Character>, _ b: ArraySlice<Character>) -> Int {
      guard let first = a.first else { return b.count }
      guard let other = b.first else { return a.count }
      var least = min(full(a.dropFirst(), b), full(a, b.dropFirst())) + 1
      least = min(least, full(a.dropFirst(), b.dropFirst()) + (first == other ? 0 : 1))
      if let second = a.dropFirst().first, let next = b.dropFirst().first, first == next, second == other {
        least = min(least, full(a.dropFirst(2), b.dropFirst(2)) + 1)
      }
      return least
    }
    var within = 0
    for seed in UInt64(0)..<1_500 {
      var random = SplitMix(seed)
      func letters() -> [Character] { (0..<random.below(6)).map { _ in ["a", "b", "c"][random.below(3)] } }
      let (a, b) = (letters(), letters())
      let expected = full(a[...], b[...])
      for bound in 0...6 {
        let found = NearNames.distance(a, b, within: bound)
        #expect(found == (expected <= bound ? expected : nil), "seed \(seed): \(a) \(b) within \(bound)")
        if found != nil { within += 1 }
      }
    }
    #expect(within > 1_000 && within < 9_500)
  }
}
