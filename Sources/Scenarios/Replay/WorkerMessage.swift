/// The format of the verdicts that a worker sends: the number of bytes, followed by the scenario's index and its outcome.
enum WorkerMessage {
  private static let headByteCount = 4

  static func bytes(_ item: PlacedOutcome) -> [UInt8] {
    var wire = WireWriter()
    for _ in 0..<headByteCount { wire.write(byte: 0) }
    wire.write(item.index, item.outcome)
    var bytes = wire.bytes
    let count = UInt32(clamping: bytes.count - headByteCount)
    for location in 0..<headByteCount {
      bytes[location] = UInt8(truncatingIfNeeded: count >> (8 * UInt32(location)))
    }
    return bytes
  }

  /// Removes the complete verdicts from the received bytes and returns them. The beginning of an incomplete
  /// verdict stays.
  static func take(from bytes: inout [UInt8]) throws(WireError) -> [PlacedOutcome] {
    var outcomes: [PlacedOutcome] = []
    var start = 0
    while bytes.count - start >= headByteCount {
      let count = (0..<headByteCount).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
      let end = start + headByteCount + count
      guard end <= bytes.count else { break }
      var wire = WireReader(bytes[(start + headByteCount)..<end])
      outcomes.append((try wire.read(), try wire.read()))
      start = end
    }
    bytes.removeFirst(start)
    return outcomes
  }
}

// The properties that only the starting process sets are not sent.
extension ScenarioRunner.Outcome: WireValue {
  func write(to wire: inout WireWriter) { wire.write(result, coverage, isUnreadable, reads) }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(result: try wire.read())
    coverage = try wire.read()
    isUnreadable = try wire.read()
    reads = try wire.read()
  }
}
