internal import StoreMemory

extension StoreCore {
  /// The number of observer calls for changes.
  var toldCount: Int { state.read { $0.callCount } }

  /// Brings live queries up to the current commit and tells everyone who observes something that it changed
  /// and was registered before `limit`; the views among them are listed already.
  ///
  /// Those who read sources come last, as observers may change what they read.
  func deliver(before limit: UInt64) {
    guard let commit = current else { return }
    var changed = NumberSet()
    commit.forEachTable { changed.insert($0) }
    beginPass()
    if state.read({ $0.followers.count > 0 }) { follow(changed, isLate: false) }
    if state.read({ $0.recipients.count > 0 }) {
      commit.forEachTable { if let source = table($0).observedSource { list(source, before: limit) } }
      list(source, before: limit)
    }
    makeCalls(of: commit, isFirst: true)
    if state.read({ !$0.sources.isEmpty }) { deliverLate(changed, of: commit) }
  }

  /// Tells of sources that changed while the store was idle.
  func deliverSources() {
    guard clock.isIdle, state.read({ !$0.answers.isRunning && !$0.changedSources.isEmpty }) else { return }
    let commit = Commit(table: -1)
    var cause = CompactText.text("sources")
    commit.complete(&cause, number: commitCount, changeCount: 0)
    clock.beginDelivering(commit)
    deliverLate(NumberSet(), of: commit)
    _ = clock.rest()
    if state.read({ !$0.answers.isEmpty }) {
      runAnswers()
      if let keeper = state.read({ $0.keeper }) { finish(keeper) }
    }
    settle()
  }

  /// Brings those up to date that read sources, and tells their observers, until these change no source any more.
  private func deliverLate(_ tables: NumberSet, of commit: Commit) {
    var changed = tables
    var roundsLeft = state.read { $0.cascadeLimit }
    while true {
      let sources = state.modify { state in
        defer { state.changedSources = NumberSet() }
        return state.changedSources
      }
      changed.formUnion(sources)
      if changed.isEmpty { return }
      if roundsLeft < 0 {
        return clock.note(.restless(cause: commit.cause, limit: state.read { $0.cascadeLimit }))
      }
      roundsLeft -= 1
      beginPass()
      follow(changed, isLate: true)
      makeCalls(of: commit, isFirst: false)
      changed = NumberSet()
    }
  }

  private func beginPass() { state.modify { $0.pass.number &+= 1 } }

  /// Makes the calls that are listed.
  ///
  /// - Parameter isFirst: whether they are the first ones of the commit.
  private func makeCalls(of commit: Commit, isFirst: Bool) {
    if state.read({ $0.calls.isEmpty && ($0.tracer == nil || !isFirst) }) { return }
    var (calls, tracer, isClosed) = state.modify { state in
      var calls: ContiguousArray<Call> = []
      swap(&calls, &state.calls)
      state.callCount &+= calls.count
      return (calls, state.tracer, state.isClosed)
    }
    if !isClosed {
      sort(&calls)
      if let tracer {
        if isFirst { tracer.delivering(cause: commit.cause) }
        make(calls, of: commit, through: tracer)
      } else {
        make(calls, of: commit)
      }
    }
    calls.clear()
    state.modify { state in swap(&calls, &state.calls) }
  }

  /// Tells the observers of a source of the current commit, which changed it; called by those who follow.
  @usableFromInline
  func fire(_ source: ChangeSource) { list(source, before: .max) }

  private func list(_ source: ChangeSource, before limit: UInt64) {
    state.modify { state in
      source.state.read { source in
        for (place, sequence) in source.listed where sequence < limit {
          guard state.recipients.claim(place, sequence, pass: state.pass.number) else { continue }
          state.calls.append(Call(Observation(sequence: sequence, place: place)))
        }
      }
    }
  }

  private func sort(_ calls: inout ContiguousArray<Call>) {
    var index = 1
    while index < calls.count {
      if calls[index &- 1].observation.sequence > calls[index].observation.sequence {
        return calls.sort { $0.observation.sequence < $1.observation.sequence }
      }
      index &+= 1
    }
  }

  private func make(_ calls: borrowing ContiguousArray<Call>, of commit: Commit) {
    var index = 0
    while index < calls.count {
      if registry.hasCancelled { sweepCancelled() }
      let observation = calls[index].observation
      if observation.table < 0 {
        index &+= 1
        recipient(of: observation)?.tell?()
      } else {
        var end = index &+ 1
        while end < calls.count, calls[end].observation.table == observation.table { end &+= 1 }
        let table = table(observation.table)
        if observation.table == commit.table {
          index = table.deliver(table, commit, calls, index..<end)
        } else if let part = commit.part(of: observation.table) {
          index = table.deliver(table, part, calls, index..<end)
        } else {
          index = end
        }
      }
    }
  }

  private func make(
    _ calls: borrowing ContiguousArray<Call>, of commit: Commit, through tracer: any DeliveryTracer
  ) {
    let calls = copy calls
    for (index, call) in calls.enumerated() {
      if registry.hasCancelled { sweepCancelled() }
      if call.observation.table >= 0 {
        let table = table(call.observation.table)
        guard let part = commit.part(of: table.number), table.isObserved(table, call) else { continue }
        tracer.tell(table.modelName) {
          // The tracer may have ended observations, and others may on other threads.
          while table.deliver(table, part, calls, index..<index + 1) == index { sweepCancelled() }
        }
      } else if let recipient = recipient(of: call.observation) {
        tracer.tell(recipient.name) {
          if registry.hasCancelled { sweepCancelled() }
          self.recipient(of: call.observation)?.tell?()
        }
      }
    }
  }

  private func recipient(of observation: Observation) -> Recipients.Recipient? {
    state.read { $0.recipients.recipient(at: observation.place, sequence: observation.sequence) }
  }
}
