/// A change of a command's expected output that makes the file match the printed output.
public struct BlessHunk: Sendable, Equatable {
  /// The first line that differs.
  public var location: StepFailure.Location
  /// The command's lines, as they are shown.
  public var command: [String]
  /// The difference to show in a review.
  public var difference: OutputDifference
  private let transcript: Transcript
  var step: Int
  var edits: [Edit]
  /// The reason why this hunk can only be accepted in a review; `nil` if there is none.
  var needsReview: String?

  /// A change of one line of the file. Texts are in the form of the file.
  enum Edit: Sendable, Equatable {
    case keep(line: Int)
    case replace(line: Int, text: [UInt8])
    case remove(line: Int)
    case add(text: [UInt8])
  }

  init(
    _ failure: StepFailure, difference: OutputDifference, step: Int, _ aligned: [AlignedLine],
    _ matcher: OutputMatcher, _ transcript: Transcript
  ) {
    location = failure.location
    command = failure.command
    self.transcript = transcript
    self.difference = difference
    self.step = step
    edits = []
    for item in aligned {
      switch item {
      case .same(let pattern, let line, let count):
        for at in 0..<count { keep(pattern + at, line + at, matcher) }
      case .any(let pattern, _): edits.append(.keep(line: matcher.patterns[pattern].line))
      case .replaced(let pattern, let line, let count):
        for at in 0..<count {
          edits.append(
            .replace(line: matcher.patterns[pattern + at].line, text: matcher.written(line + at)))
        }
      case .missing(let pattern, let count):
        for at in 0..<count { edits.append(.remove(line: matcher.patterns[pattern + at].line)) }
      case .extra(let line, let count):
        for at in 0..<count { edits.append(.add(text: matcher.written(line + at))) }
      }
    }
  }

  /// The command's bytes, without marks.
  var commandText: [UInt8] { transcript.command(of: transcript.steps[step]) }

  /// The new lines of the output, in the form of the file.
  var newLines: [[UInt8]] {
    edits.compactMap { edit in
      switch edit {
      case .keep(let line): Array(transcript.text(ofLine: line))
      case .replace(_, let text), .add(let text): text
      case .remove: nil
      }
    }
  }

  func replacingOutput(by lines: [[UInt8]]) -> BlessHunk {
    var hunk = self
    let removed = edits.compactMap { edit -> Edit? in
      switch edit {
      case .keep(let line), .replace(let line, _), .remove(let line): .remove(line: line)
      case .add: nil
      }
    }
    hunk.edits = removed + lines.map { .add(text: $0) }
    return hunk
  }

  /// Keeps a line, unless the line would now directly follow the command and be read as its continuation.
  private mutating func keep(_ pattern: Int, _ line: Int, _ matcher: OutputMatcher) {
    let isFirst = edits.allSatisfy { if case .remove = $0 { true } else { false } }
    if isFirst, !edits.isEmpty, matcher.patterns[pattern].readsAsContinuation {
      edits.append(.replace(line: matcher.patterns[pattern].line, text: matcher.written(line)))
    } else {
      edits.append(.keep(line: matcher.patterns[pattern].line))
    }
  }

  /// The number of bytes in the texts.
  var byteCount: Int {
    edits.reduce(0) { sum, edit in
      switch edit {
      case .replace(_, let text), .add(let text): sum + text.count + 1
      case .keep, .remove: sum
      }
    }
  }
}

extension OutputMatcher {
  /// Returns a printed line in the form of the file. The line is also escaped if it contains a captured name.
  func written(_ line: Int) -> [UInt8] {
    let text = TranscriptWriter.written(printed[line])
    guard text.first != UInt8(ascii: "\\"), variables.substituted(in: text[...]) != nil else { return text }
    return [UInt8(ascii: "\\")] + text
  }
}
