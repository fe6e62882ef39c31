/// Writes the fields of a row into a line, in one of the three ways that lines show them.
struct RowWriter {
  let columns: Columns

  /// Every field padded to its column: `🙂 Arthur    ready    100 hp`.
  func writePadded(_ fields: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    var start = 0
    var position = 0
    while start < fields.count {
      let end = fieldEnd(fields, start)
      let column = columns.column(position)
      let isLast = end &+ 1 >= fields.count
      var width = column.width
      if width > 0, !isLast || column.alignment == .trailing {
        width = TextWidth.columns(of: fields.extracting(start..<end))
      }
      let room = column.width &- width
      if column.alignment == .trailing { output.appendSpaces(room) }
      output.append(fields, start..<end)
      output.append(column.unit)
      if !isLast {
        let padding = column.alignment == .trailing ? min(0, room) : room
        let least = padding < 0 && hasSpace(fields, start..<end) ? column.gap : 1
        output.appendSpaces(max(least, column.gap &+ padding))
      }
      start = end &+ 1
      position &+= 1
    }
  }

  /// Every field at its own width, and `old→new` where the two rows differ.
  ///
  /// A field that only one of the rows has is changed from or to nothing.
  func writeChange(
    from old: Span<UInt8>, to new: Span<UInt8>, to output: inout OutputSpan<UInt8>
  ) {
    var oldStart = 0
    var start = 0
    var position = 0
    while start < new.count || oldStart < old.count {
      let column = columns.column(position)
      let oldEnd = fieldEnd(old, oldStart)
      let end = fieldEnd(new, start)
      if !isSame(old, oldStart..<oldEnd, new, start..<end) {
        output.append(old, oldStart..<oldEnd)
        output.append("→")
      }
      output.append(new, start..<end)
      output.append(column.unit)
      oldStart = min(oldEnd &+ 1, old.count)
      start = min(end &+ 1, new.count)
      if start < new.count || oldStart < old.count { output.appendSpaces(max(1, column.gap)) }
      position &+= 1
    }
  }

  /// The fields that say which row it is, each at its own width.
  func writeIdentity(_ fields: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    var start = 0
    var position = 0
    var gap = 0
    while start < fields.count {
      let end = fieldEnd(fields, start)
      let column = columns.column(position)
      if column.identifies || !columns.identify {
        output.appendSpaces(gap)
        output.append(fields, start..<end)
        output.append(column.unit)
        gap = max(1, column.gap)
      }
      start = end &+ 1
      position &+= 1
    }
  }

  private func fieldEnd(_ fields: Span<UInt8>, _ start: Int) -> Int {
    var at = start
    while at < fields.count, fields[at] != 0 { at &+= 1 }
    return at
  }

  private func isSame(
    _ old: Span<UInt8>, _ oldRange: Range<Int>, _ new: Span<UInt8>, _ newRange: Range<Int>
  ) -> Bool {
    guard oldRange.count == newRange.count else { return false }
    for offset in 0..<oldRange.count
    where old[oldRange.lowerBound &+ offset] != new[newRange.lowerBound &+ offset] {
      return false
    }
    return true
  }

  private func hasSpace(_ fields: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for at in range where fields[at] == UInt8(ascii: " ") { return true }
    return false
  }
}
