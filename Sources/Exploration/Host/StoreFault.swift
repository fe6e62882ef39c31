/// A fault of the store in which a session is kept. It happens in the last lines of the session.
public struct StoreFault: Sendable, Equatable {
  /// The kind of a fault.
  public enum Kind: String, Sendable, CaseIterable {
    /// The process ends at a write.
    case kill
    /// The process ends at a write of which half is on disk.
    case torn
    /// The disk is full from a write on, until the store is closed.
    case full
    /// Another program writes, until the last line.
    case busy
    /// Another session of the same store runs some of the lines.
    case interleaved
  }

  /// The kind of the fault.
  public var kind: Kind
  /// The number of the first write that fails, from 1; for interleaved sessions, a bit for each line from the last one on,
  /// which is set for the lines of the other session.
  public var position: UInt64
  /// The number of last lines in which it happens.
  public var lineCount: Int

  /// A fault of a kind in the last lines.
  public init(_ kind: Kind, position: UInt64, lineCount: Int) {
    (self.kind, self.position, self.lineCount) = (kind, position, lineCount)
  }

  /// The most writes of a few lines, roughly.
  private static let placeMax = 24
  private static let lineCountMax = 5

  /// A fault by chance.
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
    case .interleaved:
      position = random.next()
      lineCount = 64
    }
  }

  private static let start = "store"

  /// The form of a fault's text, for a message about another text.
  static var expected: String {
    let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
    return "“\(start)”, a kind, the place and the number of last commands, such as"
      + " “\(StoreFault(.kill, position: 3, lineCount: 1).text)”, where a kind is one of \(kinds)"
  }

  /// The fault as the header of a finding has it: `store kill 3 1`.
  public var text: String { "\(Self.start) \(kind.rawValue) \(position) \(lineCount)" }

  /// Reads a fault from its text; `nil` for any other text.
  public init?(text: String) {
    let words = text.split(separator: " ")
    guard words.count == 4, words[0] == Self.start, let kind = Kind(rawValue: String(words[1])),
      let position = UInt64(words[2]), let lineCount = Int(words[3]), lineCount >= 1
    else { return nil }
    self.init(kind, position: position, lineCount: lineCount)
  }

  /// A sentence that tells the fault, without a full stop.
  var sentence: String {
    let lines = lineCount == 1 ? "the last command" : "the last \(lineCount) commands"
    return switch kind {
    case .kill: "the process ends at write \(position) of \(lines)"
    case .torn: "the process ends at write \(position) of \(lines), of which half is on disk"
    case .full: "the disk is full from write \(position) of \(lines) on, until the store is closed"
    case .busy: "another program writes during \(lines), until the very last one"
    case .interleaved: "two sessions of one store take turns"
    }
  }
}
