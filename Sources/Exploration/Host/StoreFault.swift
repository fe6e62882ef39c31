/// A fault that is injected into a session's store during the last lines of the session.
public struct StoreFault: Sendable, Equatable {
  /// The kind of a fault.
  public enum Kind: String, Sendable, CaseIterable {
    /// The process ends at a write.
    case kill
    /// The process ends when half of a write is on disk.
    case torn
    /// The disk is full, from one write until the store is closed.
    case full
    /// Another program writes until the last line.
    case busy
    /// Another session of the same store runs some of the lines.
    case interleaved
    /// An earlier version of the world wrote the store.
    case earlier
  }

  /// The kind of the fault.
  public var kind: Kind
  /// The number of the first write that fails, from 1. For interleaved sessions, a bit for each line, with the last
  /// line in the lowest bit. The bit is 1 if the other session runs the line. For an earlier version, a number that
  /// determines the version.
  public var position: UInt64
  /// The number of lines at the end of the session during which the fault occurs.
  public var lineCount: Int

  /// Creates a fault.
  public init(_ kind: Kind, position: UInt64, lineCount: Int) {
    (self.kind, self.position, self.lineCount) = (kind, position, lineCount)
  }

  /// An approximate maximum of the number of writes of a few lines.
  private static let placeMax = 24
  private static let lineCountMax = 5

  init(_ random: inout SplitMix) {
    kind = Kind.allCases[random.below(Kind.allCases.count)]
    lineCount = 1
    switch kind {
    case .kill, .torn: position = UInt64(1 + random.below(Self.placeMax))
    case .full:
      position = UInt64(1 + random.below(Self.placeMax))
      lineCount = 1 + random.below(Self.lineCountMax)
    case .busy:
      position = 1
      lineCount = 2 + random.below(Self.lineCountMax)
    case .interleaved, .earlier:
      position = random.next()
      lineCount = 64
    }
  }

  private static let start = "store"

  /// A description of the text format, for error messages.
  static var expected: String {
    let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
    return "“\(start)”, a kind, a position and a number of lines, such as"
      + " “\(StoreFault(.kill, position: 3, lineCount: 1).text)”, where a kind is one of \(kinds)"
  }

  /// The fault as it appears in the header of a finding: `store kill 3 1`.
  public var text: String { "\(Self.start) \(kind.rawValue) \(position) \(lineCount)" }

  /// Creates a fault from its text; `nil` for any other text.
  public init?(text: String) {
    let words = text.split(separator: " ")
    guard words.count == 4, words[0] == Self.start, let kind = Kind(rawValue: String(words[1])),
      let position = UInt64(words[2]), let lineCount = Int(words[3]), lineCount >= 1
    else { return nil }
    self.init(kind, position: position, lineCount: lineCount)
  }

  /// A description of the fault, a sentence without a full stop.
  var sentence: String {
    let lines = lineCount == 1 ? "the last command" : "the last \(lineCount) commands"
    return switch kind {
    case .kill: "the process ends at write \(position) of \(lines)"
    case .torn: "the process ends at write \(position) of \(lines), of which half is on disk"
    case .full: "the disk is full from write \(position) of \(lines) on, until the store is closed"
    case .busy: "another program writes during \(lines), until the very last one"
    case .interleaved: "two sessions of one store take turns"
    case .earlier: "an earlier version of the world wrote the store"
    }
  }
}
