import TerminalText

/// A reader of commands from bytes that arrive in chunks of any size. Each command is parsed once, when it is complete.
///
///     var reader = session.makeReader()
///     reader.feed(bytes)
///     while let command = reader.next() { … }
///     reader.finish()
///     while let command = reader.next() { … }
///
/// A command ends with its line, unless a block, a bracket or a string of several lines is open, or the line ends with
/// an operator or a comma.
///
/// A line that is too long is refused and skipped, and only its beginning is kept. If a command of several lines is too
/// long, its end is unknown, so reading stops.
public struct CommandReader {
  /// A Boolean value that indicates whether many commands are parsed at once, into one program.
  var readsAhead = false
  /// A Boolean value that indicates whether a line with only a comment is returned, as an empty command, for
  /// recordings.
  public var returnsComments = false

  private var lexer: Lexer
  private var parser: Parser
  /// The session's limits, which its commands can change between two lines.
  private let presentLimits: () -> Limits
  private var limits: Limits { parser.limits }
  private let readCount: ReadCount?
  private var buffer: [UInt8] = []
  /// The offsets in `buffer` of the current command and of the first unread line.
  private var start = 0
  private var lineStart = 0
  private var searched = 0
  /// The number of bytes that were dropped from a line that is too long, before its end arrived.
  private var droppedCount = 0
  /// The number of bytes that are kept of a line that is too long.
  private static let beginningCount = 1_000
  /// The line numbers at `start` and at `lineStart`.
  private var line = 1
  private var lineNumber = 1
  /// The comments on the lines before the command. The command gets at most ``commentsMax`` of them.
  private var comments: [String] = []
  private static let commentsMax = 1_000
  /// The commands that have been read but not returned, in reverse order.
  private var ready: [PreparedLine] = []
  private var isAtBeginning = true
  private var isFinished = false
  /// A Boolean value that indicates whether a command of several lines was too long, so that reading has stopped.
  public private(set) var hasStopped = false

  init(_ grammar: Grammar, _ limits: @escaping () -> Limits, _ readCount: ReadCount? = nil) {
    presentLimits = limits
    self.readCount = readCount
    lexer = Lexer(grammar)
    parser = Parser(grammar, limits())
  }

  /// A Boolean value that indicates whether the bytes so far end within a command.
  public var isOpen: Bool { !hasStopped && (lexer.isOpen || lineStart < buffer.count || !ready.isEmpty) }

