import AutoUpdate
public import CommandLanguage

/// The rank of an object in a selection: the selection's keys, then its number.
@usableFromInline
struct SelectionKey {
  @usableFromInline let keys: [Value]
  @usableFromInline let number: Int

  @inlinable
  init(_ keys: [Value], number: Int) {
    self.keys = keys
    self.number = number
  }
}

/// The objects for which a selection cannot be computed: noted while the store is followed, told when the command ends.
///
/// They are told of when something begins to be left out, and again only after nothing was: so what is printed follows from
/// the store, and the same commands print the same again after an undo.
@usableFromInline
final class RowFailures<Object: Model> {
  /// The objects that are left out; some may be gone.
  var objects: Set<Object.ID> = []
  /// The reason why the limit cannot be computed, if it cannot.
  var ofLimit: String?
  var isSaid = false
  @usableFromInline private(set) var areAny = false

  init() {}

  /// Returns a Boolean value that indicates whether a selection includes an object. An object for which that or its
  /// rank cannot be computed is left out.
  @inlinable
  func isChosen(_ object: Object, by rows: ObjectTest<Object>) -> Bool {
    do {
      let isChosen = try rows.matches(object)
      if isChosen { _ = try rows.keys(object) }
      if areAny { remove(object.id) }
      return isChosen
    } catch {
      insert(object.id)
      return false
    }
  }

  @usableFromInline
  func remove(_ id: Object.ID) {
    objects.remove(id)
    areAny = !objects.isEmpty
  }

  @usableFromInline
  func insert(_ id: Object.ID) {
    objects.insert(id)
    areAny = true
  }

  /// The first of the objects that are there, by identity, so that it follows from the state which one is named.
  func first(in table: Table<Object>) -> Object? {
    let type = Object.ID.fieldType
    let first = objects.filter { table[$0] != nil }
      .min { type.order($0.fieldValue, $1.fieldValue) < 0 }
    return first.flatMap { table[$0] }
  }
}
