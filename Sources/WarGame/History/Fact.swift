import AutoUpdate

/// Where models are read: a store as it is, or as it was.
protocol ModelReader {
  /// Whether it reads what is there now.
  var isPresent: Bool { get }
  subscript<Model: Storable>(id: Model.ID, in table: Table<Model>) -> Model? { get }
}

extension ModelReader {
  /// The model with an identity.
  ///
  /// Nearly all reading is of the present, for which the table is asked where its type is known: through a
  /// reader of whatever kind, the runtime would have to find out at every call how such models are handled.
  @inline(__always)
  func model<Model: Storable>(_ id: Model.ID, in table: Table<Model>) -> Model? {
    isPresent ? table[id] : self[id, in: table]
  }
}

extension PastState: ModelReader {
  var isPresent: Bool { false }
}

/// The store as it is.
struct Present: ModelReader {
  var isPresent: Bool { true }
  subscript<Model: Storable>(id: Model.ID, in table: Table<Model>) -> Model? { table[id] }
}

/// Something about one model that a view depends on: a field, or whether the model is there.
///
/// It is an object because many views of a session share a few of them.
final class Fact {
  /// The table in which it may change.
  let source: any Monitored
  private let isPresence: Bool
  /// `game.phase`, or `unit Arthur`.
  private let name: String
  private let read: (any ModelReader) -> FieldValue

  /// The field of a model, as it records it; `absent` while the model is not there.
  init<Model: Recorded>(_ field: String, of id: Model.ID, in table: Table<Model>, label: String = Model.kind)
  {
    source = table
    isPresence = false
    name = ChangeText.reference(label, field)
    read = { reader in
      guard let model = reader.model(id, in: table) else { return .absent }
      var finder = FieldFinder(name: field)
      model.record(into: &finder)
      return finder.value
    }
  }

  /// Whether a model is there, and is one that `isMeant` accepts.
  init<Model: Recorded>(
    presenceOf id: Model.ID, in table: Table<Model>, name: String,
    isMeant: @escaping (Model) -> Bool = { _ in true }
  ) {
    source = table
    isPresence = true
    self.name = name
    read = { reader in .truth(reader.model(id, in: table).map(isMeant) ?? false) }
  }

  func value(in reader: any ModelReader) -> FieldValue { read(reader) }

  /// `game.phase matching→active`, `me.side = attacker`, `+ unit Arthur`; empty for a model that
  /// stays.
  func text(from old: FieldValue, to new: FieldValue) -> String {
    if isPresence {
      if old == new { return new == .truth(true) ? "" : "there is no \(name)" }
      return new == .truth(true) ? "+ \(name)" : "- \(name)"
    }
    return old == new || old == .absent ? "\(name) = \(new.shown)" : "\(name) \(old.shown)→\(new.shown)"
  }
}

/// Keeps the one field that it looks for.
private struct FieldFinder: FieldVisitor {
  let name: String
  private(set) var value = FieldValue.none

  mutating func field(_ name: StaticString, _ value: FieldValue) {
    if name.withUTF8Buffer({ self.name.utf8.elementsEqual($0) }) { self.value = value }
  }
}
