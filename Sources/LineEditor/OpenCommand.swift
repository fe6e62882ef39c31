import CommandLanguage

/// The lines of a command that is still open, such as a block whose `}` has not come yet.
struct OpenCommand {
  private var text: [UInt8] = []
  /// Reads each line once; `nil` for a session that is asked about the whole text after each line.
  private var reader: CommandReader?
  private(set) var isOpen = false

  /// What completion has to know besides the line being typed: the lines before it.
  var before: [UInt8] { isOpen ? text + [UInt8(ascii: "\n")] : [] }

  /// Takes one more line and returns the command if it is whole with it.
  ///
  /// A blank line outside a block is nothing at all.
  mutating func add(_ line: some Collection<UInt8>, to session: any Session) -> [UInt8]? {
    if isOpen {
      text.append(UInt8(ascii: "\n"))
    } else if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
      return nil
    }
    if !isOpen { reader = session.makeReader() }
    text.append(contentsOf: line)
    isOpen = true
    return isComplete(Array(line), session) ? end() : nil
  }

  private mutating func isComplete(_ line: [UInt8], _ session: any Session) -> Bool {
    guard reader != nil else { return session.completeness(of: text.span) == .complete }
    reader?.feed((line + [UInt8(ascii: "\n")]).span)
    while reader?.next() != nil {}
    return reader?.isOpen != true
  }

  /// Gives the lines so far as they stand, or nothing when there are none.
  mutating func end() -> [UInt8]? {
    guard isOpen else { return nil }
    defer { drop() }
    return text
  }

  /// Forgets the lines.
  mutating func drop() {
    text.removeAll()
    reader = nil
    isOpen = false
  }
}
