import Glibc
package import Scenarios
import Synchronization

/// A file of the lines that jobs are running. After a crash of the program, it shows which line caused the crash.
///
/// The file is mapped into memory. So recording a line needs no system call, and the file is complete however the
/// program ends. Another process can read from the file which jobs are running a line.
package final class LineJournal: Sendable {
  private let address: UInt
  private let jobCount: Int
  /// For each job, the offsets of its lines by depth.
  private let offsets: [Offsets]

  private final class Offsets: Sendable {
    let starts = Mutex<[Int]>([])
  }

  /// The maximum size of a job's lines with their header; further lines are lost.
  private static let slotByteCount = 1 << 20
  /// The size of the header of a job's lines: their number of bytes, a mark that changes with each call of `note` and is
  /// odd while a line runs, and the number of the job's steps.
  private static let headByteCount = 24
  /// The position of the number of steps in the header.
  private static let stepCountOffset = 16

  /// Creates or clears the file; `nil` if it cannot be written.
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

  /// Counts a step that a job is about to run.
  package func countStep(of job: Int) {
    guard job < jobCount, let base = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
    let offset = job * Self.slotByteCount + Self.stepCountOffset
    let count = unsafe base.load(fromByteOffset: offset, as: UInt64.self)
    unsafe base.storeBytes(of: count &+ 1, toByteOffset: offset, as: UInt64.self)
  }

  /// Records that a job runs a line after `depth` others. An empty line means that the last line has ended, or at depth
  /// 0 that the job starts again.
  package func note(_ job: Int, _ depth: Int, _ line: String) {
    guard job < jobCount, let base = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
    let slot = unsafe base + job * Self.slotByteCount
    let mark = unsafe slot.load(fromByteOffset: 8, as: UInt64.self)
    let next = ((mark >> 1) &+ 1) << 1 | (line.isEmpty ? 0 : 1)
    unsafe slot.storeBytes(of: next, toByteOffset: 8, as: UInt64.self)
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

  /// Returns the lines of each job in the file of a program that has ended.
  package static func lines(in path: FilePath) -> [[String]] {
    guard let bytes = try? PosixFiles().read(path, byteCountMax: 256 << 20) else { return [] }
    return slots(of: bytes).map { slot in
      let count = Int(truncatingIfNeeded: number(at: slot, in: bytes))
      let start = slot + headByteCount
      let end = min(bytes.count, start + max(0, min(count, slotByteCount - headByteCount)))
      return bytes[start..<end].split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Returns the number of steps of all jobs in the file of a program that has ended.
  package static func stepCount(in path: FilePath) -> Int {
    guard let bytes = try? PosixFiles().read(path, byteCountMax: 256 << 20) else { return 0 }
    return slots(of: bytes).reduce(0) {
      $0 &+ Int(truncatingIfNeeded: number(at: $1 + stepCountOffset, in: bytes))
    }
  }

  /// Returns the positions of the jobs' lines in the bytes of a file.
  private static func slots(of bytes: [UInt8]) -> StrideTo<Int> {
    stride(from: 0, to: bytes.count - headByteCount, by: slotByteCount)
  }

  private static func number(at offset: Int, in bytes: [UInt8]) -> UInt64 {
    (0..<8).reversed().reduce(0) { $0 << 8 | UInt64(bytes[offset + $1]) }
  }

  /// A watchdog in another process, which detects that a job does not finish a line.
  ///
  /// It measures processor time, so that no line seems slow on a busy machine. A line that waits and takes no processor
  /// time has a longer limit.
  package final class Watchdog {
    private let file: Int32
    private let jobCount: Int
    private let limitNs: UInt64
    /// For each job, the mark of the running line, and the times at which it was first seen.
    private var seen: [(mark: UInt64, cpuNs: UInt64, wallNs: UInt64)]

    /// The time that a line may wait, as a multiple of the processor time that it may take.
    private static let waitFactor: UInt64 = 10

    /// - Parameter limitNs: the maximum processor time of a line.
    package init?(_ path: FilePath, jobCount: Int, limitNs: UInt64) {
      file = unsafe open(path.terminated, O_RDONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else { return nil }
      self.jobCount = jobCount
      self.limitNs = limitNs
      seen = Array(repeating: (0, 0, 0), count: jobCount)
    }

    deinit { close(file) }

    /// Returns a Boolean value that indicates whether some job of a process has been in one line for too long.
    package func isHung(_ process: Int32) -> Bool {
      let (cpu, wall) = (WorkerProcess.cpuNs(of: process), PosixThreads.now())
      var isHung = false
      for job in 0..<jobCount {
        let mark = mark(of: job)
        if mark & 1 == 0 || mark != seen[job].mark {
          seen[job] = (mark, cpu, wall)
          continue
        }
        // Each other job may also take that much processor time meanwhile.
        let isBusy = cpu &- seen[job].cpuNs > limitNs &* UInt64(jobCount)
        if isBusy || wall &- seen[job].wallNs > limitNs &* Self.waitFactor { isHung = true }
      }
      return isHung
    }

    private func mark(of job: Int) -> UInt64 {
      var mark: UInt64 = 0
      let offset = job * LineJournal.slotByteCount + 8
      return unsafe pread(file, &mark, 8, off_t(offset)) == 8 ? mark : 0
    }
  }
}
