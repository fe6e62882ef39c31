import TerminalText

/// A difference as text: unified, each line behind its number, its sign and a bar, so that nothing printed begins
/// a line, and what a line begins with is not taken for its sign.
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

  /// The lines; runs of more than `2 * context + 1` lines as expected are cut in their middle.
  func lines(context: Int, countMax: Int) -> [String] {
    var lines: [String] = []
    var quiet: [OutputDifference.Line] = []
    var isFirst = true
    for line in difference.lines {
      switch line {
      case .same, .any, .skipped: quiet.append(line)
      case .missing(let number, let text, let changed):
        flush(&quiet, to: &lines, before: isFirst ? 0 : context, after: context)
        isFirst = false
        lines.append(row(number, .missing, style.removed(style.marking(text, changed))))
        appendMarks(text, changed, to: &lines)
      case .extra(let text, let changed):
        flush(&quiet, to: &lines, before: isFirst ? 0 : context, after: context)
        isFirst = false
        lines.append(row(0, .extra, style.added(style.marking(text, changed))))
        appendMarks(text, changed, to: &lines)
      }
    }
    flush(&quiet, to: &lines, before: isFirst ? 0 : context, after: 0)
    let more = max(0, lines.count - countMax) + difference.unshownCount
    guard more > 0 else { return lines }
    return lines.prefix(countMax) + [row(0, .none, "⋮ \(Counted.text(more, "more line"))")]
  }

  /// `before` lines belong to the change above, `after` lines to the change below.
  private func flush(
    _ quiet: inout [OutputDifference.Line], to lines: inout [String], before: Int, after: Int
  ) {
    let count = quiet.reduce(0) { if case .skipped(let count) = $1 { $0 + count } else { $0 + 1 } }
    if count <= before + after + 1, before + after > 0 {
      lines += quiet.map(shown)
    } else if !quiet.isEmpty {
      lines += quiet.prefix(before).map(shown)
      let hidden = count - before - after
      lines.append(row(0, .none, "⋮ \(Counted.text(hidden, "line")) as expected"))
      lines += quiet.suffix(after).map(shown)
    }
    quiet.removeAll()
  }

  private func shown(_ line: OutputDifference.Line) -> String {
    switch line {
    case .same(let number, let text): row(number, .none, text)
    case .skipped(let count): row(0, .none, "⋮ \(Counted.text(count, "line")) as expected")
    case .any(let number, let count): row(number, .none, "...  (\(Counted.text(count, "line")))")
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

  /// The kind of a row in a comparison, shown left of the bar.
  enum Sign: String {
    case none = " "
    /// Expected, not printed.
    case missing = "-"
    /// Printed, not expected.
    case extra = "+"
    /// Says which part of the row above differs.
    case marks = "?"
  }

  /// A line number, or its place, the sign and the bar.
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
