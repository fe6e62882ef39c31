/// A committed transaction whose observers have yet to be told.
struct Commit {
  let cause: String
  let number: UInt64
  let touches: Range<Int>
  /// Observers from this sequence on were registered later and saw the commit's outcome at once.
  let sequenceLimit: UInt64
  /// The commit whose delivery an observer answered with this one, as a place in the queue,
  /// or -1.
  let parent: Int32
  /// How many commits led to this one.
  let depth: Int
  /// Whether it moves through the history, and so is no step itself.
  let isReplay: Bool
}

/// One call that a delivery makes.
@usableFromInline
struct Delivery {
  @usableFromInline let sequence: UInt64
  /// The table of a row's observer, or -1 for a closure that observes whole sources.
  @usableFromInline let table: Int32
  @usableFromInline let place: Int32
  @usableFromInline let entry: Int32

  @inlinable
  init(sequence: UInt64, table: Int32, place: Int32, entry: Int32) {
    self.sequence = sequence
    self.table = table
    self.place = place
    self.entry = entry
  }
}

extension StoreCore {
  /// Delivers every queued commit, in order; a commit that an observer makes meanwhile joins the queue.
  func deliverQueue() {
    isDelivering = true
    var next = 0
    while next < queue.count {
      delivering = next
      gather(touches: queue[next].touches, number: queue[next].number, limit: queue[next].sequenceLimit)
      if let tracer { deliverTraced(by: tracer) } else { deliverGathered() }
      delivery.removeAll()
      next += 1
    }
    isDelivering = false
    queue.removeAll()
    touches.removeAll()
    forgetEntries()
  }

  /// Makes the calls of the commit in delivery.
  @inline(__always)
  private func deliverGathered() {
    for index in 0..<delivery.count {
      let call = delivery[index]
      if call.table >= 0 {
        let table = tables[call.table]
        table.operations.deliver(table, call)
      } else {
        recipients.recipient(at: call.place, sequence: call.sequence)?.call()
      }
    }
  }

  /// Brings live queries up to the commit and lists whom to tell, in the order of registration.
  private func gather(touches range: Range<Int>, number: UInt64, limit: UInt64) {
    for index in range {
      let touch = touches[index]
      let table = tables[touch.table]
      table.operations.gather(table, touch.entry, limit)
    }
    for index in range {
      let table = tables[touches[index].table]
      if table.lastGathered == number { continue }
      table.lastGathered = number
      table.operations.follow(table, range, number)
      fire(table.source)
    }
    fire(source)
    sortDelivery()
  }

  private func sortDelivery() {
    for index in 0..<max(delivery.count - 1, 0)
    where delivery[index].sequence > delivery[index + 1].sequence {
      var calls = UnsafeMutableBufferPointer(start: delivery.base, count: delivery.count)
      calls.sort { $0.sequence < $1.sequence }
      return
    }
  }

  /// Lists the recipients of a source that the commit in delivery changed.
  func fire(_ source: ChangeSource) {
    if source.recipients.isEmpty { return }
    let number = queue[delivering].number
    let limit = queue[delivering].sequenceLimit
    for place in source.recipients {
      guard let sequence = recipients.claim(place, commit: number, before: limit) else { continue }
      delivery.append(Delivery(sequence: sequence, table: -1, place: place, entry: -1))
    }
  }

  /// The touches of the commit in delivery.
  var currentTouches: Range<Int> {
    isDelivering ? queue[delivering].touches : 0..<0
  }

  /// The change set of the commit in delivery.
  var currentChanges: ChangeSet {
    guard isDelivering else { return ChangeSet(cause: "", changes: []) }
    return changeSet(of: queue[delivering])
  }

  func changeSet(of commit: Commit) -> ChangeSet {
    ChangeSet(
      cause: commit.cause,
      changes: commit.touches.compactMap { index in
        let table = tables[touches[index].table]
        return table.operations.change(table, touches[index].entry)
      })
  }
}
