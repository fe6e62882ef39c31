public import CommandLanguage

/// Where an object stands in a selection: by the selection's keys, then by its number.
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

/// What of a selection could not be computed: noted while the store is followed, said when the command ends.
///
/// It is said when something begins to be left out, and again only after nothing was: so what is printed follows from
/// the store, and the same commands print the same again after an undo.
@usableFromInline
final class RowFailures<Object: Model> {
  /// The objects that are left out; some may be gone.
  var objects: Set<Object.ID> = []
  var isOfLimit = false
  var pending: String?
  var isSaid = false
  @usableFromInline private(set) var areAny = false
  private let label: (Object) -> String

  init(label: @escaping (Object) -> String) { self.label = label }

  /// Whether a selection chooses an object; one for which that cannot be computed is left out, and so is what has no
  /// place in the order.
  @inlinable
  func isChosen(_ object: Object, by rows: SelectionRows<Object>) -> Bool {
    do {
      let isChosen = try rows.matches(object)
      if isChosen { _ = try rows.keys(object) }
      if areAny { remove(object.id) }
      return isChosen
    } catch {
      note(error, object)
      return false
    }
  }

  @usableFromInline
  func remove(_ id: Object.ID) {
    objects.remove(id)
    areAny = !objects.isEmpty
  }

  @usableFromInline
  func note(_ error: any Error, _ object: Object) {
    objects.insert(object.id)
    areAny = true
    if pending == nil { pending = "leaves out \(label(object)): \(Explanation(of: error).message)" }
  }
}
