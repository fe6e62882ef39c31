/// Follows brackets, strings and comments over a text that grows, each byte once, so that the parser is
/// only asked whether a command is complete when it may be.
struct OpenScan {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var isInComment = false
  private var endedWord = true

  /// Whether every bracket and string seen so far is closed.
  var isBalanced: Bool { depth <= 0 && !isInString }

  mutating func scan(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { scan(byte) }
  }

  private mutating func scan(_ byte: UInt8) {
    if isInString {
      if byte == 0x0A {
        // The parser says that it was never closed.
        isInString = false
        isEscaped = false
        endedWord = true
      } else if isEscaped {
        isEscaped = false
      } else if byte == 0x5C {
        isEscaped = true
      } else if byte == 0x22 {
        isInString = false
      }
      return
    }
    if isInComment {
      isInComment = byte != 0x0A
      return
    }
    switch byte {
    case 0x22: isInString = true
    case 0x23 where endedWord: isInComment = true
    case 0x7B, 0x28, 0x5B: depth += 1
    case 0x7D, 0x29, 0x5D: depth -= 1
    default: break
    }
    endedWord = byte.endsWord
  }
}
