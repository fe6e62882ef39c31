import Glibc
import Scenarios
import Synchronization

/// Numbers in memory that forked copies of this process share.
final class SharedMemory: SharedNumbers {
  /// The address of the memory, which contains only atomic numbers.
  private let address: UInt
  private let count: Int

  /// Maps the memory; `nil` if that fails.
  init?(count: Int) {
    let byteCount = count * MemoryLayout<Atomic<UInt64>>.stride
    guard let memory = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0),
      unsafe memory != MAP_FAILED
    else { return nil }
    let numbers = unsafe memory.bindMemory(to: Atomic<UInt64>.self, capacity: count)
    for index in 0..<count { unsafe (numbers + index).initialize(to: Atomic(0)) }
    address = UInt(bitPattern: memory)
    self.count = count
  }

  deinit {
    unsafe munmap(UnsafeMutableRawPointer(bitPattern: address), count * MemoryLayout<Atomic<UInt64>>.stride)
  }

  subscript(index: Int) -> UInt64 {
    get { unsafe number(index)?.pointee.load(ordering: .sequentiallyConsistent) ?? 0 }
    set { unsafe number(index)?.pointee.store(newValue, ordering: .sequentiallyConsistent) }
  }

  func replace(_ index: Int, _ expected: UInt64, with new: UInt64) -> Bool {
    unsafe number(index)?.pointee.compareExchange(
      expected: expected, desired: new, ordering: .sequentiallyConsistent
    ).exchanged ?? false
  }

  /// Returns a pointer to a number. It is never `nil`, because the memory is not mapped at address 0.
  private func number(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt64>>? {
    precondition(index >= 0 && index < count, "index out of range")
    return unsafe UnsafeMutablePointer(
      bitPattern: address + UInt(index * MemoryLayout<Atomic<UInt64>>.stride))
  }
}
