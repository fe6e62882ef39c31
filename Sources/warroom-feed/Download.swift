import Foundation

/// The head and the body of a reply while they arrive, within their limits.
struct Download {
  /// The maximum size of a reply's body in bytes, which is also the default limit of a line in the war room. The heads
  /// of a reply together have the same limit.
  static let bodyByteCountMax = 65_536
  static let redirectCountMax = 5

  private(set) var body: [UInt8] = []
  private(set) var isTooLarge = false
  private var headByteCount = 0
  private var fields: [String: String] = [:]

  /// Adds a line of the head. Returns `false` if the transfer must stop.
  mutating func addHeadLine(_ line: [UInt8]) -> Bool {
    headByteCount += line.count
    isTooLarge = headByteCount > Self.bodyByteCountMax
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      // A head such as 100 Continue precedes the final one.
      fields = [:]
    } else if let colon = text.firstIndex(of: ":") {
      let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
      // A control character would break the next request, which repeats the value.
      let isClean = !value.unicodeScalars.contains { $0.properties.generalCategory == .control }
      if isClean { fields[text[..<colon].lowercased()] = value }
    }
    return !isTooLarge
  }

  /// Adds bytes of the body. Returns `false` if the transfer must stop.
  mutating func addBody(_ bytes: [UInt8]) -> Bool {
    isTooLarge = body.count + bytes.count > Self.bodyByteCountMax
    if !isTooLarge { body += bytes }
    return !isTooLarge
  }

  func reply(status: Int) -> Reply {
    Reply(
      status: status, etag: fields["etag"], lastModified: fields["last-modified"],
      retryAfter: fields["retry-after"], body: body)
  }
}
