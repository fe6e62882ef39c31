import CMalloc

enum Heap {
  /// The number of allocated bytes, including the allocator's overhead.
  static var bytes: Int {
    #if os(Linux)
      let info = mallinfo2()
      return Int(info.uordblks) + Int(info.hblkhd)
    #else
      return Int(mstats().bytes_used)
    #endif
  }

  /// Returns the growth of the heap by the result of `make`, in bytes for each of `count` objects.
  static func bytesPerObject<World>(_ count: Int, _ make: () throws -> World) rethrows -> Double {
    let before = bytes
    let world = try make()
    let after = bytes
    return withExtendedLifetime(world) { Double(after - before) / Double(count) }
  }
}
