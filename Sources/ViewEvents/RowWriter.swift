import TerminalText

/// A writer of a row's fields, in one of the three forms of lines.
///
/// A field without a declared column has no padding, and two spaces follow it.
package struct RowWriter {
  package let columns: Columns

  package init(columns: Columns) { self.columns = columns }

  /// Writes all fields with the widths of their columns: `🙂 Arthur    ready    100 hp`.
  package func writePadded(_ fields: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    let columns = columns.columns.span
    var start = 0
    var position = 0
    while start < fields.count {
      let end = fieldEnd(fields, start)
      let isLast = end &+ 1 >= fields.count
      guard position < columns.count else {
        output.append(fields, start..<end)
        if !isLast { output.appendSpaces(2) }
        start = end &+ 1
        continue
      }
      var room = 0
      let isTrailing = columns[position].alignment == .trailing
      if columns[position].width > 0, !isLast || isTrailing {
        room = columns[position].width &- TextWidth.columns(of: fields.extracting(start..<end))
      }
      if isTrailing { output.appendSpaces(room) }
      output.append(fields, start..<end)
      output.append(columns[position].unit)
      if !isLast {
        let gap = columns[position].gap
        let least = room < 0 && hasSpace(fields, start..<end) ? gap : 1
        output.appendSpaces(max(least, gap &+ (isTrailing ? min(0, room) : room)))
      }
      start = end &+ 1
      position &+= 1
    }
  }

  /// Writes all fields without padding, and `old→new` for fields that differ.
  ///
  /// If only one of the rows has a field, the other text is empty.
  package func writeChange(
    from old: Span<UInt8>, to new: Span<UInt8>, to output: inout OutputSpan<UInt8>
  ) {
    let columns = columns.columns.span
    var oldStart = 0
    var start = 0
    var position = 0
    while start < new.count || oldStart < old.count {
      let oldEnd = fieldEnd(old, oldStart)
      let end = fieldEnd(new, start)
      if !isSame(old, oldStart..<oldEnd, new, start..<end) {
        output.append(old, oldStart..<oldEnd)
        output.append("→")
      }
      output.append(new, start..<end)
      let isDeclared = position < columns.count
      if isDeclared { output.append(columns[position].unit) }
      oldStart = min(oldEnd &+ 1, old.count)
      start = min(end &+ 1, new.count)
      if start < new.count || oldStart < old.count {
        output.appendSpaces(isDeclared ? max(1, columns[position].gap) : 2)
      }
      position &+= 1
    }
  }

  /// Writes the fields that identify the row, without padding; all fields if no column identifies a row.
  package func writeIdentity(_ fields: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    let layout = columns.columns.span
    var start = 0
    var position = 0
    var gap = 0
    while start < fields.count {
      let end = fieldEnd(fields, start)
      let isDeclared = position < layout.count
      if !columns.identify || isDeclared && layout[position].identifies {
        output.appendSpaces(gap)
        output.append(fields, start..<end)
        if isDeclared { output.append(layout[position].unit) }
        gap = isDeclared ? max(1, layout[position].gap) : 2
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
