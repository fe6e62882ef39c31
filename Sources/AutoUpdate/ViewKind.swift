/// A class of views that observe rows of a table; it knows how such a view is shown a model.
///
/// A row knows its view as an object and the number of its kind, which take 8 bytes less than an existential.
@usableFromInline
class ViewKind<Model: Storable> {
  @usableFromInline let view: ObjectIdentifier

  @inlinable
  init(of view: ObjectIdentifier) { self.view = view }

  /// Shows the model in a view of the class.
  @usableFromInline
  func prepare(_ view: AnyObject, with model: Model?) {}
}

/// The number of a kind, which stands in the lower bits of an observer's sequence.
@usableFromInline
enum ViewKindNumber {
  /// How many there may be in a table; sequences are multiples of it.
  @inlinable static var limit: UInt64 { 1 << 16 }
}

@usableFromInline
final class ViewKindOf<View: AutoUpdating>: ViewKind<View.Model> {
  @inlinable
  init() { super.init(of: ObjectIdentifier(View.self)) }

  @inlinable
  override func prepare(_ view: AnyObject, with model: View.Model?) {
    unsafeDowncast(view, to: View.self).prepare(with: model)
  }
}

extension Table {
  /// The number of a class of views, a new one when it has none.
  ///
  /// - Complexity: O(classes of views that observe the table).
  @inlinable
  func kindNumber<View: AutoUpdating<Model>>(of type: View.Type) -> UInt64 {
    let view = ObjectIdentifier(type)
    if let number = viewKinds.firstIndex(where: { $0.view == view }) { return UInt64(number) }
    precondition(viewKinds.count < ViewKindNumber.limit, "a table has views of at most 65,536 classes")
    viewKinds.append(ViewKindOf<View>())
    return UInt64(viewKinds.count - 1)
  }

  /// The kind of the view that was registered with a sequence.
  @inlinable
  @inline(__always)
  func viewKind(of sequence: UInt64) -> Unmanaged<ViewKind<Model>> {
    .passUnretained(viewKinds[Int(truncatingIfNeeded: sequence & (ViewKindNumber.limit - 1))])
  }
}
