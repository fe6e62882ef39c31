/// A committed transaction whose observers have yet to be told.
struct Commit {
  var cause: Cause
  let number: UInt64
  let runs: Range<Int>
  let changeCount: Int
  /// Observers from this sequence on were registered later and saw the commit's outcome at once.
  let sequenceLimit: UInt64
  /// The commit whose delivery an observer answered with this one, as a place in the queue,
  /// or -1.
  let parent: Int32
  /// How many commits led to this one.
  let depth: Int
  /// Whether it moves through the history, and so is no step itself.
  let isReplay: Bool
  /// The step that waits for its values, which move into the past when all is told; or -1.
  var step = -1
  /// Whether the step waits for the cause, too.
  var beginsStep = false
}

/// One call that a delivery makes.
@usableFromInline
struct Delivery {
  @usableFromInline let sequence: UInt64
  /// The table of a row's observer; `nil` for a closure that observes whole sources.
  @usableFromInline let table: Unmanaged<AnyTable>?
  @usableFromInline let place: Int32
  @usableFromInline let entry: Int32

  @inlinable
  init(sequence: UInt64, table: AnyTable, place: Int32, entry: Int32) {
    self.sequence = sequence
    self.table = .passUnretained(table)
    self.place = place
    self.entry = entry
  }

  init(sequence: UInt64, recipient place: Int32) {
    self.sequence = sequence
    self.table = nil
    self.place = place
    self.entry = -1
  }
}

extension StoreCore {
  /// Delivers every queued commit, in order; a commit that an observer makes meanwhile joins the queue.
  @inline(__always)
  func deliverQueue() {
    isDelivering = true
    var next = 0
    while next < queue.count {
      delivering = next
      // The first one's rows were gathered when it was sealed.
      if next > 0 { gatherRows(next) }
      gatherSources(next)
      if let tracer { deliverTraced(by: tracer) } else { deliverGathered() }
      delivery.forgetAll()
      next &+= 1
    }
    isDelivering = false
    settle()
  }

  /// Makes the calls of the commit in delivery.
  private func deliverGathered() {
    var index = 0
    while index < delivery.count {
      let first = index
      let call = delivery[first]
      index &+= 1
      if let table = call.table {
        while index < delivery.count, delivery[index].table?.toOpaque() == table.toOpaque() { index &+= 1 }
        let calls = Range(uncheckedBounds: (first, index))
        table._withUnsafeGuaranteedRef { $0.operations.deliver($0, calls) }
      } else {
        recipients.recipient(at: call.place, sequence: call.sequence)?.call()
      }
    }
  }

  /// Ends the commits when all are told.
  @inline(__always)
  private func settle() {
    var place = 0
    while place < queue.count {
      let step = queue[place].step
      var run = queue[place].runs.lowerBound
      while run < queue[place].runs.upperBound {
        runs[run].table._withUnsafeGuaranteedRef { $0.operations.settle($0, run, step >= 0) }
        run &+= 1
      }
      // The one part of a commit that needs an end; moved, it needs none.
      let cause = withUnsafeMutablePointer(to: &queue[place].cause) { $0.move() }
      if queue[place].beginsStep { history.steps[step].reason = cause }
      place &+= 1
    }
    queue.forgetAll()
    runs.forgetAll()
    if history.isOverLimit { forgetOldest() }
    if hasRowsToCheck { checkRows() }
  }

  private func gatherRows(_ place: Int) {
    let limit = queue[place].sequenceLimit
    for run in queue[place].runs {
      runs[run].table._withUnsafeGuaranteedRef { $0.operations.gather($0, run, limit) }
    }
  }

  /// Brings live queries up to the commit and completes the list of whom to tell, in the order of
  /// registration.
  @inline(__always)
  private func gatherSources(_ place: Int) {
    let number = queue[place].number
    let first = queue[place].runs.lowerBound
    let end = queue[place].runs.upperBound
    var run = first
    while run < end {
      if runs[run].changeCount > 0 {
        runs[run].table._withUnsafeGuaranteedRef { table in
          if table.lastGathered == number { return }
          table.lastGathered = number
          if table.followerCount > 0 { table.operations.follow(table, first..<end, number) }
          fire(table.source)
        }
      }
      run &+= 1
    }
    fire(source)
    sortDelivery()
  }

  private func sortDelivery() {
    var index = 1
    while index < delivery.count {
      if delivery[index &- 1].sequence > delivery[index].sequence {
        var calls = UnsafeMutableBufferPointer(start: delivery.base, count: delivery.count)
        calls.sort { $0.sequence < $1.sequence }
        return
      }
      index &+= 1
    }
  }

  /// Lists the recipients of a source that the commit in delivery changed.
  @inline(__always)
  func fire(_ source: ChangeSource) {
    if source.recipients.isEmpty { return }
    list(source.recipients)
  }

  private func list(_ places: ContiguousArray<Int32>) {
    let number = queue[delivering].number
    let limit = queue[delivering].sequenceLimit
    for place in places {
      guard let sequence = recipients.claim(place, commit: number, before: limit) else { continue }
      delivery.append(Delivery(sequence: sequence, recipient: place))
    }
  }

  /// The runs of the commit in delivery.
  @usableFromInline
  var currentRuns: Range<Int> {
    isDelivering ? queue[delivering].runs : 0..<0
  }

  /// The change set of the commit in delivery.
  var currentChanges: ChangeSet {
    guard isDelivering else { return ChangeSet(cause: "", changes: []) }
    var changes: [any AnyChange] = []
    for run in queue[delivering].runs {
      runs[run].table._withUnsafeGuaranteedRef { $0.operations.listChanges($0, run, &changes) }
    }
    return ChangeSet(cause: queue[delivering].cause.text, changes: changes)
  }
}
