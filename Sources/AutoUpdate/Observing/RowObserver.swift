/// A view that observes a row, in the list of the row's observers in the order of registration.
///
/// The first of them is in the row itself, as nearly every row that is watched is watched by one view;
/// further ones are in the table's pool. A place is a number: 0 for the one in the row, above that for
/// one in the pool, -1 for none. The row's own stays at the head of the list even when it is vacant.
@usableFromInline
struct RowObserver<Model: Storable> {
  @usableFromInline weak var view: (any AutoUpdating<Model>)?
  /// When it was registered; 0 while the place is vacant.
  @usableFromInline var sequence: UInt64 = 0
  @usableFromInline var next: Int32 = -1
  /// The place before this one; for the head of a list, the last place.
  @usableFromInline var previous: Int32 = 0

  /// A vacant place; the head of an empty list.
  @inlinable
  init() {}

  @inlinable
  init(_ view: any AutoUpdating<Model>, sequence: UInt64, previous: Int32 = 0) {
    self.view = view
    self.sequence = sequence
    self.previous = previous
  }

  /// The view, if it is still the one that was registered with `sequence`.
  ///
  /// It is a `mutating` method since a weak reference is read where it stands only then, and copied otherwise.
  @inlinable
  mutating func view(registeredAs sequence: UInt64) -> (any AutoUpdating<Model>)? {
    self.sequence == sequence ? view : nil
  }

  /// Whether this is the head of an empty list.
  @inlinable var isAlone: Bool { sequence == 0 && next < 0 }
}
