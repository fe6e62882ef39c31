/// The rows that a list shows.
package struct Viewport: Equatable {
  /// The number of rows above the viewport.
  package let offset: Int
  /// The number of visible rows.
  package let shownCount: Int
  /// The maximum number of visible rows.
  package let height: Int
  /// The number of rows inside and outside the viewport.
  package let count: Int

  package init(offset: Int = 0, shownCount: Int = 0, height: Int, count: Int) {
    self.offset = offset
    self.shownCount = shownCount
    self.height = height
    self.count = count
  }

  /// Returns the viewport of the same list after scrolling to an offset; `Int.max` for the last rows.
  package func scrolled(to offset: Int) -> Viewport {
    let offset = max(0, min(offset, count - height))
    return Viewport(offset: offset, shownCount: min(height, count - offset), height: height, count: count)
  }

  /// The rows as text: `rows 2-4 of 9`.
  package var text: String {
    shownCount == 0 ? "no rows of \(count)" : "rows \(offset + 1)-\(offset + shownCount) of \(count)"
  }
}
