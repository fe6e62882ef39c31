import Testing

@testable import TerminalText

@Suite struct DecimalReaderTests {
  @Test(
    arguments: [
      ("0", .integer(0)), ("-0", .integer(0)), ("7", .integer(7)), ("-12", .integer(-12)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .outOfRange), ("-9223372036854775809", .outOfRange), ("0.5", .decimal(0.5)),
      ("-1.25", .decimal(-1.25)), ("1e3", .decimal(1_000)), ("1E-3", .decimal(0.001)),
      ("2.5e+1", .decimal(25)),
      ("1e999", .outOfRange), ("", nil), ("-", nil), ("+1", nil), ("007", nil), ("-01", nil), ("00.5", nil),
      (".5", nil),
      ("1.", nil), ("1e", nil), ("1e+", nil), ("1_000", nil), ("1 ", nil), (" 1", nil), ("0x1F", nil),
      ("nan", nil),
      ("inf", nil), ("1\u{301}", nil), ("٣", nil), ("1.5.2", nil), ("1,5", nil),
    ] as [(String, DecimalReader.Number?)])
  func `A number is read as it is written, or not at all`(text: String, expected: DecimalReader.Number?) {
    #expect(DecimalReader.number(text.utf8.span) == expected)
  }

  @Test func `Whole numbers keep to their type`() {
    func read<Value: FixedWidthInteger>(_ text: String, _ type: Value.Type) -> Value? {
      DecimalReader.integer(text.utf8.span, as: type)
    }
    #expect(read("255", UInt8.self) == 255)
    #expect(read("256", UInt8.self) == nil)
    #expect(read("-1", UInt8.self) == nil)
    #expect(read("-128", Int8.self) == -128)
    #expect(read("18446744073709551615", UInt64.self) == .max)
    #expect(read("18446744073709551616", UInt64.self) == nil)
    #expect(read("1.0", Int.self) == nil)
  }

  @Test func `The shortest form of any number reads back`() {
    for seed in UInt64(0)..<3_000 {
      var random = Seeded(seed)
      let integer = Int(bitPattern: UInt(random.next())) >> random.below(64)
      #expect(DecimalReader.number("\(integer)".utf8.span) == .integer(integer))
      let decimal = Double(bitPattern: random.next())
      guard decimal.isFinite else { continue }
      #expect(DecimalReader.number("\(decimal)".utf8.span) == .decimal(decimal), "\(decimal)")
    }
  }

  @Test func `Any bytes are a number or none, and what is whole is read alike`() {
    for seed in UInt64(0)..<5_000 {
      let text = Array(Samples.text(seed, ["0", "1", "9", "-", ".", "e", "_", "+"], length: 24).utf8)
      let integer: Int? = DecimalReader.integer(text.span)
      if case .integer(let value) = DecimalReader.number(text.span) {
        #expect(integer == value, "seed \(seed)")
      } else {
        #expect(integer == nil, "seed \(seed)")
      }
    }
  }
}
