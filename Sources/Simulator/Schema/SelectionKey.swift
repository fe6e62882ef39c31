import AutoUpdate
public import CommandLanguage

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

/// The objects for which a selection cannot be computed. They are recorded while the selection is followed and reported
/// when the command ends.
///
/// Failures are reported when the first object is left out, and again only after a state without failures. So the
/// output depends only on the store, and the same commands print the same after an undo.
@usableFromInline
final class RowFailures<Object: Model> {
  /// The objects that are left out. Some may have been removed.
  var objects: Set<Object.ID> = []
  /// The reason why the limit cannot be computed; `nil` if it can.
  var ofLimit: String?
  var isReported = false
  @usableFromInline private(set) var areAny = false

  init() {}

  /// Returns a Boolean value that indicates whether a selection includes an object. Leaves out an object if its
  /// condition or its keys cannot be computed.
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

  /// Returns the existing objects, ordered by identity, so that a report depends only on the state.
  func existing(in table: Table<Object>) -> [Object] {
    let type = Object.ID.fieldType
    return objects.filter { table[$0] != nil }.sorted { type.order($0.fieldValue, $1.fieldValue) < 0 }
      .compactMap { table[$0] }
  }
}
