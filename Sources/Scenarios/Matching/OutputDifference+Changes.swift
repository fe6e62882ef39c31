extension OutputDifference {
  /// The replaced words and their replacements, over all lines.
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

  /// The number of kept lines that are not as expected.
  private var differingCount: Int {
    lines.count { line in
      switch line {
      case .missing, .extra: true
      case .same, .any, .skipped: false
      }
    }
  }

  /// Returns a Boolean value that indicates whether a later difference replaces the same words with the same others,
  /// and nothing else.
  func explains(_ later: OutputDifference) -> Bool {
    let changes = later.changes
    guard !changes.isEmpty, later.unshownCount == 0, 2 * changes.count == later.differingCount else {
      return false
    }
    let known = self.changes
    return changes.allSatisfy { $0 != "\n→\n" && known.contains($0) }
  }

  /// Creates the difference between two texts, without line numbers, since neither stands in a file.
  init(between old: [UInt8], and new: [UInt8]) {
    var writer = TranscriptWriter()
    writer.step(command: [UInt8]().span, output: old.span)
    let transcript = Transcript(writer.bytes)
    guard let step = transcript.steps.first else {
      self.init(lines: [])
      return
    }
    var matcher = OutputMatcher(
      transcript, step, printed: new, variables: Variables(), budget: MatchBudget())
    self.init(matcher.alignment(), matcher, transcript)
    lines = lines.map { line in
      switch line {
      case .same(_, let text): .same(line: 0, text: text)
      case .missing(_, let text, let changed): .missing(line: 0, text: text, changed: changed)
      case .any, .extra, .skipped: line
      }
    }
  }
}
