/// The violations of a rule in one state.
struct RuleBreaches: Equatable {
  var objects: Set<Int> = []
  var failures: [Int: String] = [:]
  /// A Boolean value that indicates whether the world as a whole breaks the rule.
  var isBroken = false
  /// The reason why the rule cannot be computed at all; `nil` if it can.
  var failure: String?

  var isEmpty: Bool { objects.isEmpty && failures.isEmpty && !isBroken && failure == nil }

  var areFailuresAlone: Bool { !isBroken && objects.isEmpty && !(failures.isEmpty && failure == nil) }

  /// The first reason why the rule cannot be computed; `nil` if it can.
  var firstFailure: String? { failure ?? failures.min { $0.key < $1.key }?.value }

  /// The numbers of the objects at fault, in ascending order.
  var numbers: [Int] { (objects.isEmpty ? Array(failures.keys) : Array(objects)).sorted() }

  /// Returns a Boolean value that indicates whether another state has all violations of this one.
  func isContained(in other: RuleBreaches) -> Bool {
    objects.isSubset(of: other.objects) && (!isBroken || other.isBroken)
  }

  mutating func remove(_ number: Int) {
    objects.remove(number)
    failures[number] = nil
  }

  /// Returns the violations that another state does not have. A rule that cannot be computed at all always counts.
  func added(to other: RuleBreaches) -> RuleBreaches {
    RuleBreaches(
      objects: objects.filter { !other.objects.contains($0) && other.failures[$0] == nil },
      failures: failures.filter { !other.objects.contains($0.key) && other.failures[$0.key] == nil },
      isBroken: isBroken && !other.isBroken && other.failure == nil, failure: failure)
  }

  /// Returns the violations to report after another state was reported. A violation is also reported if the rule could
  /// not be computed for the object before. A rule that cannot be computed at all is reported every time, because it
  /// checks nothing.
  func unreported(after other: RuleBreaches) -> RuleBreaches {
    RuleBreaches(
      objects: objects.subtracting(other.objects),
      failures: failures.filter { other.failures[$0.key] == nil },
      isBroken: isBroken && !other.isBroken, failure: failure)
  }

  /// Adds the violations of another state.
  mutating func formUnion(_ other: RuleBreaches) {
    objects.formUnion(other.objects)
    failures.merge(other.failures) { first, _ in first }
    isBroken = isBroken || other.isBroken
    failure = failure ?? other.failure
  }
}
