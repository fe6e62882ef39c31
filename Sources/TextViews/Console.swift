/// The output of views: one growing array of bytes, line after line.
///
/// Whoever owns a session takes ``bytes`` when a command is done, or swaps an output of its own in
/// before it, so that views print straight into that. Every line is a mark, the path of the view, the
/// row where there is one, and the fields.
public final class Console {
  /// The bytes printed since they were last taken. Views print line by line, and writing a line calls no other code.
  public var bytes: [UInt8] = []
  /// Called when a view appears or disappears, or its ``TextView/summary`` may have changed.
  public var onViewChange: (() -> Void)?

  /// A console on which nothing was printed.
  public init() {}

  /// A Boolean value that indicates whether nothing was printed since.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Hands what was printed to `body`, and is empty again; the memory is kept.
  ///
  /// What `body` itself makes views print is printed behind it, and stays for the next time.
  public func move(_ body: (Span<UInt8>) -> Void) {
    // Views do not print while the bytes are lent.
    var moved: [UInt8] = []
    swap(&moved, &bytes)
    body(moved.span)
    if !bytes.isEmpty { return }
    moved.removeAll(keepingCapacity: true)
    swap(&moved, &bytes)
  }

  /// Returns what was printed, and is empty again.
  public func take() -> [UInt8] {
    let taken = bytes
    bytes = []
    return taken
  }
}

/// The change of the row that a line shows.
public enum Mark: UInt8, Sendable {
  /// `+`: it was not there before.
  case appeared = 0x2B
  /// `-`: it is there no more.
  case disappeared = 0x2D
  /// `~`: it shows something else.
  case changed = 0x7E
  /// `^`: it stands at another place.
  case moved = 0x5E
}

extension Console {
  /// Prints `+ PATH [ROW]  FIELDS`; rows count from 0 here and from 1 in print.
  public func appeared(_ path: ViewPath, row: Int? = nil, _ fields: Fields, in columns: Columns) {
    line(.appeared, path, row, room: fields.bytes.count &* 4 &+ columns.slack) {
      RowWriter(columns: columns).writePadded(fields.bytes.span, to: &$0)
    }
  }

  /// Prints `- PATH [ROW]  FIELDS` with the fields as they were shown.
  public func disappeared(_ path: ViewPath, row: Int? = nil, _ fields: Fields, in columns: Columns) {
    line(.disappeared, path, row, room: fields.bytes.count &* 4 &+ columns.slack) {
      RowWriter(columns: columns).writePadded(fields.bytes.span, to: &$0)
    }
  }

  /// Prints `~ PATH [ROW]  FIELDS`, with `old→new` in the fields that differ.
  public func changed(
    _ path: ViewPath, row: Int? = nil, from old: Fields, to new: Fields, in columns: Columns
  ) {
    line(.changed, path, row, room: (old.bytes.count &+ new.bytes.count) &* 6 &+ columns.slack) {
      RowWriter(columns: columns).writeChange(from: old.bytes.span, to: new.bytes.span, to: &$0)
    }
  }

  /// Prints `^ PATH FROM→TO  FIELDS`: those that identify the row, or all of them with `old→new` where
  /// the row changed as well.
  public func moved(
    _ path: ViewPath, from: Int, to: Int, was old: Fields, is new: Fields, in columns: Columns
  ) {
    line(.moved, path, from, to: to, room: (old.bytes.count &+ new.bytes.count) &* 6 &+ columns.slack) {
      let writer = RowWriter(columns: columns)
      if old == new {
        writer.writeIdentity(new.bytes.span, to: &$0)
      } else {
        writer.writeChange(from: old.bytes.span, to: new.bytes.span, to: &$0)
      }
    }
  }

  /// Prints a line of text that is no view's change, such as a line of a drawing.
  public func line(_ text: Span<UInt8>) {
    bytes.append(text, 0..<text.count)
    bytes.append(UInt8(ascii: "\n"))
  }

  @inline(__always)
  private func line(
    _ mark: Mark, _ path: ViewPath, _ row: Int?, to: Int? = nil, room: Int,
    fields: (inout OutputSpan<UInt8>) -> Void
  ) {
    let path = path.utf8
    // Mark, two numbers, an arrow, blanks and the line's end are 51 bytes at most.
    bytes.append(addingCapacity: path.count &+ room &+ 51) { output in
      output.append(mark.rawValue)
      output.append(UInt8(ascii: " "))
      output.append(path.span, 0..<path.count)
      if let row {
        output.append(UInt8(ascii: " "))
        output.append(number: row &+ 1)
      }
      if let to {
        output.append("→")
        output.append(number: to &+ 1)
      }
      output.append(UInt8(ascii: " "))
      output.append(UInt8(ascii: " "))
      fields(&output)
      output.append(UInt8(ascii: "\n"))
    }
  }
}

extension Console {
  /// Prints `+ PATH`: a view appeared as a whole.
  public func appeared(_ path: ViewPath) {
    whole(.appeared, path)
  }

  /// Prints `- PATH`: a view is gone with everything that it showed.
  public func disappeared(_ path: ViewPath) {
    whole(.disappeared, path)
  }

  private func whole(_ mark: Mark, _ path: ViewPath) {
    bytes.append(mark.rawValue)
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: path.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }
}
