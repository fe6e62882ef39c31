import TestSupport
import Testing
import Values

struct ValueTests {
  /// A type of at most `depth` levels without references, which only a session resolves.
  private func type(_ random: inout SplitMix, depth: Int = 2) -> ValueType {
    switch Int.random(in: 0..<(depth == 0 ? 7 : 9), using: &random) {
    case 0: .truth
    case 1: .number
    case 2: .decimal
    case 3: .text
    case 4: .word(["red", "green", "blue"])
    case 5: .form(StateForms(["idle", "failure: TEXT"]))
    case 6: .duration
    case 7: .list(type(&random, depth: 0))
    default: .optional(type(&random, depth: 0))
    }
  }

  private func value(_ type: ValueType, _ random: inout SplitMix) -> Value {
    let texts = ["", "a", "A\"\\\n", "\u{1F600}", "e\u{301}", "\u{0}\u{202E}", "idle", "1"]
    switch type {
    case .truth: return .truth(Bool.random(using: &random))
    case .number: return .number([0, -1, 7, .max, .min].randomElement(using: &random) ?? 0)
    case .decimal: return .decimal([0, -1.5, 7, 1e300, 1e-300].randomElement(using: &random) ?? 0)
    case .duration:
      return .duration([0, 1, -90, 3_600, 93_784, .max, .min].randomElement(using: &random) ?? 0)
    case .text, .form: return .text(texts.randomElement(using: &random) ?? "")
    case .word(let words): return .word(words.randomElement(using: &random) ?? "")
    case .optional(let type): return Bool.random(using: &random) ? .none : value(type, &random)
    case .list(let type):
      return .list((0..<Int.random(in: 0...3, using: &random)).map { _ in value(type, &random) })
    case .unknown, .object, .reference: return .none
    }
  }

  @Test(arguments: 0..<400) func `a value that is written as JSON is read as the same`(seed: Int) throws {
    var random = SplitMix(UInt64(seed))
    let type = type(&random)
    let value = value(type, &random)
    let json = JSONWriter.string { $0.object { $0.value(value, as: "value") { $0 } } }
    let member = try #require(try JSONObject(Array(json.utf8).span).members.first)
    #expect(member.value.flatMap { Value(json: $0, as: type) } == value, "\(json) as \(type)")
  }

  @Test func `a value of another type is none`() {
    let json: [Value] = [
      .none, .truth(true), .number(1), .decimal(1.5), .text("red"), .list([.number(1)]),
    ]
    let types: [ValueType] = [
      .optional(.number), .truth, .number, .decimal, .word(["red"]), .list(.number),
    ]
    for (place, value) in json.enumerated() {
      for (other, type) in types.enumerated() where Value(json: value, as: type) != nil {
        // A whole number is a decimal, too, and an optional takes what its type does.
        #expect(place == other || (place == 2 && [0, 3].contains(other)), "\(value) as \(type)")
      }
    }
  }

