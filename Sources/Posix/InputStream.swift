import Glibc
package import Scenarios

/// A file or standard input that is read in pieces.
package struct InputStream: ~Copyable {
  private let descriptor: Int32

  package enum Piece: Equatable {
    case bytes
    case nothingYet
    case interrupted
    case end
    case failed(Int32)
  }

  /// Creates a stream of standard input, which stays open.
  package init() { descriptor = 0 }

  package init(_ path: FilePath) throws(FileFailure) {
    descriptor = try PosixFiles().open(path, O_RDONLY)
  }

  deinit { if descriptor > 0 { close(descriptor) } }

  /// Reads the next piece. Waits for input even if the descriptor is non-blocking, and continues after signals.
  package func read(byteCountMax: Int, into bytes: inout [UInt8]) -> Piece {
    while true {
      switch Self.readPiece(of: descriptor, byteCountMax: byteCountMax, into: &bytes) {
      case .interrupted: continue
      case .nothingYet: PosixThreads.wait(milliseconds: 10)
      case let piece: return piece
      }
    }
  }

  /// Returns all bytes of a file or pipe.
  package static func content(of path: FilePath, byteCountMax: Int) throws(FileFailure) -> [UInt8] {
    let stream = try InputStream(path)
    var (bytes, piece): ([UInt8], [UInt8]) = ([], [])
    while true {
      switch stream.read(byteCountMax: 1 << 16, into: &piece) {
      case .failed(let number): throw FileFailure(path, errno: number)
      case .end: return bytes
      default: bytes += piece
      }
      if bytes.count > byteCountMax { throw FileFailure(path, .tooLarge(byteCountMax: byteCountMax)) }
    }
  }

  /// Reads the available bytes in one call.
  package static func readPiece(of descriptor: Int32, byteCountMax: Int, into bytes: inout [UInt8]) -> Piece {
    var count = 0
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: byteCountMax) { buffer, initializedCount in
      count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      initializedCount = max(0, count)
    }
    if count > 0 { return .bytes }
    if count == 0 { return .end }
    return switch errno {
    case EINTR: .interrupted
    case EAGAIN: .nothingYet
    default: .failed(errno)
    }
  }
}
