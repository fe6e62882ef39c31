/// Arithmetic on values. Operations on whole numbers have whole results; an operation with a decimal has a decimal
/// result.
enum Arithmetic {
  static func calculate(_ kind: Operator, _ left: Value, _ right: Value) throws -> Value? {
    if case .number(let a) = left, case .number(let b) = right { return .number(try calculate(kind, a, b)) }
    if let duration = try calculateDuration(kind, left, right) { return duration }
    guard let a = decimal(left), let b = decimal(right) else { return nil }
    if b == 0, kind == .divide || kind == .remainder { throw LanguageError.divisionByZero }
    let result =
      switch kind {
      case .subtract: a - b
      case .multiply: a * b
      case .divide: a / b
      // The sum of -0 and 0 is 0.
      case .remainder: (a + 0).truncatingRemainder(dividingBy: b)
      default: a + b
      }
    return try finite(result)
  }

  /// Returns the result of an operation on durations. A duration divided by a duration is a whole number; a duration
  /// multiplied or divided by a number is a duration in whole seconds.
  private static func calculateDuration(_ kind: Operator, _ left: Value, _ right: Value) throws -> Value? {
    switch (left, right) {
    case (.duration(let a), .duration(let b)) where kind == .divide: .number(try calculate(kind, a, b))
    case (.duration(let a), .duration(let b)) where kind != .multiply: .duration(try calculate(kind, a, b))
    case (.duration(let a), .number(let b)) where kind == .multiply || kind == .divide:
      .duration(try calculate(kind, a, b))
    case (.number(let a), .duration(let b)) where kind == .multiply: .duration(try calculate(kind, a, b))
    case (.duration, .decimal(0)) where kind == .divide: throw LanguageError.divisionByZero
    case (.duration(let a), .decimal(let b)) where kind == .multiply || kind == .divide:
      .duration(try seconds(kind == .multiply ? Double(a) * b : Double(a) / b))
    case (.decimal(let a), .duration(let b)) where kind == .multiply: .duration(try seconds(a * Double(b)))
    default: nil
    }
  }

  private static func seconds(_ number: Double) throws -> Int {
    guard let seconds = Int(exactly: number.rounded()) else {
      throw LanguageError.resultTooLarge(isWhole: true)
    }
    return seconds
  }

  private static func calculate(_ kind: Operator, _ a: Int, _ b: Int) throws -> Int {
    if b == 0, kind == .divide || kind == .remainder { throw LanguageError.divisionByZero }
    let (result, overflow) =
      switch kind {
      case .subtract: a.subtractingReportingOverflow(b)
      case .multiply: a.multipliedReportingOverflow(by: b)
      case .divide: a.dividedReportingOverflow(by: b)
      // The remainder by -1 is 0, even if the quotient would overflow.
      case .remainder: (b == -1 ? 0 : a % b, false)
      default: a.addingReportingOverflow(b)
      }
    if overflow { throw LanguageError.resultTooLarge(isWhole: true) }
    return result
  }

  static func decimal(_ value: Value) -> Double? {
    switch value {
    case .number(let number): Double(number)
    case .decimal(let number): number
    default: nil
    }
  }

  static func negated(_ value: Value) throws(LanguageError) -> Value? {
    switch value {
    case .number(.min), .duration(.min): throw .resultTooLarge(isWhole: true)
    case .number(let number): .number(-number)
    case .decimal(let number): .decimal(-number)
    case .duration(let seconds): .duration(-seconds)
    default: nil
    }
  }

  /// Returns a Boolean value that indicates whether the value is negative; `nil` for a value without a sign.
  static func isNegative(_ value: Value) -> Bool? {
    switch value {
    case .number(let number), .duration(let number): number < 0
    case .decimal(let number): number.sign == .minus
    default: nil
    }
  }

  /// Returns the mean of durations in whole seconds, with halves rounded away from zero; `nil` if another value is among
  /// them.
  static func mean(ofDurations values: [Value]) -> Value? {
    var total: Int128 = 0
    for value in values {
      guard case .duration(let seconds) = value else { return nil }
      total += Int128(seconds)
    }
    let (mean, rest) = total.quotientAndRemainder(dividingBy: Int128(values.count))
    // The mean is between the least and the greatest duration, so it fits.
    return .duration(Int(mean + (2 * rest.magnitude >= values.count ? rest.signum() : 0)))
  }

  static func quotient(_ sum: Value, _ count: Int) throws -> Value {
    try decimal(sum).map { try finite($0 / Double(count)) } ?? .none
  }

  static func finite(_ number: Double) throws -> Value {
    guard number.isFinite else { throw LanguageError.resultTooLarge(isWhole: false) }
    return .decimal(number)
  }

  static func round(_ value: Value, digits: Int?) throws -> Value {
    guard case .decimal(let number) = value else { return value }
    guard let digits else {
      guard let rounded = Int(exactly: number.rounded()) else {
        throw LanguageError.resultTooLarge(isWhole: true)
      }
      return .number(rounded)
    }
    return .decimal(rounded(number, digits: digits))
  }

  /// Rounds the shortest decimal form of a number, which is the printed form, to a number of decimal digits. Halves are
  /// rounded away from zero.
  private static func rounded(_ number: Double, digits: Int) -> Double {
    // From 2^52 on, numbers have no decimal digits.
    if number.magnitude >= 0x1p52 { return number }
    var text = Array(number.magnitude.description.utf8)
    // A number with an exponent is less than 10^-4.
    if text.contains(UInt8(ascii: "e")) {
      var scale = 1.0
      for _ in 0..<min(digits, 17) { scale *= 10 }
      return Int(exactly: (number * scale).rounded()).map { Double($0) / scale } ?? number
    }
    guard let point = text.firstIndex(of: UInt8(ascii: ".")), text.count - point - 1 > digits else {
      return number
    }
    var last = point + digits
    let isUp = text[last + 1] >= UInt8(ascii: "5")
    text.removeSubrange((last + 1)...)
    while isUp {
      if last < 0 {
        text.insert(UInt8(ascii: "1"), at: 0)
        break
      }
      if text[last] == UInt8(ascii: "9") {
        text[last] = UInt8(ascii: "0")
      } else if last != point {
        text[last] += 1
        break
      }
      last -= 1
    }
    let magnitude = Double(String(decoding: text, as: UTF8.self)) ?? number.magnitude
    return number < 0 && magnitude > 0 ? -magnitude : magnitude
  }
}
