import Scenarios
import TerminalText

/// How far somebody is in a lesson, which is a scenario: what its comments say is told step by step, and each command
/// is suggested.
struct LessonCourse {
  private let transcript: Transcript
  private let commands: [[UInt8]]
  private var index = 0

  init(_ text: String) {
    transcript = Transcript(Array(text.utf8))
    commands = transcript.commands
  }

  /// The command that is to be typed next; `nil` at the end.
  var command: [UInt8]? { index < commands.count ? commands[index] : nil }

  /// What is said before that command, or at the end, in lines of so many columns.
  func text(columns: Int?) -> String {
    let start = index == 0 ? 0 : transcript.steps[index - 1].command.upperBound
    let end = index < commands.count ? transcript.steps[index].command.lowerBound : transcript.lines.count
    let lines = (start..<max(start, end)).filter { transcript.lines[$0].kind == .comment }.map {
      String(
        decoding: transcript.text(ofLine: $0).drop { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: " ") },
        as: UTF8.self)
    }
    let fitted = columns.map { columns in lines.flatMap { TextWidth.wrapped($0, to: columns) } } ?? lines
    return fitted.isEmpty ? "" : "\n" + fitted.map { $0 + "\n" }.joined()
  }

  /// Goes on if the command was the one to be typed; whether it was.
  mutating func advance(after command: [UInt8]) -> Bool {
    guard let wanted = self.command, Self.trimmed(command) == Self.trimmed(wanted) else { return false }
    index += 1
    return true
  }

  private static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
    var rest = text.drop { $0 <= 0x20 }
    while let last = rest.last, last <= 0x20 { rest.removeLast() }
    return rest
  }
}
