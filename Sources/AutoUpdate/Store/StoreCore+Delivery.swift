internal import StoreMemory

extension StoreCore {
  /// Delivers a commit to the sink, to past states and to live queries. Then calls the observers of its changes that
  /// were registered before the commit. The views among these observers have been listed already.
  ///
  /// Queries that read sources are updated last, since observers may change sources.
  func deliver(_ commit: StoreContent.Recorded) {
    if !commit.receivers.isEmpty { prepareDelivery(of: commit) }
    makeCalls(isFirst: true)
    if commit.receivers.contains(.sources) { deliverLate(shared.content.read { $0.changedTables }) }
  }

  /// Delivers a commit to the sink, to past states and to live queries, and lists the closures to call.
  private func prepareDelivery(of commit: StoreContent.Recorded) {
    let receivers = commit.receivers
    if receivers.contains(.sink) {
      let (sink, current) = shared.content.read { ($0.sink, $0.current) }
      if let sink, let current { sink.keep(LoggedCommit(core: self, parts: current), as: commit.role) }
    }
    if receivers.contains(.pastStates) { notePast() }
    if !receivers.isDisjoint(with: [.followers, .closures, .sources]) {
      let changed = shared.content.modify { $0.beginPass() }
      if receivers.contains(.followers) { follow(changed, isLate: false) }
      if receivers.contains(.closures) {
        forEachChangedTable {
          if let source = table($0).observedSource { list(source, before: commit.limit) }
        }
        list(source, before: commit.limit)
      }
    }
  }

  /// Calls `body` with each table that the current commit changed, in the order of the first writes.
  private func forEachChangedTable(_ body: (Int32) -> Void) {
    for index in shared.content.read({ $0.current }) ?? 0..<0 {
      let table = shared.content.read { $0.log.parts[index].table }
      if table >= 0 { body(table) }
    }
  }

  /// Updates the readers of changed sources and calls their observers, if the store is idle.
  func deliverSources() {
    let isDue = shared.content.modify { content in
      guard content.isIdle, !content.queue.isRunning, !content.changedSources.isEmpty else { return false }
      let first = content.log.begin("sources".utf8.span)
      content.log.append(table: -1, start: 0, count: 0)
      content.beginDelivering(first..<first + 1, isTransient: true)
      return true
    }
    guard isDue else { return }
    deliverLate(NumberSet())
    dropCurrent()
    if shared.content.read({ !$0.queue.isEmpty }) {
      runQueued()
      finishSink()
    }
    settle()
  }

  /// Updates the readers of changed sources and calls their observers, until the observers change no source.
  ///
  /// If the observers change sources more often than the limit allows, the last changes wait for the next delivery.
  private func deliverLate(_ tables: NumberSet) {
    var changed = tables
    let (limit, postponed) = shared.content.modify { content in
      defer { content.postponedSources = NumberSet() }
      return (content.cascadeLimit, content.postponedSources)
    }
    changed.formUnion(postponed)
    var roundsLeft = limit
    while true {
      let sources = shared.content.modify { content in
        defer { content.changedSources = NumberSet() }
        return content.changedSources
      }
      changed.formUnion(sources)
      if changed.isEmpty { return }
      if roundsLeft < 0 {
        return shared.content.modify { content in
          content.postponedSources = changed
          content.note(
            .sourceChangedRepeatedly(cause: content.currentCause ?? "", limit: content.cascadeLimit))
        }
      }
      roundsLeft -= 1
      shared.content.modify { _ = $0.beginPass() }
      follow(changed, isLate: true)
      makeCalls(isFirst: false)
      changed = NumberSet()
    }
  }

  /// Makes the listed calls.
  ///
  /// - Parameter isFirst: whether these are the first calls for the commit.
  private func makeCalls(isFirst: Bool) {
    var calls = Slab<Observation>()
    let (hasTracer, isClosed) = shared.content.modify { content in
      if !content.calls.isEmpty { swap(&calls, &content.calls) }
      content.callCount &+= calls.count
      return (content.tracer != nil, content.isClosed)
    }
    if isClosed || calls.isEmpty && !(hasTracer && isFirst) { return }
    sort(&calls)
    if hasTracer, let tracer = shared.content.read({ $0.tracer }) {
      if isFirst { tracer.willDeliver(cause: shared.content.read { $0.currentCause } ?? "") }
      make(calls, through: tracer)
    } else {
      make(calls)
    }
    calls.removeAll()
    shared.content.modify { swap(&calls, &$0.calls) }
  }

  /// Lists the observers of a source for the current delivery. Followers call this method when their result has
  /// changed.
  @usableFromInline
  func fire(_ source: ChangeSource) { list(source, before: .max) }

  private func list(_ source: ChangeSource, before limit: UInt64) {
    shared.content.modify { content in
      source.state.read { source in
        for (position, sequence) in source.listed where sequence < limit {
          guard content.closures.claim(position, sequence, pass: content.pass.number) else { continue }
          content.calls.append(Observation(sequence: sequence, index: position))
        }
      }
    }
  }

  private func sort(_ calls: inout Slab<Observation>) {
    var index = 1
    while index < calls.count {
      if calls[index &- 1].sequence > calls[index].sequence {
        return calls.sort { $0.sequence < $1.sequence }
      }
      index &+= 1
    }
  }

  private func make(_ calls: borrowing Slab<Observation>) {
    var index = 0
    while index < calls.count {
      if registry.hasCancelled { sweepCancelled() }
      let observation = calls[index]
      if observation.table < 0 {
        index &+= 1
        closure(of: observation)?()
      } else {
        let table = table(observation.table)
        index = table.deliver(table, calls, index..<calls.count)
      }
    }
  }

  private func make(_ calls: borrowing Slab<Observation>, through tracer: any DeliveryTracer) {
    for index in calls.indices {
      let call = calls[index]
      if registry.hasCancelled { sweepCancelled() }
      if call.table >= 0 {
        let table = table(call.table)
        guard let name = table.observerName(table, call) else { continue }
        tracer.deliver(to: name) {
          // The tracer or another thread may have cancelled observations.
          while table.deliver(table, calls, index..<index + 1) == index { sweepCancelled() }
        }
      } else if let name = shared.content.read({ $0.closures.entry(of: call)?.name }) {
        tracer.deliver(to: name) {
          if registry.hasCancelled { sweepCancelled() }
          closure(of: call)?()
        }
      }
    }
  }

  private func closure(of observation: Observation) -> (() -> Void)? {
    shared.content.read { $0.closures.entry(of: observation)?.handler }
  }
}

extension StoreContent {
  /// Begins a pass over the followers.
  ///
  /// - Returns: the tables that the current commit changed.
  fileprivate mutating func beginPass() -> NumberSet {
    pass.number &+= 1
    return changedTables
  }

  /// The tables that the current commit changed.
  fileprivate var changedTables: NumberSet {
    var tables = NumberSet()
    for index in current ?? 0..<0 where log.parts[index].table >= 0 { tables.insert(log.parts[index].table) }
    return tables
  }
}
