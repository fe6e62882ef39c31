/// The values of options that are durations.
enum DurationOption {
  static let description = "a time such as 30s, 5m or 1h"

  /// Returns the number of seconds in a text such as `90`, `30s`, `5m` or `1h`, with 1 to 1,000,000 units; `nil` for
  /// any other text.
  static func seconds(_ text: String) -> UInt64? {
    var digits = text.utf8[...]
    var unit: UInt64 = 1
    switch digits.last {
    case UInt8(ascii: "s"): digits.removeLast()
    case UInt8(ascii: "m"): (unit, _) = (60, digits.removeLast())
    case UInt8(ascii: "h"): (unit, _) = (3_600, digits.removeLast())
    default: break
    }
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = UInt64(String(decoding: digits, as: UTF8.self)), (1...1_000_000).contains(number)
    else { return nil }
    return number * unit
  }
}
