extension Console {
  /// Prints a full row without a mark, as an answer and not as a change: `NUMBER  FIELDS`.
  ///
  /// - Parameters:
  ///   - fields: the texts of the row, one for each column.
  ///   - number: the row's number, which counts from 1 here.
  ///   - digits: the width to which the number is padded; the same for all rows of an output.
  ///   - columns: how the fields are laid out.
  public func row(_ fields: Fields, number: Int, digits: Int = 0, in columns: Columns) {
    let room = fields.bytes.count &* 4 &+ columns.slack &+ max(20, digits) &+ 3
    bytes.append(addingCapacity: room) { output in
      output.appendSpaces(digits &- String(number).utf8.count)
      output.append(number: number)
      output.appendSpaces(2)
      RowWriter(columns: columns).writePadded(fields.bytes.span, to: &output)
      output.append(UInt8(ascii: "\n"))
    }
  }
}
