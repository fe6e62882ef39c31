import Glibc
import TestSupport
import Testing

/// Copies of a file with changed or missing bytes.
struct FileMutations {
  /// `STORE_TESTS=long` runs the long form of the tests.
  static let isLong = getenv("STORE_TESTS").map { String(cString: $0) == "long" } ?? false
  static var count: Int { isLong ? 10_000 : 300 }

  private let whole: [UInt8]
  private var random: SplitMix

  init(of path: String, seed: UInt64) throws {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    whole = bytes
    random = SplitMix(seed)
  }

  /// Writes the next copy to a path, and removes the log of the previous one.
  mutating func writeNext(to path: String) throws {
    for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
    var bytes = whole
    switch random.below(4) {
    case 0: bytes.removeLast(random.below(bytes.count))
    case 1:
      let start = random.below(bytes.count - 64)
      for place in start..<start + random.below(64) { bytes[place] = UInt8(random.below(256)) }
    default:
      for _ in 0...random.below(8) {
        bytes[random.below(bytes.count)] = UInt8(random.below(256))
      }
    }
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    fwrite(bytes, 1, bytes.count, file)
  }
}
