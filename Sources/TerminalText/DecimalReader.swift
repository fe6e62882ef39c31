/// A reader of decimal numbers, independent of the locale: `7`, `-12`, `0.5`, `1e-3`.
///
/// The only sign of a number is `-`; an exponent may also have `+`. There are no spaces, a point has digits on both
/// sides, and infinity and NaN are not numbers.
public enum DecimalReader {
  /// The result of reading a number.
  public enum Number: Sendable, Equatable {
    /// A whole number.
    case integer(Int)
    /// A finite number with a point or an exponent.
    case decimal(Double)
    /// A number outside the range of its type.
    case outOfRange
  }

  /// The accepted notation.
  public enum Form: Sendable {
    /// Without `_` and leading zeros: `007` is a name, not 7.
    case plain
    /// With `_` between digits, as in the arguments of commands: `1_000`.
    case word
    /// With `_` and leading zeros, as in expressions.
    case literal
  }

  /// Returns the number in a text; `nil` if the text is not a number. O(bytes).
  public static func number(_ text: Span<UInt8>, as form: Form = .plain) -> Number? {
    var at = 0
    let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
    if isNegative { at = 1 }
    guard let whole = digits(text, from: at, form),
      form == .literal || whole &- at == 1 || text[at] != UInt8(ascii: "0")
    else { return nil }
    if whole == text.count { return integer(text, form: form).map { .integer($0) } ?? .outOfRange }
    at = whole
    if text[at] == UInt8(ascii: ".") {
      guard let fraction = digits(text, from: at &+ 1, form) else { return nil }
      at = fraction
    }
    if at < text.count, text[at] | 0x20 == UInt8(ascii: "e") {
      at &+= 1
      if at < text.count, text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "+") { at &+= 1 }
      guard let exponent = digits(text, from: at, .plain) else { return nil }
      at = exponent
    }
    guard at == text.count else { return nil }
    var ascii = ""
    for index in text.indices where text[index] != UInt8(ascii: "_") {
      ascii.unicodeScalars.append(Unicode.Scalar(text[index]))
    }
    guard let value = Double(ascii), value.isFinite else { return .outOfRange }
    return .decimal(value)
  }

  /// Returns the whole number in a text; `nil` if the text is not a whole number or is outside the range of the type.
  /// O(bytes).
  @inlinable
  public static func integer<Value: FixedWidthInteger>(
    _ text: Span<UInt8>, as type: Value.Type = Int.self, form: Form = .plain
  ) -> Value? {
    let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
    let first = isNegative ? 1 : 0
    guard first < text.count, text[first] != UInt8(ascii: "_"), text[text.count &- 1] != UInt8(ascii: "_")
    else { return nil }
    if form != .literal, text[first] == UInt8(ascii: "0"), text.count &- first > 1 { return nil }
    var value: Value = 0
    for at in first..<text.count {
      if form != .plain, text[at] == UInt8(ascii: "_") { continue }
      let digit = text[at] &- 0x30
      guard digit < 10 else { return nil }
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      // A negative number is computed downwards from 0, since the least number has no positive counterpart.
      let (sum, carry) =
        isNegative
        ? tens.subtractingReportingOverflow(Value(truncatingIfNeeded: digit))
        : tens.addingReportingOverflow(Value(truncatingIfNeeded: digit))
      if overflow || carry { return nil }
      value = sum
    }
    return value
  }

  /// Returns the end of the digits that begin at `start`; `nil` if there are none.
  private static func digits(_ text: Span<UInt8>, from start: Int, _ form: Form) -> Int? {
    var at = start
    var end = start
    while at < text.count,
      text[at] &- 0x30 < 10 || form != .plain && at > start && text[at] == UInt8(ascii: "_")
    {
      at &+= 1
      if text[at &- 1] != UInt8(ascii: "_") { end = at }
    }
    return end > start ? end : nil
  }
}
