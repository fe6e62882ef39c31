import AutoUpdate

/// An object of a kind that the program does not know: it is kept as it is, and undone like all else.
struct UnknownObject: Storable {
  let id: JournalKey
  var fields: [JournalField]

  /// The kind of all of them.
  static func kind(in store: DataStore) -> BoundKind {
    BoundKind(
      "", in: store, key: { (object: UnknownObject) in object.id }, identity: { $0 }, fields: { $0.fields },
      differences: { JournalChange.differences(from: $0.fields, to: $1.fields) },
      make: { UnknownObject(id: $0, fields: $1) })
  }
}