  /// Appends the next bytes. Carriage returns before a line feed belong to the line ending and are dropped, so that the
  /// text of a command of several lines does not depend on the file's line endings.
  public mutating func feed(_ bytes: Span<UInt8>) {
    if hasStopped { return }
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == 0x0A, buffer.last == 0x0D {
        while buffer.last == 0x0D { buffer.removeLast() }
        searched = min(searched, buffer.count)
      }
      buffer.append(byte)
    }
  }

  /// Ends the text. The remaining bytes are then read, even if a command is incomplete.
  public mutating func finish() { isFinished = true }

  /// Returns the next complete command; `nil` if more bytes are needed.
  public mutating func next() -> PreparedLine? {
    if ready.isEmpty {
      skipByteOrderMark()
      readOn()
    }
    return ready.popLast()
  }

  /// The minimum number of bytes to read ahead, if available.
  private static let bytesAhead = 65_536

  private mutating func readOn() {
    if hasStopped { return }
    let (bytes, beginning) = (buffer, start)
    parser.limits = presentLimits()
    parser.begin(bytes)
    var commands: [Parser.Command] = []
    // The program begins with the first command, since messages quote it without the lines above.
    var origin: Int?
    while commands.isEmpty || readsAhead && start - beginning < Self.bytesAhead {
      let first = start
      defer { if origin == nil, !commands.isEmpty { origin = first } }
      guard let end = nextLineEnd(bytes.span) else {
        // A command that is incomplete at the end of the text is read as it is.
        if isFinished, start < lineStart { cut(bytes.span, lineStart, &commands) }
        break
      }
      if refuseIfTooLong(bytes.span, end, &commands) {
        if hasStopped { break }
        continue
      }
      lexer.scan(bytes.span, lineStart..<end)
      lineStart = end
      lineNumber += 1
      if !lexer.isOpen || isFinished && end == bytes.count { cut(bytes.span, end, &commands) }
    }
    if let origin {
      let end = hasStopped ? min(bytes.count, start + Self.beginningCount) : start
      let program = parser.end(bytes, origin..<end)
      readCount?.lines += commands.count
      ready = commands.reversed().map { PreparedLine($0, in: program) }
    }
    compact()
  }

  /// Returns the end of the next line, including its line feed; `nil` if it has not arrived.
  private mutating func nextLineEnd(_ bytes: Span<UInt8>) -> Int? {
    var offset = searched
    while offset < bytes.count {
      offset &+= 1
      if bytes[offset &- 1] == 0x0A {
        searched = offset
        return offset
      }
    }
    searched = offset
    if isFinished { return lineStart < bytes.count ? bytes.count : nil }
    // A command of several lines may already be too long before the end of the last one arrives.
    return start < lineStart && bytes.count - start > limits.line + 1 ? bytes.count : nil
  }

  /// Refuses the command that ends at `end` if it is too long, and skips its line. Otherwise returns `false`.
  private mutating func refuseIfTooLong(
    _ bytes: Span<UInt8>, _ end: Int, _ commands: inout [Parser.Command]
  ) -> Bool {
    guard droppedCount > 0 || end - start > limits.line else { return false }
    var last = end
    while last > lineStart, bytes[last - 1] == 0x0A || bytes[last - 1] == 0x0D { last -= 1 }
    let count = last - start + droppedCount
    guard droppedCount > 0 || count > limits.line else { return false }
    hasStopped = start < lineStart
    let shown = start..<min(last, start + Self.beginningCount)
    let problem = ReachedLimit.line(limits.line, given: hasStopped ? nil : count)
    commands.append(parser.refuse(.reached(problem), at: 0..<0, in: shown, line: line))
    if !hasStopped { (start, lineStart, lineNumber, line) = (end, end, lineNumber + 1, lineNumber + 1) }
    (droppedCount, comments) = (0, [])
    return true
  }

  /// Parses the command up to `end`. Blank lines are skipped, and comments too unless they are requested.
  private mutating func cut(_ bytes: Span<UInt8>, _ end: Int, _ commands: inout [Parser.Command]) {
    if lexer.tokens.isEmpty {
      let found = lexer.comments.map { Parser.comment(buffer[$0]) }
      if found.isEmpty { comments = [] } else { comments += found }
      // Only the last comments are kept, because they are the ones that describe the command.
      if comments.count >= 2 * Self.commentsMax { comments.removeFirst(comments.count - Self.commentsMax) }
      if returnsComments, !found.isEmpty {
        commands.append(parser.parse(bytes, start..<end, &lexer, line: line))
      }
    } else {
      var command = parser.parse(bytes, start..<end, &lexer, line: line)
      if !comments.isEmpty {
        command.comment = comments.suffix(Self.commentsMax).joined(separator: "\n")
        comments = []
      }
      commands.append(command)
    }
    lexer.restart()
    start = end
    line = lineNumber
  }

  /// Removes the bytes that have been read, if they are most of the buffer and no command is open, and those of a line
  /// that is too long.
  private mutating func compact() {
    if hasStopped { buffer = [] }
    let kept = max(limits.line, Self.beginningCount) + 1
    if start == lineStart, searched == buffer.count, searched - start > kept {
      // The last byte may belong to the end of the line.
      let dropped = start + Self.beginningCount..<searched - 1
      droppedCount += dropped.count
      searched -= dropped.count
      buffer.removeSubrange(dropped)
    }
    guard start > 4_096, start * 2 > buffer.count, start == lineStart else { return }
    buffer.removeSubrange(..<start)
    searched -= start
    (start, lineStart) = (0, 0)
  }

  private mutating func skipByteOrderMark() {
    guard isAtBeginning, buffer.count >= 3 || isFinished else { return }
    isAtBeginning = false
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { (start, lineStart, searched) = (3, 3, 3) }
  }

  // MARK: Whole texts

  /// Reads a whole text as one command: any number of statements or, with a shape, an argument that a host stores as
  /// text.
  static func read(
    _ text: [UInt8], as shape: ArgumentShape? = nil, _ grammar: Grammar, _ limits: Limits
  ) -> PreparedLine {
    var parser = Parser(grammar, limits)
    if shape != nil {
      let command = parser.parse(whole: text, as: shape)
      return PreparedLine(command, in: parser.end(text, 0..<text.count))
    }
    let source = text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
    var count = source.count
    while count > 0, source[count - 1] == 0x0A || source[count - 1] == 0x0D { count -= 1 }
    let command: Parser.Command
    if count > limits.line {
      parser.begin(source)
      command = parser.refuse(
        .reached(.line(limits.line, given: count)), at: 0..<0, in: 0..<source.count, line: 1)
    } else {
      command = parser.parse(whole: source, as: nil)
    }
    return PreparedLine(command, in: parser.end(source, 0..<source.count))
  }
}

final class ReadCount {
  var lines = 0
}
