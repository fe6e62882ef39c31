/// A committed transaction whose observers have yet to be told.
struct Commit {
  let cause: String
  let number: UInt64
  let touches: Range<Int>
  /// Observers from this sequence on were registered later and saw the commit's outcome at once.
  let sequenceLimit: UInt64
  /// The commit whose delivery an observer answered with this one, as a place in the queue.
  let parent: Int?
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
      gather(queue[next])
      for index in 0..<delivery.count {
        let call = delivery[index]
        if call.table >= 0 {
          let table = tables[Int(call.table)]
          table.operations.deliver(table, call)
        } else {
          recipients.recipient(at: call.place, sequence: call.sequence)?.call()
        }
      }
      delivery.removeAll()
      next += 1
    }
    isDelivering = false
    queue.removeAll(keepingCapacity: true)
    touches.removeAll()
    forgetEntries()
  }

  /// Brings live queries up to the commit and lists whom to tell, in the order of registration.
  private func gather(_ commit: Commit) {
    for index in commit.touches {
      let touch = touches[index]
      let table = tables[Int(touch.table)]
      table.operations.gather(table, touch.entry, commit.sequenceLimit)
    }
    for index in commit.touches {
      let table = tables[Int(touches[index].table)]
      if table.lastGathered == commit.number { continue }
      table.lastGathered = commit.number
      table.operations.follow(table, commit.touches, commit.number)
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
    let commit = queue[delivering]
    for place in source.recipients {
      guard
        let sequence = recipients.claim(place, commit: commit.number, before: commit.sequenceLimit)
      else { continue }
      delivery.append(Delivery(sequence: sequence, table: -1, place: place, entry: -1))
    }
  }

  /// The change set of the commit in delivery.
  var currentChanges: ChangeSet {
    guard queue.indices.contains(delivering) else { return ChangeSet(cause: "", changes: []) }
    return changeSet(of: queue[delivering])
  }

  func changeSet(of commit: Commit) -> ChangeSet {
    ChangeSet(
      cause: commit.cause,
      changes: commit.touches.compactMap { index in
        let table = tables[Int(touches[index].table)]
        return table.operations.change(table, touches[index].entry)
      })
  }
}
