import Glibc
package import Scenarios
import Synchronization

/// The lines that jobs run, in a file that outlives the program: what ended it is told by them.
///
/// The file is mapped into memory, so that a line costs no call of the system, and is there however the program ends.
package final class LineJournal: Sendable {
  /// The start of the memory, as an address, since only bytes are shared.
  private let address: UInt
  private let jobCount: Int
  /// By job, where the line of each depth begins.
  private let offsets: [Offsets]

  private final class Offsets: Sendable {
    let starts = Mutex<[Int]>([])
  }

  /// The greatest size of one job's lines; the rest of a longer path is lost.
  private static let slotByteCount = 1 << 20
  private static let headByteCount = 8

  /// Makes the file, or clears it; `nil` when it cannot be written.
  package init?(_ path: FilePath, jobCount: Int) {
    let size = Self.slotByteCount * jobCount
    let file = unsafe open(path.terminated, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard ftruncate(file, off_t(size)) == 0,
      let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      unsafe memory != MAP_FAILED
    else { return nil }
    address = UInt(bitPattern: memory)
    self.jobCount = jobCount
    offsets = (0..<jobCount).map { _ in Offsets() }
  }

  /// Notes that a job runs a line behind `depth` others; an empty one that it begins anew.
  package func note(_ job: Int, _ depth: Int, _ line: String) {
    guard job < jobCount, let base = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
    let slot = unsafe base + job * Self.slotByteCount
    offsets[job].starts.withLock { starts in
      if starts.count > depth { starts.removeSubrange(depth...) }
      let start = starts.last ?? 0
      let begin = depth == 0 ? 0 : start
      guard starts.count == depth || depth == 0, !line.isEmpty || depth == 0 else { return }
      var end = begin
      if !line.isEmpty {
        guard Self.headByteCount + begin + line.utf8.count + 1 <= Self.slotByteCount else { return }
        var line = line
        line.withUTF8 { bytes in
          if let start = bytes.baseAddress {
            unsafe (slot + Self.headByteCount + end).copyMemory(from: start, byteCount: bytes.count)
          }
        }
        end += line.utf8.count
        unsafe (slot + Self.headByteCount + end).storeBytes(of: 0x0A, as: UInt8.self)
        end += 1
        // Where the next one begins.
        starts.append(end)
      }
      unsafe slot.storeBytes(of: UInt64(end), as: UInt64.self)
    }
  }

  /// The lines of each job that a program left behind.
  package static func lines(in path: FilePath) -> [[String]] {
    guard let bytes = try? PosixFiles().read(path, byteCountMax: 256 << 20) else { return [] }
    return stride(from: 0, to: bytes.count - headByteCount, by: slotByteCount).map { slot in
      var count = 0
      for index in (0..<headByteCount).reversed() { count = count << 8 | Int(bytes[slot + index]) }
      let start = slot + headByteCount
      let end = min(bytes.count, start + max(0, min(count, slotByteCount - headByteCount)))
      return bytes[start..<end].split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
