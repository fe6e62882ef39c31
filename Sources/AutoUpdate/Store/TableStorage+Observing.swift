public import StoreMemory

extension TableStorage {
  /// Registers a view at a row.
  @inlinable
  func addObserver(_ view: any AutoUpdating<Model>, at row: Int32, sequence: UInt64) -> Int32 {
    state.modify { state in
      state.observerCount &+= 1
      let head = Int(row)
      if state.slots[head].observer.isAlone {
        state.slots[head].observer.view = view
        state.slots[head].observer.sequence = sequence
        return 0
      }
      let last = state.slots[head].observer.previous
      let place = state.addToPool(RowObserver(view, sequence: sequence, previous: last))
      state.setNext(of: last, at: row, to: place)
      state.slots[head].observer.previous = place
      return place
    }
  }

  /// Takes an observation out; does nothing when it is not there any more.
  @inlinable
  func removeObserver(_ observation: Observation) {
    let isUnused = state.modify { $0.removeObserver(observation) }
    if isUnused { clock.litter(number) }
  }

  /// The view at a place of a row's list, if it is still the one that was registered with `sequence`.
  @inlinable
  @inline(__always)
  func view(at place: Int32, of row: Int32, sequence: UInt64) -> (any AutoUpdating<Model>)? {
    state.modify { state in
      place == 0
        ? state.slots[Int(row)].observer.view(registeredAs: sequence)
        : state.pool[Int(place)].view(registeredAs: sequence)
    }
  }
}

extension TableState {
  @usableFromInline
  mutating func addToPool(_ observer: RowObserver<Model>) -> Int32 {
    guard firstFree >= 0 else {
      pool.append(observer)
      return Int32(truncatingIfNeeded: pool.count - 1)
    }
    let place = firstFree
    firstFree = pool[Int(place)].next
    pool[Int(place)] = observer
    return place
  }

  @usableFromInline
  mutating func setNext(of place: Int32, at row: Int32, to next: Int32) {
    if place == 0 { slots[Int(row)].observer.next = next } else { pool[Int(place)].next = next }
  }

  /// - Returns: whether the row may be of no use now.
  @usableFromInline
  mutating func removeObserver(_ observation: Observation) -> Bool {
    let (row, place) = (observation.row, observation.place)
    guard slots.indices.contains(Int(row)), pool.indices.contains(Int(place)) else { return false }
    if place == 0 {
      guard slots[Int(row)].observer.sequence == observation.sequence else { return false }
      slots[Int(row)].observer.view = nil
      slots[Int(row)].observer.sequence = 0
    } else {
      guard pool[Int(place)].sequence == observation.sequence else { return false }
      let (previous, next) = (pool[Int(place)].previous, pool[Int(place)].next)
      setNext(of: previous, at: row, to: next)
      // The head knows the last place as the one before it.
      if next > 0 {
        pool[Int(next)].previous = previous
      } else {
        slots[Int(row)].observer.previous = previous
      }
      pool[Int(place)] = RowObserver()
      pool[Int(place)].next = firstFree
      firstFree = place
    }
    observerCount -= 1
    guard isUnused(row) else { return false }
    rowsToCheck.append(row)
    return true
  }
}
