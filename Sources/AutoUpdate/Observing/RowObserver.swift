/// A view that observes a row.
///
/// The observers of a row are a list in the order of registration. The first slot of the list is in the row itself,
/// even if it is vacant, since almost every observed row has one view.
@usableFromInline
struct RowObserver<Model: Storable> {
  @usableFromInline weak var view: (any AutoUpdating<Model>)?
  /// The sequence number of its registration; 0 for a vacant slot.
  @usableFromInline var sequence: UInt64 = 0

  /// Creates a vacant slot.
  @inlinable
  init() {}

  @inlinable
  init(_ view: any AutoUpdating<Model>, sequence: UInt64) {
    self.view = view
    self.sequence = sequence
  }

  /// Returns the view if it was registered with `sequence`; `nil` otherwise.
  ///
  /// The method is `mutating` so that the weak reference is read in place; otherwise it is copied.
  @inlinable
  mutating func view(registeredAs sequence: UInt64) -> (any AutoUpdating<Model>)? {
    self.sequence == sequence ? view : nil
  }
}
