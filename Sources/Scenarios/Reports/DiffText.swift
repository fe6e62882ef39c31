import TerminalText

/// A difference as text in unified form. A line number, a sign and a bar precede the text of each line, so that printed
/// text cannot be mistaken for a sign.
///
/// ```
///   13   | + reserve 1  Arthur
///   14 - | ~ map/units 1  100 hp
///      ? |                ^^^
///      + | ~ map/units 1  90 hp
///      ? |                ^^
/// ```
struct DiffText {
  private let difference: OutputDifference
  private let style: TextStyle

  init(_ difference: OutputDifference, _ style: TextStyle) {
    self.difference = difference
    self.style = style
  }

  /// Returns the lines of the text. The middle of a run of more than `2 * context + 1` lines without differences is
  /// left out.
  func lines(context: Int, countMax: Int) -> [String] {
    var lines: [String] = []
    var quiet: [OutputDifference.Line] = []
    var isFirst = true
    // The missing lines since the last line without a difference.
    var missing: [String] = []
    for line in difference.lines {
      switch line {
      case .same, .any, .skipped:
        quiet.append(line)
        missing = []
      case .missing(let number, let text, let changed):
        flush(&quiet, to: &lines, before: isFirst ? 0 : context, after: context)
        isFirst = false
        lines.append(row(number, .missing, style.removed(style.marking(text, changed))))
        appendMarks(text, changed, to: &lines)
        missing.append(text)
      case .extra(let text, let changed):
        flush(&quiet, to: &lines, before: isFirst ? 0 : context, after: context)
        isFirst = false
        lines.append(row(0, .extra, style.added(style.marking(text, changed))))
        appendMarks(text, changed, to: &lines)
        // Strings are equal if they are canonically equivalent.
        if missing.contains(where: { $0 == text && !$0.utf8.elementsEqual(text.utf8) }) {
          lines.append(row(0, .none, "⋮ it looks the same, but its characters are composed differently"))
        }
      }
    }
    flush(&quiet, to: &lines, before: isFirst ? 0 : context, after: 0)
    let more = max(0, lines.count - countMax) + difference.unshownCount
    guard more > 0 else { return lines }
    return lines.prefix(countMax) + [row(0, .none, "⋮ \(English.count(more, "more line"))")]
  }

  /// Appends a run of lines without differences: `before` lines after the previous change, and `after` lines before the
  /// next.
  private func flush(
    _ quiet: inout [OutputDifference.Line], to lines: inout [String], before: Int, after: Int
  ) {
    let count = quiet.reduce(0) { if case .skipped(let count) = $1 { $0 + count } else { $0 + 1 } }
    if count <= before + after + 1, before + after > 0 {
      lines += quiet.map(shown)
    } else if !quiet.isEmpty {
      lines += quiet.prefix(before).map(shown)
      let hidden = count - before - after
      lines.append(row(0, .none, "⋮ \(English.count(hidden, "line")) as expected"))
      lines += quiet.suffix(after).map(shown)
    }
    quiet.removeAll()
  }

  private func shown(_ line: OutputDifference.Line) -> String {
    switch line {
    case .same(let number, let text): row(number, .none, text)
    case .skipped(let count): row(0, .none, "⋮ \(English.count(count, "line")) as expected")
    case .any(let number, let count): row(number, .none, "...  (\(English.count(count, "line")))")
    case .missing(let number, let text, _): row(number, .missing, text)
    case .extra(let text, _): row(0, .extra, text)
    }
  }

  private func appendMarks(_ text: String, _ changed: [Range<Int>], to lines: inout [String]) {
    guard !style.usesColor, !changed.isEmpty else { return }
    var marks = ""
    var offset = 0
    for character in text {
      let end = offset + character.utf8.count
      let isChanged = changed.contains { $0.overlaps(offset..<end) }
      marks += String(repeating: isChanged ? "^" : " ", count: TextWidth.columns(of: character))
      offset = end
    }
    while marks.utf8.last == UInt8(ascii: " ") { marks.removeLast() }
    lines.append(row(0, .marks, marks))
  }

  private func row(_ number: Int, _ sign: Sign, _ text: String) -> String {
    Self.gutter(number, style, sign) + text
  }

  /// The sign of a row, which is shown to the left of the bar.
  enum Sign: String {
    case none = " "
    /// A line that was expected and not printed.
    case missing = "-"
    /// A line that was printed and not expected.
    case extra = "+"
    /// Marks for the part of the line above that differs.
    case marks = "?"
  }

  /// Returns the line number or spaces, the sign and the bar.
  static func gutter(_ number: Int, _ style: TextStyle, _ sign: Sign = .none) -> String {
    let digits = number > 0 ? String(number) : ""
    let padded = String(repeating: " ", count: max(0, 6 - digits.utf8.count)) + digits
    let shown =
      switch sign {
      case .none, .marks: sign.rawValue
      case .missing: style.bad(sign.rawValue)
      case .extra: style.good(sign.rawValue)
      }
    return "\(style.quiet(padded)) \(shown) \(style.quiet("|")) "
  }
}
