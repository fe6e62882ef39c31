/// A view that observes a row.
///
/// A row's observers are a list in the order of registration. The first of them is in the row itself, as nearly every row
/// that is watched is watched by one view; it stays at the head of the list even when it is vacant.
@usableFromInline
struct RowObserver<Model: Storable> {
  @usableFromInline weak var view: (any AutoUpdating<Model>)?
  /// The sequence number of its registration; 0 while the slot is vacant.
  @usableFromInline var sequence: UInt64 = 0

  /// A vacant place.
  @inlinable
  init() {}

  @inlinable
  init(_ view: any AutoUpdating<Model>, sequence: UInt64) {
    self.view = view
    self.sequence = sequence
  }

  /// The view, if it is still the one that was registered with `sequence`.
  ///
  /// It is a `mutating` method since a weak reference is read where it stands only then, and copied otherwise.
  @inlinable
  mutating func view(registeredAs sequence: UInt64) -> (any AutoUpdating<Model>)? {
    self.sequence == sequence ? view : nil
  }
}
