import CommandLanguage

/// The lines of a command that is still open, such as a block whose `}` has not come yet.
struct OpenCommand {
  private var text: [UInt8] = []
  /// Reads each line once; `nil` for a session that is asked about the whole text after each line.
  private var reader: CommandReader?
  private(set) var isOpen = false

  /// The lines before the line being typed, as context for completion.
  var before: [UInt8] { isOpen ? text + [UInt8(ascii: "\n")] : [] }

  /// Takes one more line and returns the command if it is whole with it.
  ///
  /// A blank line outside a block is nothing at all.
  mutating func add(_ line: some Collection<UInt8>, to session: any Session) -> PreparedLine? {
    if isOpen {
      text.append(UInt8(ascii: "\n"))
    } else if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
      return nil
    } else {
      reader = session.makeReader()
      reader?.givesComments = true
    }
    text.append(contentsOf: line)
    isOpen = true
    reader?.feed((Array(line) + [UInt8(ascii: "\n")]).span)
    let read = reader?.next()
    let isWhole =
      reader.map { read != nil || !$0.isOpen } ?? (session.completeness(of: text.span) == .complete)
    return isWhole ? take(read, from: session) : nil
  }

  /// Gives the lines so far as they stand, or nothing when there are none.
  mutating func end(in session: any Session) -> PreparedLine? {
    guard isOpen else { return nil }
    reader?.finish()
    return take(reader?.next(), from: session)
  }

  /// Ends the command. What no reader gave, or only the beginning of, is read as a whole.
  private mutating func take(_ read: PreparedLine?, from session: any Session) -> PreparedLine {
    defer { drop() }
    if let read, reader?.hasGivenUp == false { return read }
    return session.read(text.span)
  }

  /// Forgets the lines.
  mutating func drop() {
    text.removeAll()
    reader = nil
    isOpen = false
  }
}
