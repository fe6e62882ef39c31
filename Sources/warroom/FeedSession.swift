import CommandLanguage

/// A prompt's session that keeps commands about programs out of its record: `feed -- PROGRAM`, `feed off` and
/// `feed`. What a program brings is recorded, so a replay needs no program.
final class FeedSession: Session {
  private let recorded: any Session
  private let bare: any Session
  private unowned let feeds: FeedRunner

  /// - Parameters:
  ///   - recorded: runs a command and keeps it.
  ///   - bare: runs a command in the same world without a trace.
  init(recorded: any Session, bare: any Session, feeds: FeedRunner) {
    self.recorded = recorded
    self.bare = bare
    self.feeds = feeds
  }

  func run(_ command: Span<UInt8>, into output: inout [UInt8]) -> Outcome {
    guard Self.isAboutProgram(command) else {
      defer { feeds.catchUp(&output) }
      return recorded.run(command, into: &output)
    }
    feeds.isTyped = true
    defer { feeds.isTyped = false }
    return bare.run(command, into: &output)
  }

  func completeness(of text: Span<UInt8>) -> Completeness { recorded.completeness(of: text) }

  func completions(of text: Span<UInt8>, at cursor: Int) -> Completions {
    recorded.completions(of: text, at: cursor)
  }

  var isInterrupted: () -> Bool {
    get { recorded.isInterrupted }
    set { recorded.isInterrupted = newValue }
  }

  /// Whether the text is one command, and one of those three: had it more, more would be lost.
  static func isAboutProgram(_ command: Span<UInt8>) -> Bool {
    command.withUnsafeBufferPointer { bytes in
      guard isOneStatement(bytes) else { return false }
      let code = bytes.prefix { $0 != UInt8(ascii: "#") }
      let words = code.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.prefix(2)
      guard let first = words.first, first.elementsEqual("feed".utf8) else { return false }
      guard let second = words.dropFirst().first else { return true }
      return second.elementsEqual("--".utf8) || second.elementsEqual("off".utf8)
    }
  }

  private static func isOneStatement(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      } else if isInString {
        isEscaped = byte == UInt8(ascii: "\\")
      } else if byte == UInt8(ascii: ";") || byte == 0x0A {
        return false
      }
    }
    return true
  }
}
