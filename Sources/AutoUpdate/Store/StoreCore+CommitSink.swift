internal import StoreMemory

extension StoreCore {
  /// Asks the sink before the transaction that was just opened: it is closed meanwhile, as the sink may run
  /// others.
  ///
  /// - Returns: the number of the transaction that is open then; 0 when the sink refuses it.
  func beginWithSink() -> UInt64 {
    let sink = shared.content.modify { content in
      content.rest()
      return content.sink
    }
    guard let sink else {
      // What would not be kept is not done: the sink has been released.
      shared.content.modify {
        $0.sinkRefusal = .journal(message: "the store has ended, and its journal with it")
      }
      return 0
    }
    do throws(StoreError) {
      try sink.prepare()
    } catch {
      shared.content.modify { $0.sinkRefusal = error }
      return 0
    }
    return shared.content.modify { $0.open() }.serial
  }

  /// Tells a sink that a transaction has ended with its answers.
  func finish(_ sink: any CommitSink) {
    do throws(StoreError) { try sink.finish() } catch { shared.note(error) }
  }

  /// Tells the sink, if there is one, that a transaction has ended with its answers.
  func finishSink() {
    if let sink = shared.content.read({ $0.sink }) { finish(sink) }
  }

  /// Calls `body` once others' steps are applied, which decide what it means.
  func upToDate<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    let sink = shared.content.read { $0.isIdle ? $0.sink : nil }
    guard let sink else { return try body() }
    try sink.prepare()
    defer { finish(sink) }
    return try body()
  }
}
