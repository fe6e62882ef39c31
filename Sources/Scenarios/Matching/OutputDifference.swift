/// The difference between a command's output and the expected output, line by line, as far as people read it.
///
/// However much was printed, this takes at most ``lineCountMax`` lines, each cut where it is too long.
public struct OutputDifference: Sendable, Equatable {
  /// In reading order; of long runs as expected, only the lines beside a difference.
  public var lines: [Line]
  /// The number of further lines of the comparison that are left out.
  public var unshownCount = 0

  /// The most lines that are kept.
  public static let lineCountMax = 400
  static let contextLineCount = 3

  /// One line of the comparison. Texts are written as they would stand in the file, and fit to be shown;
  /// `changed` are the UTF-8 ranges of the text that its counterpart does not have.
  public enum Line: Sendable, Equatable {
    /// As expected. `line` is the 1-based line of the file.
    case same(line: Int, text: String)
    /// So many more lines as expected.
    case skipped(count: Int)
    /// `...`, and how many printed lines it stands for.
    case any(line: Int, count: Int)
    /// Expected, not printed.
    case missing(line: Int, text: String, changed: [Range<Int>])
    /// Printed, not expected.
    case extra(text: String, changed: [Range<Int>])
  }

  /// A difference of some lines, none of them left out.
  public init(lines: [Line]) { self.lines = lines }

  /// The first expected line that was not printed; `nil` if there is only output too much.
  var firstLine: Int? {
    for line in lines {
      if case .missing(let number, _, _) = line { return number }
    }
    return nil
  }

  /// The number of bytes in the texts.
  var byteCount: Int {
    lines.reduce(0) { sum, line in
      switch line {
      case .same(_, let text), .missing(_, let text, _), .extra(let text, _): sum + text.utf8.count
      case .any, .skipped: sum
      }
    }
  }

  init(_ aligned: [AlignedLine], _ matcher: OutputMatcher, _ transcript: Transcript) {
    lines = []
    for item in aligned {
      switch item {
      case .same(let pattern, _, let count): addSame(pattern, count, matcher, transcript)
      case .any(let pattern, let count):
        add { .any(line: matcher.patterns[pattern].line + 1, count: count) }
      case .missing(let pattern, let count):
        for at in pattern..<pattern + count where hasRoom() {
          lines.append(
            .missing(
              line: matcher.patterns[at].line + 1, text: Self.expected(at, matcher, transcript), changed: []))
        }
      case .extra(let line, let count):
        for at in line..<line + count where hasRoom() {
          lines.append(.extra(text: Self.printed(at, matcher), changed: []))
        }
      case .replaced(let pattern, let line, let count):
        for at in 0..<count where hasRoom() {
          addReplaced(pattern + at, line + at, matcher, transcript)
        }
      }
    }
  }

  /// Returns a Boolean value that indicates whether there is room for one more line; if not, counts the line.
  private mutating func hasRoom() -> Bool {
    if lines.count < Self.lineCountMax { return true }
    unshownCount += 1
    return false
  }

  private mutating func add(_ line: () -> Line) {
    if hasRoom() { lines.append(line()) }
  }

  private mutating func addSame(
    _ pattern: Int, _ count: Int, _ matcher: OutputMatcher, _ transcript: Transcript
  ) {
    let context = Self.contextLineCount
    let shown = count <= 2 * context + 1 ? count : context
    func line(_ at: Int) -> Line {
      .same(
        line: matcher.patterns[at].line + 1, text: Self.expected(at, matcher, transcript))
    }
    for at in pattern..<pattern + shown { add { line(at) } }
    guard shown < count else { return }
    add { .skipped(count: count - 2 * context) }
    for at in pattern + count - context..<pattern + count { add { line(at) } }
  }

  private mutating func addReplaced(
    _ pattern: Int, _ line: Int, _ matcher: OutputMatcher, _ transcript: Transcript
  ) {
    let (old, new) = (Self.expected(pattern, matcher, transcript), Self.printed(line, matcher))
    let kind = matcher.patterns[pattern].kind
    let marks = kind == .text || kind == .escaped ? ChangedParts.between(old, new) : (old: [], new: [])
    lines.append(.missing(line: matcher.patterns[pattern].line + 1, text: old, changed: marks.old))
    lines.append(.extra(text: new, changed: marks.new))
  }

  private static func expected(
    _ pattern: Int, _ matcher: OutputMatcher, _ transcript: Transcript
  ) -> String {
    ShownLine.text(of: transcript.text(ofLine: matcher.patterns[pattern].line))
  }

  private static func printed(_ line: Int, _ matcher: OutputMatcher) -> String {
    ShownLine.text(of: TranscriptWriter.written(matcher.printed[line])[...])
  }
}
