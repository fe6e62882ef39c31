import AutoUpdate

/// A source of changes outside the tables, such as changes of views. It is created in the store when an expression
/// first reads it; until that time, changes cost nothing.
final class OnDemandSource {
  private let store: DataStore
  private var source: StoreSource?
  /// The source from before a reset of the session, for reuse.
  private var spare: StoreSource?
  /// A Boolean value that indicates whether the source had been read when the session began.
  private var wasReadInitially = false

  init(in store: DataStore) { self.store = store }

  var isRead: Bool { source != nil }

  func noteRead(of part: Int? = nil) {
    let source = source ?? spare ?? StoreSource(in: store)
    self.source = source
    source.noteRead(of: part)
  }

  func noteChange(of part: Int? = nil) { source?.noteChange(of: part) }

  func isRead(in reads: Reads) -> Bool { source?.isRead(in: reads) ?? false }

  func keepInitial() { wasReadInitially = isRead }

  func reset() {
    guard !wasReadInitially, let source else { return }
    (spare, self.source) = (source, nil)
  }
}
