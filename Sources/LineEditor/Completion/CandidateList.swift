import CommandLanguage
import TerminalText

/// A list of completion candidates as lines. If there are summaries, each line has one candidate. Otherwise the
/// candidates are in columns, which are read downwards.
struct CandidateList {
  var columns: Int
  /// Returns a summary with the style in which it is shown.
  var remark: (String) -> String = { $0 }

  func lines(of candidates: [Completions.Candidate]) -> [String] {
    let shown = candidates.map { candidate in
      (name: Escaping.escaped(candidate.text), summary: Escaping.escaped(candidate.summary))
    }
    return shown.contains { !$0.summary.isEmpty }
      ? described(shown) : columned(shown.map { TextWidth.truncated($0.name, to: columns) })
  }

  private func described(_ shown: [(name: String, summary: String)]) -> [String] {
    let longest = shown.map { TextWidth.columns(of: $0.name) }.max() ?? 0
    // A single long name must not push every summary off the screen.
    let margin = min(longest, max(columns / 2, 8)) + 2
    return shown.map { name, summary in
      let name = TextWidth.truncated(name, to: columns)
      let padding = max(margin - TextWidth.columns(of: name), 2)
      let room = columns - TextWidth.columns(of: name) - padding
      guard !summary.isEmpty, room >= 8 else { return name }
      return name + String(repeating: " ", count: padding) + remark(TextWidth.truncated(summary, to: room))
    }
  }

  private func columned(_ names: [String]) -> [String] {
    let cell = (names.map { TextWidth.columns(of: $0) }.max() ?? 0) + 2
    let across = max((columns + 2) / cell, 1)
    let down = (names.count + across - 1) / across
    return (0..<down).map { row in
      var line = ""
      for index in stride(from: row, to: names.count, by: down) {
        let isLast = index + down >= names.count
        line += isLast ? names[index] : TextWidth.padded(names[index], to: cell)
      }
      return line
    }
  }
}
