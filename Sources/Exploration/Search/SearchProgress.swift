import Values

/// The progress of a breadth-first search, from which a later run continues. The states are in other files.
struct SearchProgress: Equatable {
  /// The program, and the options that determine the states. A search continues only with the same program and options.
  var program: String
  var search: String
  /// The number of states in each file, and their hashes.
  var stateCounts: [Int] = []
  var stateHashes: [UInt64] = []
  /// The states to expand in the present level, and those of the next one.
  var level: [BreadthStates.ID] = []
  var next: [BreadthStates.ID] = []
  var depth = 0
  /// For each line table, the first state that has its lines.
  var tables: [BreadthStates.ID] = []
  /// The number of lines that were run, the number of those that changed the state, and the time in nanoseconds.
  var stepCount = 0
  var changeCount = 0
  var durationNs: UInt64 = 0
  var actions: [ActionCount] = []

  init(program: String, search: String) { (self.program, self.search) = (program, search) }

  // MARK: Bytes

  private static let start = Array("auto-update search 2\n".utf8)

  /// The progress as bytes, with a hash at the end.
  var bytes: [UInt8] {
    var bytes = Self.start
    func append(_ text: String) {
      bytes.appendLittleEndian(UInt64(text.utf8.count))
      bytes += text.utf8
    }
    func append(_ ids: [BreadthStates.ID]) {
      bytes.reserveCapacity(bytes.count + ids.count * 4 + 8)
      bytes.appendLittleEndian(UInt64(ids.count))
      for id in ids { bytes.appendLittleEndian(id) }
    }
    append(program)
    append(search)
    bytes.appendLittleEndian(UInt64(stateCounts.count))
    for (count, hash) in zip(stateCounts, stateHashes) {
      bytes.appendLittleEndian(UInt64(count))
      bytes.appendLittleEndian(hash)
    }
    append(level)
    append(next)
    append(tables)
    for number in [depth, stepCount, changeCount] { bytes.appendLittleEndian(UInt64(number)) }
    bytes.appendLittleEndian(durationNs)
    bytes.appendLittleEndian(UInt64(actions.count))
    for action in actions {
      append(action.name)
      bytes.appendLittleEndian(UInt8(action.isOwn ? 1 : 0))
      bytes.appendLittleEndian(UInt64(action.tryCount))
      bytes.appendLittleEndian(UInt64(action.successCount))
    }
    bytes.appendLittleEndian(SipHash.hash(bytes.span))
    return bytes
  }

  /// Creates a progress from its bytes; `nil` if they are damaged or have another format.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.start), bytes.count >= Self.start.count + 8 else { return nil }
    let end = bytes.count - 8
    var last = LittleEndianReader(bytes, at: end)
    guard last.number() == SipHash.hash(bytes.span.extracting(0..<end)) else { return nil }
    var reader = LittleEndianReader(Array(bytes[..<end]), at: Self.start.count)
    self.init(program: reader.text(), search: reader.text())
    func number() -> Int { Int(truncatingIfNeeded: reader.number() as UInt64) }
    for _ in 0..<reader.count(byteCount: 16) {
      stateCounts.append(number())
      stateHashes.append(reader.number())
    }
    (level, next, tables) = (reader.numbers(), reader.numbers(), reader.numbers())
    (depth, stepCount, changeCount) = (number(), number(), number())
    durationNs = reader.number()
    for _ in 0..<reader.count(byteCount: 25) {
      let name = reader.text()
      let isOwn = reader.number() as UInt8 == 1
      actions.append(ActionCount(name: name, isOwn: isOwn, tryCount: number(), successCount: number()))
    }
    guard reader.isComplete else { return nil }
  }
}
