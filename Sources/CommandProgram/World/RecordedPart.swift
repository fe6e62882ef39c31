import CommandLanguage
import Simulator

/// The part of a command line that belongs in a recording.
enum RecordedPart {
  /// Returns the statements that a replay must repeat, from a line that has run; `nil` for the whole line.
  ///
  /// Unrecorded statements and the saving of settings are left out. If a line has any of these, the statements that did
  /// not complete are left out too. The session omits the output of the statements that are left out.
  static func of(_ line: PreparedLine, in session: CommandSession) -> [UInt8]? {
    guard let statements = statements(of: line, in: session) else { return nil }
    let ends = session.statementEnds
    var start = 0
    for (statement, end) in zip(statements, ends) {
      if statement.isEmpty { session.omit(start..<end) }
      start = end
    }
    if ends.count < statements.count { session.omit(start..<Int.max) }
    return text(of: statements.prefix(ends.count), in: line)
  }

  /// Returns the part of a line that will be recorded if all its statements complete; `nil` for the whole line.
  static func planned(_ line: PreparedLine, in session: CommandSession) -> [UInt8]? {
    statements(of: line, in: session).map { text(of: $0[...], in: line) }
  }

  /// Returns the recorded range of each statement, which may be empty; `nil` if all are recorded as they are.
  private static func statements(of line: PreparedLine, in session: CommandSession) -> [Range<Int>]? {
    let hasFeeds = session.host is any FeedWorld
    let (outline, text) = (line.outline, line.text)
    let ranges = outline.map { statement in
      if statement.traits.contains(.unrecorded) || hasFeeds && statement.isAboutFeedProgram { return 0..<0 }
      return statement.command == "set" ? withoutSaving(statement.range, of: text) : statement.range
    }
    return ranges == outline.map(\.range) ? nil : ranges
  }

  private static func text(of statements: ArraySlice<Range<Int>>, in line: PreparedLine) -> [UInt8] {
    let text = line.text
    return Array(statements.filter { !$0.isEmpty }.map { text[$0] }.joined(separator: "; ".utf8))
  }

  /// Returns the range of a `set` statement without the word `--save`; an empty range if the statement only saves.
  private static func withoutSaving(_ range: Range<Int>, of text: [UInt8]) -> Range<Int> {
    let words = text[range].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard let last = words.last, last.elementsEqual("--save".utf8) else { return range }
    return words.count > 2 ? range.lowerBound..<words[words.count - 2].endIndex : 0..<0
  }
}
