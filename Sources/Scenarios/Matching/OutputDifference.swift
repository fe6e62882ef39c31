/// How a command's output differs from what was expected, line by line.
public struct OutputDifference: Sendable, Equatable {
  /// In reading order.
  public var lines: [Line]

  /// One line of the comparison. Texts are written as they would stand in the file, and fit to be shown;
  /// `changed` are the UTF-8 ranges of the text that its counterpart does not have.
  public enum Line: Sendable, Equatable {
    /// As expected. `line` is the 1-based line of the file.
    case same(line: Int, text: String)
    /// `...`, and how many printed lines it stands for.
    case any(line: Int, count: Int)
    /// Expected, not printed.
    case missing(line: Int, text: String, changed: [Range<Int>])
    /// Printed, not expected.
    case extra(text: String, changed: [Range<Int>])
  }

  public init(lines: [Line]) { self.lines = lines }

  /// The first expected line that was not printed; `nil` if there is only output too much.
  var firstLine: Int? {
    for line in lines {
      if case .missing(let number, _, _) = line { return number }
    }
    return nil
  }

  init(_ aligned: [AlignedLine], _ matcher: OutputMatcher, _ transcript: Transcript) {
    lines = []
    for item in aligned {
      switch item {
      case .same(let pattern, _):
        lines.append(.same(line: matcher.patterns[pattern].line + 1, text: expected(pattern)))
      case .any(let pattern, let count):
        lines.append(.any(line: matcher.patterns[pattern].line + 1, count: count))
      case .missing(let pattern):
        lines.append(.missing(line: matcher.patterns[pattern].line + 1, text: expected(pattern), changed: []))
      case .extra(let line):
        lines.append(.extra(text: printed(line), changed: []))
      case .replaced(let pattern, let line):
        let (old, new) = (expected(pattern), printed(line))
        let kind = matcher.patterns[pattern].kind
        let marks =
          kind == .text || kind == .escaped ? ChangedParts.between(old, new) : (old: [], new: [])
        lines.append(.missing(line: matcher.patterns[pattern].line + 1, text: old, changed: marks.old))
        lines.append(.extra(text: new, changed: marks.new))
      }
    }
    func expected(_ pattern: Int) -> String {
      Escaping.visible(transcript.text(ofLine: matcher.patterns[pattern].line))
    }
    func printed(_ line: Int) -> String {
      Escaping.visible(TranscriptWriter.written(matcher.printed[line]))
    }
  }

  /// What was replaced by what, over all lines.
  var changes: [String] {
    var changes: [String] = []
    for (old, new) in zip(lines, lines.dropFirst()) {
      guard case .missing(_, let oldText, let oldMarks) = old, case .extra(let newText, let newMarks) = new
      else { continue }
      changes.append(
        Self.parts(oldText, oldMarks).joined(separator: "\n") + "\n→\n"
          + Self.parts(newText, newMarks).joined(separator: "\n"))
    }
    return changes
  }

  private static func parts(_ text: String, _ marks: [Range<Int>]) -> [String] {
    let bytes = Array(text.utf8)
    return marks.map { String(decoding: bytes[$0.clamped(to: 0..<bytes.count)], as: UTF8.self) }
  }

  /// How many lines are not as expected.
  var differingCount: Int {
    lines.count { line in
      switch line {
      case .missing, .extra: true
      case .same, .any: false
      }
    }
  }
}

extension StepFailure {
  /// Whether a later failure shows the same words in place of the same others, and nothing else.
  func explains(_ later: StepFailure) -> Bool {
    guard let mine = difference, let other = later.difference else { return false }
    let changes = other.changes
    guard !changes.isEmpty, 2 * changes.count == other.differingCount else { return false }
    let known = mine.changes
    return changes.allSatisfy { $0 != "\n→\n" && known.contains($0) }
  }
}
