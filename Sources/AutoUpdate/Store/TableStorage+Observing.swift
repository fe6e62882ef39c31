public import StoreMemory

extension TableStorage {
  /// Registers a view at a row.
  ///
  /// - Returns: its place in the row's list.
  @inlinable
  func addObserver(_ view: any AutoUpdating<Model>, at row: Int32, sequence: UInt64) -> Int32 {
    let observer = RowObserver(view, sequence: sequence)
    return state.modify { state in
      let row = Int(row)
      state.observerCount &+= 1
      if state.slots[row].isObserved {
        return state.pool.append(observer, to: &state.slots[row].observers)
      }
      state.slots[row].observers.first = observer
      return 0
    }
  }

  /// Takes an observation out; does nothing when it is not there any more.
  @inlinable
  func removeObserver(_ observation: Observation) {
    let isUnused = state.modify { $0.removeObserver(observation) }
    if isUnused { shared.sweepLater(number) }
  }
}

extension TableState {
  /// The view of an observation, if that has not ended.
  @inlinable
  @inline(__always)
  mutating func view(of observation: Observation) -> (any AutoUpdating<Model>)? {
    let (place, sequence) = (observation.place, observation.sequence)
    return place == 0
      ? slots[Int(observation.row)].observers.first.view(registeredAs: sequence)
      : pool.nodes[ListPool<RowObserver<Model>>.index(place)].element.view(registeredAs: sequence)
  }

  /// - Returns: whether the row may be of no use now.
  @usableFromInline
  mutating func removeObserver(_ observation: Observation) -> Bool {
    let (row, place) = (Int(observation.row), observation.place)
    guard slots.indices.contains(row), place <= pool.nodes.count else { return false }
    if place == 0 {
      guard slots[row].observers.first.sequence == observation.sequence else { return false }
      slots[row].observers.first = RowObserver()
    } else {
      let index = ListPool<RowObserver<Model>>.index(place)
      guard pool.nodes[index].element.sequence == observation.sequence else { return false }
      pool.remove(place, from: &slots[row].observers, leaving: RowObserver())
    }
    observerCount -= 1
    guard isUnused(observation.row) else { return false }
    rowsToCheck.append(observation.row)
    return true
  }
}
