internal import StoreMemory

extension StoreCore {
  /// A number that says when an observer was registered: higher than all that were taken before.
  @usableFromInline
  func takeSequence() -> UInt64 { shared.content.modify { $0.takeSequence() } }

  /// Calls `tell` once for each commit in which one of the sources changed, until the subscription ends.
  @usableFromInline
  func subscribe(to sources: [ChangeSource], name: String, _ tell: @escaping () -> Void) -> Subscription {
    sweepCancelled()
    let observation = shared.content.modify { content in
      let sequence = content.takeSequence()
      let place = content.closures.add(tell, to: sources, name: name, sequence: sequence)
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
        shared.content.modify { content in
          if let gone = content.closures.remove(observation.place, sequence: observation.sequence) {
            content.deferredReleases.closures.append(gone)
          }
        }
      }
    }
    settle()
  }

  /// Notes a fault that could not be thrown.
  @usableFromInline
  func note(_ fault: StoreError) {
    shared.note(fault)
    settle()
  }

  /// Sets a part whose former value may run code of a user at its end.
  ///
  /// - Parameter exchange: swaps the part and the value.
  func set<Value>(_ value: Value, _ exchange: (inout StoreContent, inout Value) -> Void) {
    let old = shared.content.modify { content in
      var value = value
      exchange(&content, &value)
      return value
    }
    withExtendedLifetime(old) {}
  }
}
