import CommandLanguage

/// The lines that show what may stand at the cursor: with their summaries one a line, without in
/// columns that read downwards.
struct CandidateList {
  /// The terminal's size in cells.
  var columns: Int
  var rows: Int
  /// How many cells a text takes.
  var width: (String) -> Int
  /// How summaries are set off.
  var remark: (String) -> String = { $0 }

  func lines(of candidates: [Completions.Candidate]) -> [String] {
    let shown = candidates.map { candidate in
      (name: Self.visible(candidate.text), summary: Self.visible(candidate.summary))
    }
    let lines =
      shown.contains { !$0.summary.isEmpty }
      ? described(shown) : columned(shown.map { cut($0.name, to: columns) })
    // The typed line and a part of what was there before should stay in sight.
    let room = max(rows - 3, 5)
    guard lines.count > room else { return lines }
    let hidden = lines.count - (room - 1)
    return lines[..<(room - 1)] + [remark(cut("… and \(hidden) more lines", to: columns))]
  }

  private func described(_ shown: [(name: String, summary: String)]) -> [String] {
    let longest = shown.map { width($0.name) }.max() ?? 0
    // A single long name must not push every summary off the screen.
    let margin = min(longest, max(columns / 2, 8)) + 2
    return shown.map { name, summary in
      let name = cut(name, to: columns)
      let padding = max(margin - width(name), 2)
      let room = columns - width(name) - padding
      guard !summary.isEmpty, room >= 8 else { return name }
      return name + String(repeating: " ", count: padding) + remark(cut(summary, to: room))
    }
  }

  private func columned(_ names: [String]) -> [String] {
    let cell = (names.map(width).max() ?? 0) + 2
    let across = max((columns + 2) / cell, 1)
    let down = (names.count + across - 1) / across
    return (0..<down).map { row in
      var line = ""
      for index in stride(from: row, to: names.count, by: down) {
        let isLast = index + down >= names.count
        line += names[index]
        if !isLast { line += String(repeating: " ", count: cell - width(names[index])) }
      }
      return line
    }
  }

  /// The text itself, or as much of it as fits with an ellipsis.
  private func cut(_ text: String, to room: Int) -> String {
    guard width(text) > room else { return text }
    var text = String(text.prefix(max(room, 0)))
    while !text.isEmpty, width(text) > max(room - 1, 0) { text.removeLast() }
    return room > 0 ? text + "…" : ""
  }

  /// The text with everything that could move the cursor or turn the writing replaced.
  static func visible(_ text: String) -> String {
    var visible = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate: visible.append("\u{FFFD}")
      case .format where scalar != "\u{200D}": visible.append("\u{FFFD}")
      default: visible.append(scalar)
      }
    }
    return String(visible)
  }
}
