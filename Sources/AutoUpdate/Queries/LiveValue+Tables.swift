extension LiveValue {
  /// A value that is computed of whatever models a closure reads, and computed again when one of their tables changes.
  ///
  /// ```swift
  /// let load = LiveValue(in: store) { cards.count > people.count ? "too much" : "" }
  /// ```
  ///
  /// The closure may write nothing. Which tables it reads is found by running it, each time anew.
  ///
  /// - Complexity: a transaction that changes a table which the closure read costs one call of it; others nothing.
  public convenience init(in store: DataStore, _ compute: @escaping () -> Value) {
    let core = store.core
    var reads = TableSet()
    let first = core.evaluating(noting: &reads, compute)
    self.init(core, first)
    let follower = QueryFollower { [weak self] in self?.follow(compute) }
    self.follower = follower
    core.follow(reads, insteadOf: TableSet(), by: follower)
    self.reads = reads
  }

  private func follow(_ compute: () -> Value) {
    guard let follower else { return }
    var reads = TableSet()
    let isSame = core.evaluating(noting: &reads) { replace(by: compute()) }
    if reads != self.reads {
      core.follow(reads, insteadOf: self.reads, by: follower)
      self.reads = reads
    }
    if !isSame { core.fire(source) }
  }

  /// Whether the value was last computed of models of a table.
  public func hasRead<Model: Storable>(_ table: Table<Model>) -> Bool {
    reads.contains(table.storage.number)
  }
}
