extension AnyTable.Operations {
  /// The operations of the tables of one model.
  @inlinable
  init<Model: Storable>(of model: Model.Type) {
    // A `switch` casts without counting a reference, which `as?` does.
    self.init(
      merge: { table, depth in
        switch table {
        case let table as TableStorage<Model>: table.merge(depth: depth)
        default: break
        }
      },
      revert: { table, depth in
        switch table {
        case let table as TableStorage<Model>: table.revert(depth: depth)
        default: break
        }
      },
      leaveOutUnchanged: { table in
        switch table {
        case let table as TableStorage<Model>: table.leaveOutUnchanged()
        default: break
        }
      },
      seal: { table, limit, calls in
        switch table {
        case let table as TableStorage<Model>: table.seal(before: limit, listing: &calls)
        default: SealedChanges(nil, count: 0)
        }
      },
      deliver: { table, part, calls, range in
        switch table {
        case let table as TableStorage<Model>: table.deliver(part, calls, range)
        default: range.upperBound
        }
      },
      isObserved: { table, call in
        switch table {
        case let table as TableStorage<Model>: table.isObserved(call)
        default: false
        }
      },
      recycle: { table, part in
        switch table {
        case let table as TableStorage<Model>: table.recycle(part)
        default: break
        }
      },
      sweep: { table in
        switch table {
        case let table as TableStorage<Model>: table.sweep()
        default: break
        }
      },
      apply: { table, part, isInverted, depth in
        switch table {
        case let table as TableStorage<Model>: table.apply(part, isInverted: isInverted, depth: depth)
        default: break
        }
      },
      removeObserver: { table, observation in
        switch table {
        case let table as TableStorage<Model>: table.removeObserver(observation)
        default: break
        }
      })
  }
}
