/// The difference between a command's output and the expected output, line by line.
///
/// The difference has at most ``lineCountMax`` lines, and long lines are cut.
public struct OutputDifference: Sendable, Equatable {
  /// The lines in reading order. Long runs without differences include only the lines near a difference.
  public var lines: [Line]
  /// The number of further lines of the comparison that are left out.
  public var unshownCount = 0

  /// The maximum number of lines.
  public static let lineCountMax = 400
  static let contextLineCount = 3

  /// A line of the comparison. Texts are in the form of the file and escaped for display. `changed` contains the UTF-8
  /// ranges in which the text differs from the corresponding line.
  public enum Line: Sendable, Equatable {
    /// A line as expected. `line` is its number in the file, from 1.
    case same(line: Int, text: String)
    /// A number of further lines as expected.
    case skipped(count: Int)
    /// A `...`, and the number of printed lines that it matches.
    case any(line: Int, count: Int)
    /// A line that was expected and not printed.
    case missing(line: Int, text: String, changed: [Range<Int>])
    /// A line that was printed and not expected.
    case extra(text: String, changed: [Range<Int>])
  }

  /// Creates a difference of some lines.
  public init(lines: [Line]) { self.lines = lines }

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
    let firstChange = aligned.firstIndex { !$0.isMatch } ?? aligned.count
    let first = max(0, firstChange - 2 * Self.contextLineCount)
    if first > 0 { lines.append(.skipped(count: aligned[..<first].reduce(0) { $0 + $1.matchCount })) }
    for item in aligned[first...] {
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

  /// Returns whether there is room for another line. If not, the line is counted as left out.
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
    var (old, new) = (Self.expected(pattern, matcher, transcript), Self.printed(line, matcher))
    if old == new {
      // One line has a control character, and the other its escape sequence as text.
      old = ShownLine.text(
        of: transcript.text(ofLine: matcher.patterns[pattern].line), doublesBackslashes: true)
      new = ShownLine.text(of: TranscriptWriter.written(matcher.printed[line])[...], doublesBackslashes: true)
    }
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

extension OutputDifference {
  /// The replaced words and their replacements, in all lines.
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

  private var differingCount: Int {
    lines.count { line in
      switch line {
      case .missing, .extra: true
      case .same, .any, .skipped: false
      }
    }
  }

  /// Returns whether a later difference consists only of replacements that also occur in this one.
  func explains(_ later: OutputDifference) -> Bool {
    let changes = later.changes
    guard !changes.isEmpty, later.unshownCount == 0, 2 * changes.count == later.differingCount else {
      return false
    }
    let known = self.changes
    return changes.allSatisfy { $0 != "\n→\n" && known.contains($0) }
  }

  /// Creates the difference between two texts that are not in a file, without line numbers.
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
