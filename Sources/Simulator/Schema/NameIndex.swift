public import AutoUpdate

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
  private var reserved: [String: Entry] = [:]
  /// The objects of names that were looked up recently: scripts look up the same few names again and again.
  private var recent: [Answer] = []
  /// The number of changes of names, also those that open transactions give.
  private(set) var version = 0
  /// The number of changes of committed names.
  private var committedVersion = 0
  /// The committed version as a live value; made on demand.
  private var followedVersion: LiveValue<Int>?

  // Whoever has the index has the store, and what the store keeps may have the index.
  private unowned let store: DataStore

  /// The result of looking up a name of few bytes.
  private struct Answer {
    var name: UInt128 = 0
    var version = -1
    var entry: Entry?
  }

  /// The tables that names come from.
  private var tables: [any FollowedTable] = []

  init(of store: DataStore) { self.store = store }

  @usableFromInline
  func follow(_ table: any FollowedTable) { tables = tables + [table] }

  func find(_ name: String) -> Entry? {
    noteRead()
    let reserved = reserved
    if !reserved.isEmpty, let entry = reserved[name] { return entry }
    let entries = entries
    return entries[name]
  }

  private func noteRead() {
    if !store.isNotingReads { return }
    if let followedVersion { return _ = followedVersion.value }
    let version = LiveValue(in: store) { [unowned self] in
      for table in tables { table.noteRead() }
      return committedVersion
    }
    followedVersion = version
    _ = version.value
  }

  func find(_ name: Span<UInt8>) -> Entry? {
    guard let short = Self.packed(name) else { return lookUp(name) }
    let place = Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: short) &* 0x9E37_79B9_7F4A_7C15) >> 59)
    let answer = answer(at: place)
    if answer.name == short, answer.version == version {
      noteRead()
      return answer.entry
    }
    let entry = lookUp(name)
    var changed = recent
    recent = []
    if changed.isEmpty { changed = Array(repeating: Answer(), count: 32) }
    changed[place] = Answer(name: short, version: version, entry: entry)
    recent = changed
    return entry
  }

  private func answer(at place: Int) -> Answer {
    let recent = recent
    return recent.isEmpty ? Answer() : recent[place]
  }

  private func lookUp(_ name: Span<UInt8>) -> Entry? {
    guard let text = try? UTF8Span(validating: name) else { return nil }
    return find(String(copying: text))
  }

  /// The bytes of a name behind a 1; `nil` for more than fit.
  private static func packed(_ name: Span<UInt8>) -> UInt128? {
    if name.count > 15 { return nil }
    var packed: UInt128 = 1
    for index in name.indices { packed = packed << 8 | UInt128(name[index]) }
    return packed
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
    version &+= 1
    committedVersion &+= 1
  }

  /// Reserves a name that the open transaction gives.
  ///
  /// - Returns: another object of that name, which may lose it in the same transaction.
  func reserve(_ name: String, for entry: Entry) -> Entry? {
    var changed = reserved
    reserved = [:]
    let other = changed.updateValue(entry, forKey: name)
    reserved = changed
    version &+= 1
    if let other, other != entry { return other }
    let entries = entries
    return entries[name].flatMap { $0 == entry ? nil : $0 }
  }

  /// Drops the reservations, once the open transaction has been checked.
  func clearReservations() {
    if reserved.isEmpty { return }
    reserved = [:]
    version &+= 1
  }
}

/// A table that something is kept up to date with.
@usableFromInline
protocol FollowedTable: AnyObject {
  /// Tells the live query or value that asks now that it read the table.
  func noteRead()
}

extension TableFollower: FollowedTable {}
