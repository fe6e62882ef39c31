import CommandLanguage
import Simulator

/// The part of a command line that belongs in a recording.
enum RecordedPart {
  /// Returns the line without its unrecorded statements, and without saving settings; `nil` if it has neither.
  static func of(_ line: PreparedLine, in session: CommandSession) -> [UInt8]? {
    let hasFeeds = session.host is any FeedWorld
    let whole = line.text
    var isWhole = true
    var text: [UInt8] = []
    for statement in line.outline {
      let kept: Range<Int>
      if statement.traits.contains(.unrecorded) || hasFeeds && statement.isAboutFeedProgram {
        kept = 0..<0
      } else {
        kept = statement.command == "set" ? withoutSaving(statement.range, of: whole) : statement.range
      }
      isWhole = isWhole && kept == statement.range
      if kept.isEmpty { continue }
      if !text.isEmpty { text += "; ".utf8 }
      text += whole[kept]
    }
    return isWhole ? nil : text
  }

  /// Returns the range of a `set` statement without the word `--save`; an empty range if the statement only saves.
  private static func withoutSaving(_ range: Range<Int>, of text: [UInt8]) -> Range<Int> {
    let words = text[range].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard let last = words.last, last.elementsEqual("--save".utf8) else { return range }
    return words.count > 2 ? range.lowerBound..<words[words.count - 2].endIndex : 0..<0
  }
}
