internal import StoreMemory

extension StoreCore {
  /// A number that says when an observer was registered: higher than all that were taken before.
  @usableFromInline
  func takeSequence() -> UInt64 { state.modify { $0.takeSequence() } }

  /// Calls `tell` once for each commit in which one of the sources changed, until the subscription ends.
  @usableFromInline
  func subscribe(to sources: [ChangeSource], name: String, _ tell: @escaping () -> Void) -> Subscription {
    sweepCancelled()
    let observation = state.modify { state in
      let sequence = state.takeSequence()
      let place = state.recipients.add(tell, to: sources, name: name, sequence: sequence)
      for source in sources { source.append(place, sequence) }
      return Observation(sequence: sequence, place: place)
    }
    return Subscription(observation, in: registry)
  }

  /// Takes out the observations that have ended.
  @usableFromInline
  func sweepCancelled() {
    guard registry.hasCancelled else { return }
    for observation in registry.take() {
      if observation.table >= 0 {
        perform(.removeObserver(observation), on: observation.table)
      } else {
        state.modify { state in
          if let gone = state.recipients.remove(observation.place, sequence: observation.sequence) {
            state.litter.recipients.append(gone)
          }
        }
      }
    }
    settle()
  }

  /// Notes a fault that could not be thrown.
  @usableFromInline
  func note(_ fault: StoreError) {
    clock.note(fault)
    settle()
  }

  /// Sets a part whose former value may run code of a user at its end.
  ///
  /// - Parameter exchange: swaps the part and the value.
  func set<Value>(_ value: Value, _ exchange: (inout CoreState, inout Value) -> Void) {
    let old = state.modify { state in
      var value = value
      exchange(&state, &value)
      return value
    }
    withExtendedLifetime(old) {}
  }
}
