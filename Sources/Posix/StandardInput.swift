import Glibc
import Synchronization

/// The lines of standard input, with which the user answers questions. Ctrl-C ends the wait for a line.
package final class StandardInput: Sendable {
  private let state = Mutex(State())

  package init() {}

  private struct State {
    var bytes: [UInt8] = []
    /// A Boolean value that indicates whether the input up to the next line break is the rest of a line that was too
    /// long.
    var isSkipping = false
  }

  /// The maximum length of a line; the rest is dropped.
  static let lineByteCountMax = 1 << 16

  /// Returns the next line without its line break; `nil` at the end of input, after an error, or after Ctrl-C.
  package func line() -> String? {
    state.withLock { state in
      while true {
        // An index instead of an iterator, which takes several times as long in debug builds.
        var end = 0
        while end < state.bytes.count, state.bytes[end] != UInt8(ascii: "\n") { end &+= 1 }
        if end < state.bytes.count {
          let line = String(decoding: state.bytes[..<end], as: UTF8.self)
          state.bytes.removeSubrange(...end)
          if state.isSkipping {
            state.isSkipping = false
            continue
          }
          return line
        }
        if state.isSkipping { state.bytes = [] }
        if state.bytes.count >= Self.lineByteCountMax {
          let line = String(decoding: state.bytes.prefix(Self.lineByteCountMax), as: UTF8.self)
          state = State(isSkipping: true)
          return line
        }
        guard Self.readMore(into: &state.bytes) else {
          let rest = state.isSkipping ? [] : state.bytes
          state = State()
          return rest.isEmpty || Interruption.isThere ? nil : String(decoding: rest, as: UTF8.self)
        }
      }
    }
  }

  private static func readMore(into bytes: inout [UInt8]) -> Bool {
    while !Interruption.isThere {
      var chunk: [UInt8] = []
      switch InputStream.readPiece(of: 0, byteCountMax: 4_096, into: &chunk) {
      case .bytes:
        bytes += chunk
        return true
      case .interrupted: continue
      case .end, .nothingYet, .failed: return false
      }
    }
    return false
  }
}
