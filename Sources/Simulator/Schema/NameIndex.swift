import AutoUpdate

/// The objects of all kinds by their names, as of the last commit, and while a transaction is checked with the names that
/// it gives; a name is one object's alone.
///
/// Names that are canonically equivalent, and so look the same, are the same name.
@usableFromInline
final class NameIndex {
  /// An object: its kind's place and its number.
  @usableFromInline
  struct Entry: Equatable {
    var kind: Int
    var number: Int

    @usableFromInline
    init(kind: Int, number: Int) {
      self.kind = kind
      self.number = number
    }
  }

  // Each is taken out to be changed and put back, so that finding a name costs no checks of exclusive access.
  private var entries: [String: Entry] = [:]
  /// The names that the open transaction gives, while it is checked.
  private var given: [String: Entry] = [:]

  // Whoever has the index has the store, and what the store keeps may have the index.
  private unowned let store: DataStore
  /// Tells live queries that ask for a name of the tables that names come from.
  private var noteReads: [() -> Void] = []

  init(of store: DataStore) { self.store = store }

  @usableFromInline
  func onRead(_ note: @escaping () -> Void) { noteReads = noteReads + [note] }

  func find(_ name: String) -> Entry? {
    if store.isNotingReads {
      for note in noteReads { note() }
    }
    let given = given
    if !given.isEmpty, let entry = given[name] { return entry }
    let entries = entries
    return entries[name]
  }

  func find(_ name: Span<UInt8>) -> Entry? {
    guard let text = try? UTF8Span(validating: name) else { return nil }
    return find(String(copying: text))
  }

  @usableFromInline
  func insert(_ name: String, _ entry: Entry) { put(name, entry) }

  @usableFromInline
  func remove(_ name: String, _ entry: Entry) {
    let known = entries
    if known[name] == entry { put(name, nil) }
  }

  private func put(_ name: String, _ entry: Entry?) {
    var changed = entries
    entries = [:]
    changed[name] = entry
    entries = changed
  }

  /// Takes note of a name that the open transaction gives.
  ///
  /// - Returns: another object of that name, which may lose it in the same transaction.
  func give(_ name: String, to entry: Entry) -> Entry? {
    var changed = given
    given = [:]
    let other = changed.updateValue(entry, forKey: name)
    given = changed
    if let other, other != entry { return other }
    let entries = entries
    return entries[name].flatMap { $0 == entry ? nil : $0 }
  }

  /// The open transaction has been checked.
  func endGiving() {
    if !given.isEmpty { given = [:] }
  }
}
