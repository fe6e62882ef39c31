internal import StoreMemory

extension LiveQuery {
  /// Returns the number of models in the list, as a value that can be observed.
  public final func liveCount() -> LiveValue<Int> {
    LiveValue(of: self) { [operations] _ in operations.count() }
  }

  /// The sum of whole numbers, 0 of none.
  ///
  /// It is exact as long as it is between the least and the greatest number of its type, and else that end; it
  /// is exact again as soon as it is in between again. (Numbers of more than 64 bits are added as if they
  /// were the nearest ones of 128.)
  ///
  /// - Complexity: a transaction costs O(k log n) for the k models that it touches in the list.
  public final func liveSum<Number: FixedWidthInteger>(
    of number: @escaping (Model) -> Number
  ) -> LiveValue<Number> {
    liveTotal(of: { Int128(clamping: number($0)) }, combine: Self.saturatingSum) { Number(clamping: $0 ?? 0) }
  }

  /// The sum of floating-point numbers, 0 of none.
  ///
  /// It is added up as a tree, so that it does not drift, and infinity or NaN leave it with their models. Its
  /// last bits depend on the order in which models came into the list.
  ///
  /// - Complexity: a transaction costs O(k log n) for the k models that it touches in the list.
  public final func liveSum<Number: BinaryFloatingPoint>(
    of number: @escaping (Model) -> Number
  ) -> LiveValue<Number> {
    liveTotal(of: number, combine: +) { $0 ?? 0 }
  }

  /// The least of the models' values; `nil` of none. Values that do not equal themselves, such as NaN, do not
  /// count.
  ///
  /// - Complexity: a transaction costs O(k log n) for the k models that it touches in the list.
  public final func liveMin<Value: Comparable>(of value: @escaping (Model) -> Value) -> LiveValue<Value?> {
    liveTotal(of: { Self.ordinary(value($0)) }, combine: { $1 < $0 ? $1 : $0 }) { $0 }
  }

  /// The greatest of the models' values; `nil` of none. Values that do not equal themselves, such as NaN, do
  /// not count.
  ///
  /// - Complexity: a transaction costs O(k log n) for the k models that it touches in the list.
  public final func liveMax<Value: Comparable>(of value: @escaping (Model) -> Value) -> LiveValue<Value?> {
    liveTotal(of: { Self.ordinary(value($0)) }, combine: { $0 < $1 ? $1 : $0 }) { $0 }
  }

  private static func ordinary<Value: Equatable>(_ value: Value) -> Value? { value == value ? value : nil }

  private static func saturatingSum(_ left: Int128, _ right: Int128) -> Int128 {
    let (sum, isTooLarge) = left.addingReportingOverflow(right)
    return isTooLarge ? (left < 0 ? .min : .max) : sum
  }

  private func liveTotal<Part, Value: Equatable>(
    of part: @escaping (Model) -> Part?, combine: @escaping (Part, Part) -> Part,
    _ value: @escaping (Part?) -> Value
  ) -> LiveValue<Value> {
    var tree = CombiningTree(combine)
    return LiveValue(of: self) { [operations, storage] rows in
      if let rows {
        for row in rows {
          let isIn = operations.position(row) != nil
          tree.set(isIn ? storage.committedModel(at: row).flatMap(part) : nil, of: row)
        }
      } else {
        tree.fill(
          operations.rows(0..<operations.count()).compactMap { row in
            storage.committedModel(at: row).flatMap(part).map { (row, $0) }
          })
      }
      return value(tree.total)
    }
  }
}