  @Test(arguments: 0..<200) func `the order of a type is total, and only equal values have none`(seed: Int) {
    var random = SplitMix(UInt64(seed))
    let type = type(&random)
    let (a, b, c) = (value(type, &random), value(type, &random), value(type, &random))
    #expect(type.order(a, b) == -type.order(b, a))
    #expect((type.order(a, b) == 0) == (a == b), "\(a) and \(b)")
    if type.order(a, b) <= 0, type.order(b, c) <= 0 { #expect(type.order(a, c) <= 0, "\(a), \(b), \(c)") }
  }

  @Test func `different values have different hashes, and the boundaries between them count`() {
    var values: [Value] = [
      .none, .truth(false), .truth(true), .number(0), .number(1), .decimal(0), .decimal(1), .text(""),
      .word(""),
      .text("a"), .word("a"), .list([]), .list([.none]), .list([.list([])]), .object("a", 1), .object("a", 2),
      .reference(kind: "a", id: .number(1)), .reference(kind: "b", id: .number(1)),
      .list([.text("ab"), .text("c")]), .list([.text("a"), .text("bc")]), .list([.text("abc")]),
    ]
    values += values.map { .list([$0, $0]) }
    let hashes = values.map { value in
      var hasher = ValueHasher(isWide: true)
      hasher.append(value)
      return hasher.hash.wideValue
    }
    #expect(Set(hashes).count == values.count)
  }

  @Test(arguments: [0, -0.0, 2, -9_223_372_036_854_775_808, 9_007_199_254_740_992])
  func `a decimal that equals a whole number has it as its canonical value`(decimal: Double) throws {
    let whole = Value.number(try #require(Int(exactly: decimal)))
    #expect(Value.decimal(decimal).canonical == whole && Value.decimal(decimal).isSame(as: whole) == true)
    #expect(Value.decimal(9_223_372_036_854_775_808).canonical == .decimal(9_223_372_036_854_775_808))
    #expect(Value.decimal(1.5).canonical == .decimal(1.5))
  }

  @Test func `all zeros have one hash, and so have all NaNs`() {
    func hash(_ number: Double) -> UInt64 {
      var hasher = ValueHasher(isWide: false)
      hasher.append(.decimal(number))
      return hasher.hash.value
    }
    #expect(hash(0) == hash(-0.0))
    #expect(hash(.nan) == hash(-Double.nan))
    #expect(hash(0) != hash(1))
  }

  @Test func `a duration is written with its units, the largest first, and read as the same`() {
    let texts: [(Int, String)] = [
      (0, "0s"), (45, "45s"), (60, "1m"), (5_400, "1h30m"), (93_784, "1d2h3m4s"), (-90, "-1m30s"),
    ]
    for (seconds, text) in texts {
      #expect(Value.duration(seconds).plainText == text)
      #expect(ValueType.duration.value(of: text) == .duration(seconds))
    }
    for seconds in [Int.max, .min, .min + 1, -1] {
      let text = Value.duration(seconds).plainText ?? ""
      #expect(ValueType.duration.value(of: text) == .duration(seconds), "\(text)")
    }
    #expect(ValueType.duration.value(of: "90m") == .duration(5_400))
  }

  @Test(arguments: [
    "", "-", "5", "h", "1h1h", "1m1h", "1x", "1 h", "1h ", "1.5h", "h1", "1h-1m", "9223372036854775808s",
  ])
  func `a text that is not a duration has no value`(text: String) {
    #expect(ValueType.duration.value(of: text) == nil)
  }

  @Test func `a duration has an order, a hash and a tag of its own`() {
    let type = ValueType.duration
    #expect(type.order(.duration(59), .duration(60)) == -1)
    var hashes: [UInt64] = []
    for value in [Value.number(60), .duration(60), .text("1m")] {
      var hasher = ValueHasher(isWide: false)
      hasher.append(value)
      hashes.append(hasher.hash.value)
    }
    #expect(Set(hashes).count == 3)
    let tagged = Value.duration(-60).tagged
    #expect(tagged.flatMap { Value(tag: $0.tag, content: $0.content) } == .duration(-60))
    #expect(Value(tag: "d", content: .text("1m")) == nil)
  }

  @Test func `texts are ordered by their composed scalars, however each of them is spelled`() {
    // Letters that do not compose with each other, by their composed scalar, with all their spellings.
    let letters: [(scalar: UInt32, spellings: [String])] = [
      (0, ["\0"]), (0x61, ["a"]), (0xE9, ["\u{E9}", "e\u{301}"]), (0x65, ["e"]), (0x7A, ["z"]),
      (0x38F, ["\u{38F}", "\u{3A9}\u{301}"]), (0x3A9, ["\u{3A9}"]),
      (0x1E69, ["\u{1E69}", "s\u{323}\u{307}", "s\u{307}\u{323}", "\u{1E61}\u{323}"]),
      (0xAC01, ["\u{AC01}", "\u{AC00}\u{11A8}", "\u{1100}\u{1161}\u{11A8}"]), (0x1F600, ["\u{1F600}"]),
    ]
    var random = SplitMix(1)
    func text() -> (scalars: [UInt32], spelled: String) {
      let chosen = (0..<random.below(4)).map { _ in letters[random.below(letters.count)] }
      return (
        chosen.map(\.scalar), chosen.map { $0.spellings[random.below($0.spellings.count)] }.joined()
      )
    }
    for _ in 0..<20_000 {
      let (a, b) = (text(), text())
      let order =
        a.scalars == b.scalars ? 0 : a.scalars.lexicographicallyPrecedes(b.scalars) ? -1 : 1
      if Value.order(a.spelled, b.spelled) != order {
        Issue.record("\(a) and \(b)")
        return
      }
    }
  }
}
