/// Splits what a feed says into lines as it comes, holding no more of it than one line may have.
///
/// A line ends in a line feed, with or without a carriage return before it; the last may have no end. A
/// byte order mark at the beginning is no part of the first.
public struct FeedLines {
  /// The most bytes of a line, its end left out.
  public let byteCountMax: Int
  private var pending: [UInt8] = []
  /// The number of bytes of the current line that are not kept, because it is too long.
  private var droppedCount = 0
  private var number = 1

  /// A reader that keeps at most so many bytes of a line.
  public init(byteCountMax: Int) {
    self.byteCountMax = byteCountMax
  }

  /// Takes what has come, and calls `body` with each line that is whole now.
  public mutating func take(_ bytes: Span<UInt8>, _ body: (FeedLine) throws -> Void) rethrows {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == 0x0A {
        try end(body)
      } else if pending.count <= byteCountMax + Self.slack {
        pending.append(byte)
      } else {
        droppedCount &+= 1
      }
    }
  }

  /// Nothing more comes: calls `body` with the last line if it had no end.
  public mutating func finish(_ body: (FeedLine) throws -> Void) rethrows {
    if !pending.isEmpty { try end(body) }
  }

  /// The carriage return and the byte order mark are not counted.
  private static let slack = 4

  private mutating func end(_ body: (FeedLine) throws -> Void) rethrows {
    var text = pending[...]
    if number == 1, text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    if droppedCount == 0, text.last == 0x0D { text = text.dropLast() }
    let byteCount = text.count &+ droppedCount
    let line = FeedLine(
      number: number, text: byteCount > byteCountMax ? nil : Array(text), byteCount: byteCount)
    pending.removeAll(keepingCapacity: true)
    droppedCount = 0
    number &+= 1
    try body(line)
  }
}

/// One line of a feed.
public struct FeedLine: Sendable, Equatable {
  /// From 1; blank lines count.
  public var number: Int
  /// Without its end; `nil` when it was too long to be kept.
  public var text: [UInt8]?
  /// The number of bytes in the whole line, without its end; includes those that were not kept.
  public var byteCount: Int

  /// A line as a reader gives it.
  ///
  /// - Parameters:
  ///   - number: from 1; blank lines count.
  ///   - text: UTF-8 text without its end; `nil` when it was too long to be kept.
  ///   - byteCount: of the whole line, also of what was not kept.
  public init(number: Int, text: [UInt8]?, byteCount: Int) {
    self.number = number
    self.text = text
    self.byteCount = byteCount
  }
}
