/// The rows of a ``RowsView``, at most ``RowsView/maxRowCount``, and the number of omitted ones.
package struct LimitedRows: Equatable {
  package let rows: [[String]]
  /// The number of further rows, which need not be computed.
  private let omittedCount: Int

  /// Creates the rows of a view.
  ///
  /// - Parameters:
  ///   - rows: the first rows, at least as many as the view shows.
  ///   - totalCount: the number of all rows. By default, `rows` contains all of them.
  package init(_ rows: [[String]] = [], of totalCount: Int? = nil) {
    self.rows = Array(rows.prefix(RowsView.maxRowCount))
    omittedCount = max(totalCount ?? rows.count, rows.count) - self.rows.count
  }

  /// The text of the additional last row, which states the number of omitted rows; `nil` if no rows are omitted.
  package var remark: String? { omittedCount > 0 ? "… \(omittedCount) more" : nil }
}
