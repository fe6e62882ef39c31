import Glibc
import Synchronization

/// Lines of standard input, as a person answers questions; Ctrl-C ends the wait for one.
final class StandardInput: Sendable {
  private let buffered = Mutex<[UInt8]>([])

  /// The next line without its end; `nil` at the end of input, when it cannot be read, or when the user
  /// has enough.
  func line() -> String? {
    buffered.withLock { bytes in
      while true {
        if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
          defer { bytes.removeSubrange(...end) }
          return String(decoding: bytes[..<end], as: UTF8.self)
        }
        guard Self.readMore(into: &bytes) else {
          defer { bytes = [] }
          return bytes.isEmpty || Interruption.isThere ? nil : String(decoding: bytes, as: UTF8.self)
        }
      }
    }
  }

  private static func readMore(into bytes: inout [UInt8]) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while !Interruption.isThere {
      let count = chunk.withUnsafeMutableBytes { read(0, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes += chunk[..<count]
      return true
    }
    return false
  }
}
