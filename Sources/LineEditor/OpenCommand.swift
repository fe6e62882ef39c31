import CommandLanguage

/// The lines of an incomplete command, such as a block without its closing `}`.
struct OpenCommand {
  private var text: [UInt8] = []
  /// The reader of the lines; `nil` for a session without a reader, which gets the whole text after each line.
  private var reader: CommandReader?
  private(set) var isOpen = false

  /// The lines before the line being typed, as context for completion.
  var before: [UInt8] { isOpen ? text + [UInt8(ascii: "\n")] : [] }

  /// Adds a line, and returns the command if this line completes it; `nil` otherwise.
  ///
  /// A blank line outside a block is ignored.
  mutating func add(_ line: some Collection<UInt8>, to session: any Session) -> PreparedLine? {
    if isOpen {
      text.append(UInt8(ascii: "\n"))
    } else if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
      return nil
    } else {
      reader = session.makeReader()
      reader?.returnsComments = true
    }
    text.append(contentsOf: line)
    isOpen = true
    reader?.feed((Array(line) + [UInt8(ascii: "\n")]).span)
    let read = reader?.next()
    let isWhole =
      reader.map { read != nil || !$0.isOpen } ?? (session.completeness(of: text.span) == .complete)
    return isWhole ? take(read, from: session) : nil
  }

  /// Ends the command and returns its lines, even if it is incomplete; `nil` if there are none.
  mutating func end(in session: any Session) -> PreparedLine? {
    guard isOpen else { return nil }
    reader?.finish()
    return take(reader?.next(), from: session)
  }

  /// Ends the command. If a reader did not return all of it, the text is read as a whole.
  private mutating func take(_ read: PreparedLine?, from session: any Session) -> PreparedLine {
    defer { drop() }
    if let read, reader?.hasStopped == false { return read }
    return session.read(text.span)
  }

  mutating func drop() {
    text.removeAll()
    reader = nil
    isOpen = false
  }
}

/// The rules for pasted text. If it is a part of a scenario, only its commands run, and their output is skipped.
enum PastedText {
  /// Returns whether a text begins with a command of a scenario, possibly after comments and blank lines.
  static func isTranscript(_ text: [UInt8]) -> Bool {
    let lines = text.split(separator: UInt8(ascii: "\n"))
    let first = lines.first { $0.first != UInt8(ascii: "#") && !$0.allSatisfy { $0 <= 0x20 } }
    return first?.starts(with: "> ".utf8) ?? false
  }

  /// Returns the commands of a transcript, or the text itself if it is not a transcript.
  ///
  /// - Complexity: O(bytes).
  static func commands(in text: [UInt8]) -> [[UInt8]] {
    isTranscript(text) ? HistoryText.entries(in: text).entries : [text]
  }
}
