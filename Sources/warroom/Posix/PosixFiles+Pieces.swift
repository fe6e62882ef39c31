import Glibc

extension PosixFiles {
  /// What came of reading a piece of a stream.
  enum Piece: Equatable {
    case bytes
    case nothingYet
    case interrupted
    case end
    case failed(Int32)
  }

  /// Reads what there is, once.
  static func readPiece(of descriptor: Int32, byteCountMax: Int, into bytes: inout [UInt8]) -> Piece {
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
