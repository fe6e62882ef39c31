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

  private var entries: [String: Entry] = [:]
  /// The names that the open transaction gives, while it is checked.
  private var given: [String: Entry] = [:]

  /// Tells live queries that ask for a name of the tables that names come from.
  private var noteReads: [() -> Void] = []

  @usableFromInline
  func onRead(_ note: @escaping () -> Void) { noteReads.append(note) }

  func find(_ name: String) -> Entry? {
    for note in noteReads { note() }
    return given[name] ?? entries[name]
  }

  func find(_ name: Span<UInt8>) -> Entry? {
    for note in noteReads { note() }
    guard !entries.isEmpty, let text = try? UTF8Span(validating: name) else { return nil }
    let name = String(copying: text)
    return given[name] ?? entries[name]
  }

  @usableFromInline
  func insert(_ name: String, _ entry: Entry) { entries[name] = entry }

  @usableFromInline
  func remove(_ name: String, _ entry: Entry) {
    if entries[name] == entry { entries[name] = nil }
  }

  /// Takes note of a name that the open transaction gives.
  ///
  /// - Returns: another object of that name, which may lose it in the same transaction.
  func give(_ name: String, to entry: Entry) -> Entry? {
    if let other = given.updateValue(entry, forKey: name), other != entry { return other }
    return entries[name].flatMap { $0 == entry ? nil : $0 }
  }

  /// The open transaction has been checked.
  func endGiving() {
    if !given.isEmpty { given.removeAll(keepingCapacity: true) }
  }
}
