/// Numbers: whole ones stay whole, and with a decimal the result is one.
///
/// What the C library would round or divide is done here: the standard library alone does not link it.
enum Arithmetic {
  /// `nil` when one of the two is no number.
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
      case .remainder: remainder(a, b)
      default: a + b
      }
    return try finite(result)
  }

  /// A duration over a duration is a whole number; times or over a number, it is a duration in whole seconds.
  private static func calculateDuration(_ kind: Operator, _ left: Value, _ right: Value) throws -> Value? {
    switch (left, right) {
    case (.duration(let a), .duration(let b)) where kind == .divide: .number(try calculate(kind, a, b))
    case (.duration(let a), .duration(let b)) where kind != .multiply: .duration(try calculate(kind, a, b))
    case (.duration(let a), .number(let b)) where kind == .multiply || kind == .divide:
      .duration(try calculate(kind, a, b))
    case (.number(let a), .duration(let b)) where kind == .multiply: .duration(try calculate(kind, a, b))
    case (.duration(let a), .decimal(let b)) where kind == .multiply || kind == .divide && b != 0:
      .duration(try seconds(kind == .multiply ? Double(a) * b : Double(a) / b))
    case (.decimal(let a), .duration(let b)) where kind == .multiply: .duration(try seconds(a * Double(b)))
    default: nil
    }
  }

  private static func seconds(_ number: Double) throws -> Int {
    guard let seconds = whole(number) else { throw LanguageError.resultTooLarge }
    return seconds
  }

  private static func calculate(_ kind: Operator, _ a: Int, _ b: Int) throws -> Int {
    if b == 0, kind == .divide || kind == .remainder { throw LanguageError.divisionByZero }
    let (result, overflow) =
      switch kind {
      case .subtract: a.subtractingReportingOverflow(b)
      case .multiply: a.multipliedReportingOverflow(by: b)
      case .divide: a.dividedReportingOverflow(by: b)
      case .remainder: a.remainderReportingOverflow(dividingBy: b)
      default: a.addingReportingOverflow(b)
      }
    if overflow { throw LanguageError.resultTooLarge }
    return result
  }

  static func decimal(_ value: Value) -> Double? {
    switch value {
    case .number(let number): Double(number)
    case .decimal(let number): number
    default: nil
    }
  }

  /// The value with the other sign; `nil` for what has none.
  static func negated(_ value: Value) throws(LanguageError) -> Value? {
    switch value {
    case .number(.min), .duration(.min): throw .resultTooLarge
    case .number(let number): .number(-number)
    case .decimal(let number): .decimal(-number)
    case .duration(let seconds): .duration(-seconds)
    default: nil
    }
  }

  /// A Boolean value that indicates whether the value is less than nothing; `nil` for what has no sign.
  static func isNegative(_ value: Value) -> Bool? {
    switch value {
    case .number(let number), .duration(let number): number < 0
    case .decimal(let number): number.sign == .minus
    default: nil
    }
  }

  /// The part of a sum that each of so many elements has.
  static func quotient(_ sum: Value, _ count: Int) throws -> Value {
    if case .duration(let sum) = sum { return .duration(try seconds(Double(sum) / Double(count))) }
    return try decimal(sum).map { try finite($0 / Double(count)) } ?? .none
  }

  static func finite(_ number: Double) throws -> Value {
    guard number.isFinite else { throw LanguageError.resultTooLarge }
    return .decimal(number)
  }

  /// The nearest whole number, or the nearest decimal with so many digits.
  static func round(_ value: Value, digits: Int?) throws -> Value {
    guard case .decimal(let number) = value else { return value }
    guard let digits else {
      guard let rounded = whole(number) else { throw LanguageError.resultTooLarge }
      return .number(rounded)
    }
    var scale = 1.0
    for _ in 0..<min(max(0, digits), 17) { scale *= 10 }
    // What has no digits so far behind its point stays as it is.
    guard let scaled = whole(number * scale) else { return value }
    return .decimal(Double(scaled) / scale)
  }

  /// The nearest whole number, a half away from zero; `nil` beyond what whole numbers reach.
  private static func whole(_ number: Double) -> Int? {
    guard let cut = truncated(number) else { return nil }
    let fraction = number - Double(cut)
    if fraction >= 0.5 { return cut + 1 }
    return fraction <= -0.5 ? cut - 1 : cut
  }

  private static func truncated(_ number: Double) -> Int? {
    number > -9_223_372_036_854_775_808 && number < 9_223_372_036_854_775_808 ? Int(number) : nil
  }

  /// Returns the exact remainder of `a` divided by `b`, with the sign of `a`.
  private static func remainder(_ a: Double, _ b: Double) -> Double {
    var (rest, unit) = (a.magnitude, b.magnitude)
    while unit <= rest / 2 { unit *= 2 }
    while unit >= b.magnitude {
      if rest >= unit { rest -= unit }
      unit /= 2
    }
    return a < 0 ? -rest : rest
  }
}
