public import AutoUpdate

/// An index of the objects of all kinds by name, as of the last commit. While a transaction is checked, the index also
/// has the names that it assigns. A name belongs to one object only.
///
/// Canonically equivalent names, which look the same, are the same name.
@usableFromInline
final class NameIndex {
  /// An object: the index of its kind and its number.
  @usableFromInline
  struct Entry: Equatable {
    var kind: Int
    var number: Int
  }

  // Each dictionary is moved out to be changed and then put back, so that a lookup needs no exclusivity checks.
  private var entries: [String: Entry] = [:]
  private var reserved: [String: Entry] = [:]
  /// A cache of recent lookups, indexed by hash, since scripts look up the same names repeatedly.
  private var recent: [CachedEntry] = []
  private(set) var version = 0
  private var committedVersion = 0
  private var followedVersion: LiveValue<Int>?

  // Unowned to avoid a cycle: owners of the index own the store, and objects in the store may own the index.
  private unowned let store: DataStore

  /// The cached result of looking up a short name.
  private struct CachedEntry {
    var name: UInt128 = 0
    var version = -1
    var entry: Entry?
  }

  /// The closures that record a read of each table whose objects have names.
  private var noteTableReads: [() -> Void] = []

  init(of store: DataStore) { self.store = store }

  @usableFromInline
  func follow(_ table: TableFollower<some Model>) { noteTableReads = noteTableReads + [table.noteRead] }

  func find(_ name: String) -> Entry? {
    noteRead()
    let reserved = reserved
    if !reserved.isEmpty, let entry = reserved[name] { return entry }
    let entries = entries
    return entries[name]
  }

  /// Returns the object that had a name at the last commit; `nil` if there was none.
  func findCommitted(_ name: Span<UInt8>) -> Entry? {
    if reserved.isEmpty { return find(name) }
    noteRead()
    let entries = entries
    guard let text = try? UTF8Span(validating: name) else { return nil }
    return entries[String(copying: text)]
  }

  /// Returns the objects that may have a name in the state that the running code reads. These are the object to which a
  /// transaction being checked assigns the name, and the object that had the name at the last commit.
  func candidates(for name: String) -> [Entry] {
    noteRead()
    return [reserved[name], entries[name]].compactMap { $0 }
  }

  /// A Boolean value that indicates whether the names that the open transaction assigns are in the index.
  var hasReservations: Bool { !reserved.isEmpty }

  private func noteRead() {
    if !store.isNotingReads { return }
    if let followedVersion { return _ = followedVersion.value }
    let version = LiveValue(in: store) { [unowned self] in
      for noteTableRead in noteTableReads { noteTableRead() }
      return committedVersion
    }
    followedVersion = version
    _ = version.value
  }

  func find(_ name: Span<UInt8>) -> Entry? {
    guard let short = Self.packed(name) else { return lookUp(name) }
    var cache = recent
    if cache.count < Self.cacheSizeMax, cache.count < entries.count || cache.isEmpty {
      cache = Array(repeating: CachedEntry(), count: max(32, cache.count * 4))
    }
    // The high bits of the product depend on all bits of the name.
    let hash = (UInt64(truncatingIfNeeded: short) &* 0x9E37_79B9_7F4A_7C15) >> 32
    let position = Int(truncatingIfNeeded: hash) & (cache.count - 1)
    if cache[position].name == short, cache[position].version == version {
      noteRead()
      return cache[position].entry
    }
    let entry = lookUp(name)
    recent = []
    cache[position] = CachedEntry(name: short, version: version, entry: entry)
    recent = cache
    return entry
  }

  /// The maximum size of the cache. Each size is a power of two.
  private static let cacheSizeMax = 8_192

  private func lookUp(_ name: Span<UInt8>) -> Entry? {
    guard let text = try? UTF8Span(validating: name) else { return nil }
    return find(String(copying: text))
  }

  /// Returns the bytes of a name after a leading 1; `nil` if there are more than 15.
  private static func packed(_ name: Span<UInt8>) -> UInt128? {
    if name.count > 15 { return nil }
    var packed: UInt128 = 1
    for index in name.indices { packed = packed << 8 | UInt128(name[index]) }
    return packed
  }

  @usableFromInline
  func remove(_ name: String, _ entry: Entry) {
    let known = entries
    if known[name] == entry { put(name, nil) }
  }

  /// Assigns a name to an object, or to none.
  @usableFromInline
  func put(_ name: String, _ entry: Entry?) {
    var changed = entries
    entries = [:]
    changed[name] = entry
    entries = changed
    version &+= 1
    committedVersion &+= 1
  }

  /// Reserves a name that the open transaction assigns.
  ///
  /// - Returns: The other object that has the name; `nil` if there is none. The same transaction may still rename it.
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

  /// Drops the reservations after the open transaction has been checked.
  func clearReservations() {
    if reserved.isEmpty { return }
    reserved = [:]
    version &+= 1
  }
}
