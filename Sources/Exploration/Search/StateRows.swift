import Values

/// The digests of states with the steps that first led to them, in the order in which they were found.
protocol StateRows {
  var count: Int { get }
  /// The size in memory in bytes.
  var byteCount: Int { get }

  mutating func append(_ key: StateDigest, _ origin: BreadthStates.Origin) throws
  mutating func key(at index: Int) throws -> StateDigest
  mutating func row(at index: Int) throws -> (key: StateDigest, origin: BreadthStates.Origin)
  /// Calls `body` with the index and the digest of each state, in order.
  mutating func forEachKey(_ body: (Int, StateDigest) -> Void) throws
  /// Writes all states to the disk, if they are kept there, and returns their hash; 0 for states in memory.
  func flush() throws -> UInt64
}

/// States in memory. The arrays grow by an eighth, so that little memory is unused.
struct MemoryRows: StateRows {
  private var keys: [StateDigest] = []
  private var origins: [BreadthStates.Origin] = []

  var count: Int { keys.count }
  var byteCount: Int {
    keys.capacity * MemoryLayout<StateDigest>.stride + origins.capacity
      * MemoryLayout<BreadthStates.Origin>.stride
  }

  mutating func append(_ key: StateDigest, _ origin: BreadthStates.Origin) {
    if keys.count == keys.capacity {
      keys.reserveCapacity(keys.count + keys.count / 8 + 64)
      origins.reserveCapacity(keys.count + keys.count / 8 + 64)
    }
    keys.append(key)
    origins.append(origin)
  }

  func key(at index: Int) -> StateDigest { keys[index] }
  func row(at index: Int) -> (key: StateDigest, origin: BreadthStates.Origin) {
    (keys[index], origins[index])
  }
  func forEachKey(_ body: (Int, StateDigest) -> Void) {
    for index in keys.indices { body(index, keys[index]) }
  }
  func flush() -> UInt64 { 0 }
}

/// States in a file.
struct FileRows: StateRows {
  private let file: any SearchRecords
  private(set) var count: Int
  /// The hash of all states.
  private(set) var hash = SipHash(isWide: false)
  private var record = [UInt8](repeating: 0, count: Self.recordByteCount)

  /// The size of a record: the digest, and three numbers of 32 bits, all with the lowest byte first.
  static let recordByteCount = 28
  private static let blockCount = 4_096

  /// - Throws: an error if the file cannot be read.
  init(_ file: any SearchRecords, count: Int) throws {
    (self.file, self.count) = (file, count)
    var hash = hash
    try forEachRow { _, key, origin in Self.append(key, origin, to: &hash) }
    self.hash = hash
  }

  private static func append(
    _ key: StateDigest, _ origin: BreadthStates.Origin, to hash: inout SipHash
  ) {
    hash.append(bits: key.low)
    hash.append(bits: key.high)
    hash.append(bits: UInt64(origin.parent) << 32 | UInt64(origin.table))
    hash.append(bits: UInt64(origin.line))
  }

  var byteCount: Int { 0 }

  mutating func append(_ key: StateDigest, _ origin: BreadthStates.Origin) throws {
    record.removeAll(keepingCapacity: true)
    record.appendLittleEndian(key.low)
    record.appendLittleEndian(key.high)
    record.appendLittleEndian(origin.parent)
    record.appendLittleEndian(origin.table)
    record.appendLittleEndian(origin.line)
    try file.append(record.span)
    Self.append(key, origin, to: &hash)
    count += 1
  }

  mutating func key(at index: Int) throws -> StateDigest { try row(at: index).key }

  mutating func row(at index: Int) throws -> (key: StateDigest, origin: BreadthStates.Origin) {
    try file.read(from: index, into: &record)
    return Self.row(in: record, at: 0)
  }

  private static func row(in bytes: [UInt8], at offset: Int) -> (
    key: StateDigest, origin: BreadthStates.Origin
  ) {
    var reader = LittleEndianReader(bytes, at: offset)
    let key = StateDigest(low: reader.number(), high: reader.number())
    return (key, .init(parent: reader.number(), table: reader.number(), line: reader.number()))
  }

  func forEachKey(_ body: (Int, StateDigest) -> Void) throws {
    try forEachRow { index, key, _ in body(index, key) }
  }

  private func forEachRow(_ body: (Int, StateDigest, BreadthStates.Origin) -> Void) throws {
    for start in stride(from: 0, to: count, by: Self.blockCount) {
      let end = min(start + Self.blockCount, count)
      var block = [UInt8](repeating: 0, count: (end - start) * Self.recordByteCount)
      try file.read(from: start, into: &block)
      for index in start..<end {
        let (key, origin) = Self.row(in: block, at: (index - start) * Self.recordByteCount)
        body(index, key, origin)
      }
    }
  }

  func flush() throws -> UInt64 {
    try file.flush()
    return hash.value
  }
}

// MARK: Numbers as bytes

extension [UInt8] {
  /// Appends a number with the lowest byte first.
  mutating func appendLittleEndian<Number: FixedWidthInteger>(_ number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }
}

/// A reader of numbers that were written with the lowest byte first. Beyond the end, it reads zeros and sets
/// ``isComplete`` to `false`.
struct LittleEndianReader {
  private let bytes: [UInt8]
  private(set) var offset: Int
  /// A Boolean value that indicates whether nothing was read beyond the end.
  private(set) var isComplete = true

  init(_ bytes: [UInt8], at offset: Int = 0) { (self.bytes, self.offset) = (bytes, offset) }

  mutating func number<Number: FixedWidthInteger>() -> Number {
    let size = Number.bitWidth / 8
    guard bytes.count - offset >= size else {
      isComplete = false
      return 0
    }
    var number: Number = 0
    for index in 0..<size { number |= Number(truncatingIfNeeded: bytes[offset + index]) << Number(index * 8) }
    offset += size
    return number
  }

  /// Reads the number of elements that follow, each of at least `byteCount` bytes; 0 if there is no room for so many.
  mutating func count(byteCount: Int) -> Int {
    let count: UInt64 = number()
    guard count <= UInt64((bytes.count - offset) / byteCount) else {
      isComplete = false
      return 0
    }
    return Int(count)
  }

  mutating func numbers<Number: FixedWidthInteger>() -> [Number] {
    (0..<count(byteCount: Number.bitWidth / 8)).map { _ in number() }
  }

  mutating func text() -> String {
    let count = count(byteCount: 1)
    defer { offset += count }
    return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
  }
}
