import CommandLanguage
import WarGame

/// What a record keeps of a command line.
enum RecordedPart {
  /// The line without the statements that belong to the sitting; `nil` if it has none of these.
  static func of(_ command: Span<UInt8>, in session: GameSession) -> [UInt8]? {
    let outline = session.outline(of: command)
    guard outline.contains(where: isUnrecorded) else { return nil }
    var text: [UInt8] = []
    for statement in outline where !isUnrecorded(statement) {
      if !text.isEmpty { text += "; ".utf8 }
      for at in statement.range { text.append(command[at]) }
    }
    return text
  }

  static func isUnrecorded(_ statement: StatementOutline) -> Bool {
    statement.traits.contains(.unrecorded) || isAboutProgram(statement)
  }

  /// Whether the statement is `feed -- PROGRAM`, `feed off` or `feed`: what a program brings is recorded, so a
  /// replay needs none.
  static func isAboutProgram(_ statement: StatementOutline) -> Bool {
    guard statement.command == "feed" else { return false }
    guard let first = statement.firstArgument else { return true }
    return first == "--" || first == "off"
  }
}
