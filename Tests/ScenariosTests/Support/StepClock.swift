import Synchronization

/// A clock that goes on by a fixed step each time it is read.
final class StepClock: Sendable {
  private let now = Atomic<UInt64>(0)
  private let stepNs: UInt64

  init(stepNs: UInt64) { self.stepNs = stepNs }

  var read: @Sendable () -> UInt64 {
    { self.now.wrappingAdd(self.stepNs, ordering: .relaxed).newValue }
  }
}
