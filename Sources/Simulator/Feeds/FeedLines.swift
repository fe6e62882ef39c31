/// A splitter of a feed into lines, which stores at most one line of limited length.
///
/// A line ends in a line feed, which a carriage return may precede. The last line may have no end. A byte order mark at
/// the beginning is skipped.
public struct FeedLines {
  /// The maximum length of a line without its end, in bytes.
  public let byteCountMax: Int
  private var pending: [UInt8] = []
  /// The number of bytes dropped from the current line because it is too long.
  private var droppedCount = 0
  /// The last byte dropped from the current line; 0 if none was dropped.
  private var lastDropped: UInt8 = 0
  private var number = 1

  /// Creates a splitter with a maximum length of lines, in bytes.
  public init(byteCountMax: Int) {
    self.byteCountMax = byteCountMax
  }

  /// Appends bytes, and calls `body` with each line that they complete.
  public mutating func take(_ bytes: Span<UInt8>, _ body: (FeedLine) throws -> Void) rethrows {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == 0x0A {
        try end(body)
      } else if pending.count <= byteCountMax + Self.slack {
        pending.append(byte)
      } else {
        droppedCount &+= 1
        lastDropped = byte
      }
    }
  }

  /// Ends the feed: calls `body` with the last line if it had no end.
  public mutating func finish(_ body: (FeedLine) throws -> Void) rethrows {
    if !pending.isEmpty { try end(body) }
  }

  /// The bytes of a carriage return and a byte order mark, which do not count towards the limit.
  private static let slack = 4

  private mutating func end(_ body: (FeedLine) throws -> Void) rethrows {
    var text = pending[...]
    if number == 1, text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    if droppedCount == 0, text.last == 0x0D { text = text.dropLast() }
    if lastDropped == 0x0D { droppedCount &-= 1 }
    let byteCount = text.count &+ droppedCount
    let line = FeedLine(
      number: number, text: byteCount > byteCountMax ? nil : Array(text), byteCount: byteCount)
    pending.removeAll(keepingCapacity: true)
    (droppedCount, lastDropped) = (0, 0)
    number &+= 1
    try body(line)
  }
}

/// One line of a feed.
public struct FeedLine: Sendable, Equatable {
  /// The number of the line, from 1, including blank lines.
  public var number: Int
  /// The text in UTF-8 without its end; `nil` if it was too long.
  public var text: [UInt8]?
  /// The length of the whole line without its end, in bytes, including dropped ones.
  public var byteCount: Int

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - number: The number of the line, from 1, including blank lines.
  ///   - text: The text in UTF-8 without its end; `nil` if it was too long.
  ///   - byteCount: The length of the whole line, in bytes, including dropped ones.
  public init(number: Int, text: [UInt8]?, byteCount: Int) {
    self.number = number
    self.text = text
    self.byteCount = byteCount
  }
}
