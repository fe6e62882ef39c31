import Foundation

/// The time to wait before the next request.
struct Delay: Equatable {
  /// The delay after a success, which is also the minimum delay.
  var everySeconds: Double

  /// The maximum delay after errors, unless `everySeconds` is longer.
  static let backoffSecondsMax = 60.0
  /// The maximum delay for a server's Retry-After.
  static let retryAfterSecondsMax = 300.0

  /// Returns the delay after a number of failures in a row. The delay doubles with each failure, up to a maximum. It is
  /// then shortened at random by up to half, so that the clients of a restarted server do not all send requests at
  /// once.
  ///
  /// - Parameters:
  ///   - failureCount: The number of failures since the last success.
  ///   - retryAfterSeconds: The delay that the server requested.
  ///   - chance: A random number from 0 up to 1.
  func seconds(failureCount: Int, retryAfterSeconds: Double?, chance: Double) -> Double {
    guard failureCount > 0 else { return everySeconds }
    let doubled = everySeconds * Foundation.pow(2, Double(min(failureCount, 64)))
    let capped = min(doubled, max(Self.backoffSecondsMax, everySeconds))
    let jittered = max(capped * (1 - chance / 2), everySeconds)
    return max(jittered, min(retryAfterSeconds ?? 0, Self.retryAfterSecondsMax))
  }

  /// Returns the seconds of a `Retry-After` header, which contains seconds or a date. The result is never less than 0;
  /// it is `nil` for any other text.
  static func retryAfter(_ value: String, now: Date) -> Double? {
    let value = value.trimmingCharacters(in: .whitespaces)
    if !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return Double(value) }
    return date(value).map { max(0, $0.timeIntervalSince(now)) }
  }

  /// Returns a date in the format that HTTP requires, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7); `nil`
  /// for any other text.
  static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    // The formatter does not accept leap seconds.
    return formatter.date(from: text.replacingOccurrences(of: ":60 GMT", with: ":59 GMT"))
  }

  /// Returns a text such as `0.4 s`.
  static func text(_ seconds: Double) -> String {
    let tenths = Int((min(max(seconds, 0), 1e9) * 10).rounded())
    return "\(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)") s"
  }
}
