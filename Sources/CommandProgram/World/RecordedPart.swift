import CommandLanguage

/// What a record keeps of a command line.
enum RecordedPart {
  /// The line without the statements that belong to the sitting; `nil` if it has none of these.
  static func of(_ command: Span<UInt8>, in session: CommandSession<some CommandWorld>) -> [UInt8]? {
    let hasFeeds = session.world is any FeedWorld
    func isUnrecorded(_ statement: StatementOutline) -> Bool {
      statement.traits.contains(.unrecorded) || hasFeeds && statement.isAboutFeedProgram
    }
    let outline = session.outline(of: command)
    guard outline.contains(where: isUnrecorded) else { return nil }
    var text: [UInt8] = []
    for statement in outline where !isUnrecorded(statement) {
      if !text.isEmpty { text += "; ".utf8 }
      for at in statement.range { text.append(command[at]) }
    }
    return text
  }
}
