/// The violations of a rule in one state.
struct RuleBreaches: Equatable {
  /// The numbers of the objects that break it.
  var objects: Set<Int> = []
  /// By their numbers, the objects for which it cannot be computed, and why.
  var failures: [Int: String] = [:]
  /// A Boolean value that indicates whether it is broken by no object in particular.
  var isBroken = false
  /// The reason why it cannot be computed at all.
  var failure: String?

  var isEmpty: Bool { objects.isEmpty && failures.isEmpty && !isBroken && failure == nil }

  /// A Boolean value that indicates whether it cannot be computed, and nothing is known to break it.
  var areFailuresAlone: Bool { !isBroken && objects.isEmpty && !(failures.isEmpty && failure == nil) }

  /// The first reason why it cannot be computed.
  var firstFailure: String? { failure ?? failures.min { $0.key < $1.key }?.value }

  /// The numbers of the objects at fault, in order.
  var numbers: [Int] { (objects.isEmpty ? Array(failures.keys) : Array(objects)).sorted() }

  /// Takes an object out.
  mutating func remove(_ number: Int) {
    objects.remove(number)
    failures[number] = nil
  }

  /// The violations that another state does not have. A rule that cannot be computed at all is always one.
  func added(to other: RuleBreaches) -> RuleBreaches {
    RuleBreaches(
      objects: objects.filter { !other.objects.contains($0) && other.failures[$0] == nil },
      failures: failures.filter { !other.objects.contains($0.key) && other.failures[$0.key] == nil },
      isBroken: isBroken && !other.isBroken && other.failure == nil, failure: failure)
  }

  /// Adds the violations of another state.
  mutating func formUnion(_ other: RuleBreaches) {
    objects.formUnion(other.objects)
    failures.merge(other.failures) { first, _ in first }
    isBroken = isBroken || other.isBroken
    failure = failure ?? other.failure
  }
}
