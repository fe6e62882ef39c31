import AutoUpdate
import CommandLanguage
import Glibc
import ProgramTesting
import SQLiteJournal
import Simulator
import Testing

/// Files in which bytes were changed, or that were cut: a message, or a store, and never a crash.
@Suite struct MutationTests {
  /// `STORE_TESTS=long` runs the long form.
  static let isLong = getenv("STORE_TESTS").map { String(cString: $0) == "long" } ?? false

  @Test func `a file whose bytes were changed is opened as far as it is whole, or refused`() throws {
    let folder = try TemporaryFolder()
    do {
      let session = try KeptSession(folder["whole.store"])
      _ = try session.run(
        "add person Ann\nwatch large = cards where points > 5\nevery 2 { print 1 }\nadd card Docs points=3")
      _ = try session.run((0..<40).map { "change Docs points=\($0 + 10)" }.joined(separator: "\n"))
      _ = try session.run("store compact\nadd card More\ntick 1\nundo")
    }
    let whole = try bytes(folder["whole.store"])
    var random = Random(seed: 7)
    var (openCount, refusedCount) = (0, 0)
    for _ in 0..<(Self.isLong ? 10_000 : 300) {
      var bytes = whole
      switch random.next(below: 4) {
      case 0: bytes.removeLast(random.next(below: bytes.count))
      case 1:
        let start = random.next(below: bytes.count - 64)
        for place in start..<start + random.next(below: 64) { bytes[place] = UInt8(random.next(below: 256)) }
      default:
        for _ in 0...random.next(below: 8) {
          bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256))
        }
      }
      let path = folder["mutated.store"]
      try write(bytes, to: path)
      do {
        let session = try KeptSession(path)
        openCount += 1
        _ = try? session.run(
          "log\nadd card New points=7\nundo 2\nredo\nlarge\nstore check\nstore compact\ntick 3")
      } catch let error as KeepingError {
        refusedCount += 1
        #expect(!error.explanation.message.isEmpty)
      } catch let error as JournalError {
        refusedCount += 1
        #expect(!"\(error)".isEmpty)
      }
      for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
    }
    #expect(openCount > 0)
    #expect(refusedCount > 0)
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    return bytes
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    fwrite(bytes, 1, bytes.count, file)
  }
}
