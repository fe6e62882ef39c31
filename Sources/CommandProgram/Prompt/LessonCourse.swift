import Scenarios
import TerminalText

/// The progress in a lesson. A lesson is a scenario: its comments are shown step by step, and its commands are
/// suggested.
struct LessonCourse {
  private let transcript: Transcript
  private let commands: [[UInt8]]
  private var index = 0

  init(_ text: String) {
    transcript = Transcript(Array(text.utf8))
    commands = transcript.commands
  }

  var command: [UInt8]? { index < commands.count ? commands[index] : nil }

  /// Returns the text before the next command, or at the end.
  ///
  /// - Parameters:
  ///   - columns: the width at which lines are wrapped; `nil` for no wrapping.
  ///   - suggests: whether the prompt suggests the command. If not, the command is part of the text.
  func text(columns: Int?, suggests: Bool) -> String {
    let start = index == 0 ? 0 : transcript.steps[index - 1].command.upperBound
    let end = index < commands.count ? transcript.steps[index].command.lowerBound : transcript.lines.count
    var lines = (start..<max(start, end)).filter { transcript.lines[$0].kind == .comment }.map {
      String(
        decoding: transcript.text(ofLine: $0).drop { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: " ") },
        as: UTF8.self)
    }
    if index == 0, command != nil {
      lines.append(
        suggests
          ? "The next command is suggested: Right accepts it, Return runs it. You may type anything else at any time."
          : "Type the command after “>”, and press Return. You may type anything else at any time.")
    }
    let fitted = columns.map { columns in lines.flatMap { TextWidth.wrapped($0, to: columns) } } ?? lines
    let shown = fitted + (suggests ? [] : shownCommand)
    return shown.isEmpty ? "" : "\n" + shown.map { $0 + "\n" }.joined()
  }

  /// The next command as lines of a scenario, after a blank line.
  private var shownCommand: [String] {
    guard let command else { return [] }
    var text: [UInt8] = []
    TranscriptWriter.append(command: command.span, to: &text)
    return [""] + String(decoding: text, as: UTF8.self).split(separator: "\n").map { "  \($0)" }
  }

  /// Moves to the next command if `command` is the expected one, and returns whether it is.
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
