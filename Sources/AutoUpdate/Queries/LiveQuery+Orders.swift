public import StoreMemory

extension LiveQuery {
  /// The models that meet a condition, in the order of a key.
  ///
  /// Models with equal keys stand in the order of their rows; with the identity as last key the order
  /// does not depend on what the store went through. Keys that do not equal themselves, such as NaN, come last.
  ///
  /// - Parameters:
  ///   - table: the table whose models are listed.
  ///   - condition: which models are in the list; all when left out.
  ///   - limit: how many at most; the first ones in order are in the list.
  ///   - key: what to sort by: a `Comparable`, ``Descending`` or several ``SortKeys``.
  @inlinable
  public convenience init<Key: Comparable>(
    _ table: Table<Model>, where condition: @escaping (Model) -> Bool = { _ in true }, limit: Int? = nil,
    by key: @escaping (Model) -> Key
  ) {
    self.init(
      QueryIndex<Model, KeyOrder<Key>, Never>(
        table, order: KeyOrder(), limit: { limit }, condition: condition, key: key, sectionKey: nil))
  }

  /// The models that meet a condition, in an order that is known at run time only.
  ///
  /// An inconsistent order gives an unspecified sequence with every model in it once.
  ///
  /// - Parameters:
  ///   - table: the table whose models are listed.
  ///   - condition: which models are in the list; all when left out.
  ///   - limit: how many at most, all for `nil`; the first ones in order are in the list. It may read what a condition may.
  ///   - key: what of a model the order looks at.
  ///   - isBefore: whether one key comes before another: a strict weak order.
  @inlinable
  public convenience init<Key>(
    _ table: Table<Model>, where condition: @escaping (Model) -> Bool = { _ in true },
    limit: @escaping () -> Int? = { nil }, by key: @escaping (Model) -> Key,
    inOrder isBefore: @escaping (Key, Key) -> Bool
  ) {
    self.init(
      QueryIndex<Model, RuntimeOrder<Key>, Never>(
        table, order: RuntimeOrder(isBefore), limit: limit, condition: condition, key: key, sectionKey: nil))
  }

  /// A query in an order that is known at run time, of which condition and keys may read single keys of what others keep: then only the
  /// rows that read one are asked again when it changes.
  @inlinable
  package convenience init<Key>(
    _ table: Table<Model>, readers: KeyReaders, where condition: @escaping (Model) -> Bool,
    limit: @escaping () -> Int?, by key: @escaping (Model) -> Key,
    inOrder isBefore: @escaping (Key, Key) -> Bool
  ) {
    self.init(
      QueryIndex<Model, RuntimeOrder<Key>, Never>(
        table, order: RuntimeOrder(isBefore), limit: limit, condition: condition, key: key, sectionKey: nil,
        readers: readers))
  }
}
