import Glibc
package import Scenarios
import Synchronization

/// The lines that jobs are running, in a file that outlives the program, so that they show which line ended it.
///
/// The file is mapped into memory. So recording a line needs no system call, and the file is complete however the program ends.
package final class LineJournal: Sendable {
  /// The address of the memory.
  private let address: UInt
  private let jobCount: Int
  /// For each job, the offsets of its lines by depth.
  private let offsets: [Offsets]

  private final class Offsets: Sendable {
    let starts = Mutex<[Int]>([])
  }

  /// The maximum size of a job's lines; further lines are lost.
  private static let slotByteCount = 1 << 20
  private static let headByteCount = 8

  /// Creates the file, or clears it; `nil` if it cannot be written.
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

  /// Records that a job runs a line after `depth` others. An empty line means that it starts again.
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
        // The next line begins here.
        starts.append(end)
      }
      unsafe slot.storeBytes(of: UInt64(end), as: UInt64.self)
    }
  }

  /// Returns the lines of each job that a program left behind.
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
