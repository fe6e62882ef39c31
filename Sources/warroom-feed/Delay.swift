import Foundation

/// The time to wait before the next request.
struct Delay: Equatable {
  /// While all is well, and the least in any case.
  var everySeconds: Double

  /// The longest that errors alone make a request wait, unless `everySeconds` is longer.
  static let backoffSecondsMax = 60.0
  /// The longest that a server's Retry-After is obeyed.
  static let retryAfterSecondsMax = 300.0

  /// The delay after so many failures in a row: doubled each time, capped, and shortened by up to half so
  /// that the clients of a server that comes back do not all ask at once.
  ///
  /// - Parameters:
  ///   - failureCount: 0 while all is well.
  ///   - retryAfterSeconds: what the server asked for.
  ///   - chance: from 0 up to 1.
  func seconds(failureCount: Int, retryAfterSeconds: Double?, chance: Double) -> Double {
    guard failureCount > 0 else { return everySeconds }
    let doubled = everySeconds * Foundation.pow(2, Double(min(failureCount, 64)))
    let capped = min(doubled, max(Self.backoffSecondsMax, everySeconds))
    let jittered = max(capped * (1 - chance / 2), everySeconds)
    return max(jittered, min(retryAfterSeconds ?? 0, Self.retryAfterSecondsMax))
  }

  /// `Retry-After`: seconds, or a date in the format that HTTP prefers; never less than 0.
  static func retryAfter(_ value: String, now: Date) -> Double? {
    let value = value.trimmingCharacters(in: .whitespaces)
    if !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return Double(value) }
    return HTTPDate.seconds(value).map { max(0, $0 - now.timeIntervalSince1970) }
  }

  /// `0.4 s`
  static func text(_ seconds: Double) -> String {
    let tenths = Int((min(max(seconds, 0), 1e9) * 10).rounded())
    return "\(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)") s"
  }
}
