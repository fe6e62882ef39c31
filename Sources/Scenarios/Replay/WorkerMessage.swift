/// The format of the verdicts that a worker sends: a text that contains the scenario's index and its outcome.
enum WorkerMessage {
  static func bytes(_ item: PlacedOutcome) -> [UInt8] {
    var body = WireWriter()
    body.write(item.index, item.outcome)
    var wire = WireWriter()
    wire.write(text: body.bytes)
    return wire.bytes
  }

  /// Removes the complete verdicts from the received bytes and returns them. The beginning of an incomplete verdict
  /// remains.
  static func take(from bytes: inout [UInt8]) throws(WireError) -> [PlacedOutcome] {
    var outcomes: [PlacedOutcome] = []
    var wire = WireReader(bytes[...])
    while let text = wire.wholeText() {
      var body = WireReader(text)
      outcomes.append((try body.read(), try body.read()))
    }
    if !outcomes.isEmpty { bytes = Array(wire.rest) }
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
