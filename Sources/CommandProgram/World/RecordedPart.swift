import CommandLanguage
import Simulator

/// The part of a command line that belongs in a recording.
enum RecordedPart {
  /// Returns the line without its unrecorded statements; `nil` if it has none.
  static func of(_ line: PreparedLine, in session: CommandSession) -> [UInt8]? {
    let hasFeeds = session.host is any FeedWorld
    func isUnrecorded(_ statement: StatementOutline) -> Bool {
      statement.traits.contains(.unrecorded) || hasFeeds && statement.isAboutFeedProgram
    }
    let outline = line.outline
    guard outline.contains(where: isUnrecorded) else { return nil }
    let whole = line.text
    var text: [UInt8] = []
    for statement in outline where !isUnrecorded(statement) {
      if !text.isEmpty { text += "; ".utf8 }
      text += whole[statement.range]
    }
    return text
  }
}
