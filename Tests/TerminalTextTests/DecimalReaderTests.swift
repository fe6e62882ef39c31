import TestSupport
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

  @Test(
    arguments: [
      ("1_000", .integer(1_000), .integer(1_000)), ("-1_0", .integer(-10), .integer(-10)), ("1_", nil, nil),
      ("_1", nil, nil), ("1__0", .integer(10), .integer(10)), ("1_0.0_5", .decimal(10.05), .decimal(10.05)),
      ("1_.5", nil, nil), ("1._5", nil, nil), ("1e1_0", nil, nil), ("007", nil, .integer(7)),
      ("00.5", nil, .decimal(0.5)), ("-01", nil, .integer(-1)),
    ] as [(String, DecimalReader.Number?, DecimalReader.Number?)])
  func `Words part their digits, and expressions may have zeros in front`(
    text: String, word: DecimalReader.Number?, literal: DecimalReader.Number?
  ) {
    #expect(DecimalReader.number(text.utf8.span, as: .word) == word)
    #expect(DecimalReader.number(text.utf8.span, as: .literal) == literal)
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
      var random = SplitMix(seed)
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
      for form in [DecimalReader.Form.plain, .word, .literal] {
        let integer: Int? = DecimalReader.integer(text.span, form: form)
        if case .integer(let value) = DecimalReader.number(text.span, as: form) {
          #expect(integer == value, "seed \(seed)")
        } else {
          #expect(integer == nil, "seed \(seed)")
        }
      }
    }
  }
}
