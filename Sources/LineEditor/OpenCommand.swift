/// The lines of a command that is still open, such as a block whose `}` has not come yet.
struct OpenCommand {
  private var text: [UInt8] = []
  private(set) var isOpen = false

  /// What completion has to know besides the line being typed: the lines before it.
  var before: [UInt8] { isOpen ? text + [UInt8(ascii: "\n")] : [] }

  /// Takes one more line and returns the command if it is whole with it.
  ///
  /// A blank line outside a block is nothing at all.
  mutating func add(
    _ line: some Collection<UInt8>, isComplete: (Span<UInt8>) -> Bool
  ) -> [UInt8]? {
    if isOpen {
      text.append(UInt8(ascii: "\n"))
    } else if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
      return nil
    }
    text.append(contentsOf: line)
    isOpen = true
    return isComplete(text.span) ? end() : nil
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
    isOpen = false
  }
}
