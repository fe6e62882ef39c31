import TerminalText

extension Transcript {
  /// Creates a transcript from the bytes of a file. O(bytes). No text is copied, and any sequence of bytes is valid.
  public init(_ bytes: [UInt8]) {
    var reader = TranscriptReader(byteCount: bytes.count)
    reader.read(bytes.span)
    self.bytes = bytes
    self.lines = reader.lines
    self.steps = reader.steps
    self.header = reader.header.header
  }
}

/// A reader that makes a single pass over a file's bytes.
struct TranscriptReader {
  private(set) var lines: [Transcript.Line] = []
  private(set) var steps: [Transcript.Step] = []
  private(set) var header = HeaderReader()
  private var isInHeader = true
  private var isUnorderedNext = false

  init(byteCount: Int) {
    lines.reserveCapacity(byteCount / 24 + 1)
    steps.reserveCapacity(byteCount / 64 + 1)
  }

  mutating func read(_ bytes: Span<UInt8>) {
    let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    var start = hasMark ? 3 : 0
    while start < bytes.count {
      let newline = TranscriptSyntax.newline(in: bytes, from: start)
      let end = TranscriptSyntax.end(bytes, start, newline)
      let next = min(newline &+ 1, bytes.count)
      let kind = self.kind(of: bytes, start, end)
      take(Transcript.Line(kind: kind, start: start, end: end, next: next), bytes)
      start = next
    }
  }

  private func kind(of bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Transcript.Kind {
    guard start < end else { return .blank }
    switch bytes[start] {
    case UInt8(ascii: "#"): return .comment
    case UInt8(ascii: "\\"): return .escaped
    case UInt8(ascii: ">") where TranscriptSyntax.isMark(bytes, start, end): return .command
    case UInt8(ascii: "."):
      if TranscriptSyntax.isMark(bytes, start, end), let last = lines.last?.kind,
        last == .command || last == .continuation
      {
        return .continuation
      }
      if TranscriptSyntax.isAnyLines(bytes, start, end) { return .anyLines }
    case UInt8(ascii: " "), UInt8(ascii: "\t"):
      if TranscriptSyntax.isBlank(bytes, start, end) { return .blank }
    default: break
    }
    return TranscriptSyntax.patternKind(bytes, start, end) ?? .text
  }

  private mutating func take(_ line: Transcript.Line, _ bytes: Span<UInt8>) {
    let index = lines.count
    lines.append(line)
    switch line.kind {
    case .blank: break
    case .comment: comment(bytes.extracting(line.start..<line.end), index)
    case .command:
      isInHeader = false
      var step = Transcript.Step(
        command: index..<index &+ 1, body: index &+ 1..<index &+ 1, verbatim: line.next..<line.next)
      step.isUnordered = isUnorderedNext
      isUnorderedNext = false
      steps.append(step)
    case .continuation:
      let last = steps.count &- 1
      steps[last].command = steps[last].command.lowerBound..<index &+ 1
      steps[last].body = index &+ 1..<index &+ 1
      steps[last].verbatim = line.next..<line.next
    default:
      isInHeader = false
      output(line, index, endsPlainly: line.next &- line.end == 1)
    }
  }

  private mutating func output(_ line: Transcript.Line, _ index: Int, endsPlainly: Bool) {
    let last = steps.count &- 1
    guard last >= 0 else { return }
    let isFirst = steps[last].body.isEmpty
    if isFirst {
      steps[last].verbatim = line.start..<line.start
      if isUnorderedNext {
        steps[last].isUnordered = true
        isUnorderedNext = false
      }
    }
    steps[last].body = steps[last].body.lowerBound..<index &+ 1
    if line.kind == .text, endsPlainly, line.start == steps[last].verbatim.upperBound {
      steps[last].verbatim = steps[last].verbatim.lowerBound..<line.next
    } else {
      steps[last].isVerbatim = false
    }
  }

  private mutating func comment(_ line: Span<UInt8>, _ index: Int) {
    let text = [UInt8](copying: line)[...]
    if isInHeader { header.comment(text, line: index &+ 1) }
    let body = HeaderReader.body(of: text)
    if body.elementsEqual("unordered".utf8) {
      isUnorderedNext = true
    } else if !steps.isEmpty, body.starts(with: "hash:".utf8) {
      if steps[steps.count &- 1].hashLine == nil {
        steps[steps.count &- 1].hashLine = index
      } else {
        header.fail(index &+ 1, "a command has one “hash:”, and this is another one")
      }
    } else if !steps.isEmpty {
      header.noteMisplaced(body, line: index &+ 1)
    }
  }
}
