/// How one command's expected output is to change so that the file says what was printed.
public struct BlessHunk: Sendable, Equatable {
  /// The first line that differs.
  public var place: StepFailure.Place
  /// The command, as shown lines.
  public var command: [String]
  /// What is shown to whoever decides.
  public var difference: OutputDifference
  /// Index of the step in its transcript.
  var step: Int
  var edits: [Edit]

  /// One expected or printed line, in reading order. Texts are as they stand in the file.
  enum Edit: Sendable, Equatable {
    case keep(line: Int)
    case replace(line: Int, text: [UInt8])
    case remove(line: Int)
    case add(text: [UInt8])
  }

  /// The output as the file would hold it, a line each.
  public var outputLines: [String] {
    difference.lines.compactMap { line in
      switch line {
      case .same(_, let text), .extra(let text, _): text
      case .any: "..."
      case .missing: nil
      }
    }
  }

  init(
    _ failure: StepFailure, difference: OutputDifference, step: Int, _ aligned: [AlignedLine],
    _ matcher: OutputMatcher
  ) {
    place = failure.place
    command = failure.command
    self.difference = difference
    self.step = step
    edits = aligned.map { item in
      switch item {
      case .same(let pattern, _), .any(let pattern, _): .keep(line: matcher.patterns[pattern].line)
      case .replaced(let pattern, let line):
        .replace(line: matcher.patterns[pattern].line, text: matcher.written(line))
      case .missing(let pattern): .remove(line: matcher.patterns[pattern].line)
      case .extra(let line): .add(text: matcher.written(line))
      }
    }
  }
}

extension OutputMatcher {
  /// A printed line as it is to stand in the file: escaped also where a name in it would be replaced.
  func written(_ line: Int) -> [UInt8] {
    let text = TranscriptWriter.written(printed[line])
    guard text.first != UInt8(ascii: "\\"), variables.substituted(in: text[...]) != nil else { return text }
    return [UInt8(ascii: "\\")] + text
  }
}
