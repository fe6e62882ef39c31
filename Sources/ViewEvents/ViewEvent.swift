/// A change of a view's contents. ``write(to:)`` writes the event's line in a transcript.
///
/// ```swift
/// let event = ViewEvent.changed(ViewPath("map/units"), row: 0, from: old, to: new, in: columns)
/// print(event.line)     // ~ map/units 1  🙂→🤕 Arthur  ready→wounded  100 hp
/// ```
///
/// Rows are numbered from 0 here, and from 1 in the line.
public enum ViewEvent: Sendable {
  /// A view appeared as a whole, such as an opened screen. Events for its contents follow.
  case opened(ViewPath)
  /// A view disappeared, including its contents and the views inside it.
  case closed(ViewPath)
  /// A row appeared. `row` is `nil` for a view of a single row.
  case appeared(ViewPath, row: Int? = nil, Fields, in: Columns)
  /// A row disappeared. The fields are the last ones that were visible.
  case disappeared(ViewPath, row: Int? = nil, Fields, in: Columns)
  /// The fields of a row changed.
  case changed(ViewPath, row: Int? = nil, from: Fields, to: Fields, in: Columns)
  /// A row moved to another index in its list. Its fields may have changed too.
  case moved(ViewPath, from: Int, to: Int, was: Fields, is: Fields, in: Columns)

  /// The path of the view.
  public var path: ViewPath {
    switch self {
    case .opened(let path), .closed(let path), .appeared(let path, _, _, _), .disappeared(let path, _, _, _),
      .changed(let path, _, _, _, _), .moved(let path, _, _, _, _, _):
      path
    }
  }

  /// The index of the row; `nil` for a view as a whole and for a view with a single row.
  public var row: Int? {
    switch self {
    case .opened, .closed: nil
    case .appeared(_, let row, _, _), .disappeared(_, let row, _, _), .changed(_, let row, _, _, _): row
    case .moved(_, let row, _, _, _, _): row
    }
  }

  /// The kind of the change.
  public var mark: Mark {
    switch self {
    case .opened, .appeared: .appeared
    case .closed, .disappeared: .disappeared
    case .changed: .changed
    case .moved: .moved
    }
  }
}

/// A kind of change, identified by the first character of its line.
public enum Mark: UInt8, Sendable {
  /// `+`: the view or row appeared.
  case appeared = 0x2B
  /// `-`: the view or row disappeared.
  case disappeared = 0x2D
  /// `~`: the row changed.
  case changed = 0x7E
  /// `^`: the row moved.
  case moved = 0x5E

  /// The character.
  public var character: Character { Character(UnicodeScalar(rawValue)) }
}

// MARK: The transcript

extension ViewEvent {
  /// The event's line in a transcript, without its line feed.
  public var line: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  /// Appends the event's line in a transcript, including its line feed:
  ///
  /// - `+ PATH [ROW]  FIELDS` and `- PATH [ROW]  FIELDS`, with every field padded to its column,
  /// - `~ PATH [ROW]  FIELDS`, with `old→new` in the fields that differ,
  /// - `^ PATH FROM→TO  FIELDS`, with the fields that identify the row, or all of them as for `~` if the row changed,
  /// - `+ PATH` and `- PATH` for a view as a whole.
  public func write(to bytes: inout [UInt8]) {
    switch self {
    case .opened(let path): Self.whole(.appeared, path, &bytes)
    case .closed(let path): Self.whole(.disappeared, path, &bytes)
    case .appeared(let path, let row, let fields, let columns):
      Self.padded(.appeared, path, row, fields, columns, &bytes)
    case .disappeared(let path, let row, let fields, let columns):
      Self.padded(.disappeared, path, row, fields, columns, &bytes)
    case .changed(let path, let row, let old, let new, let columns):
      Self.line(.changed, path, row, room: Self.room(old, new, columns), &bytes) {
        RowWriter(columns: columns).writeChange(from: old.bytes.span, to: new.bytes.span, to: &$0)
      }
    case .moved(let path, let from, let to, let old, let new, let columns):
      Self.line(.moved, path, from, to: to, room: Self.room(old, new, columns), &bytes) {
        let writer = RowWriter(columns: columns)
        if old == new {
          writer.writeIdentity(new.bytes.span, to: &$0)
        } else {
          writer.writeChange(from: old.bytes.span, to: new.bytes.span, to: &$0)
        }
      }
    }
  }

  private static func padded(
    _ mark: Mark, _ path: ViewPath, _ row: Int?, _ fields: Fields, _ columns: Columns, _ bytes: inout [UInt8]
  ) {
    line(mark, path, row, room: fields.bytes.count &* 4 &+ columns.slack, &bytes) {
      RowWriter(columns: columns).writePadded(fields.bytes.span, to: &$0)
    }
  }

  /// Returns an upper bound for the number of bytes of two rows, with an arrow in each field.
  private static func room(_ old: Fields, _ new: Fields, _ columns: Columns) -> Int {
    (old.bytes.count &+ new.bytes.count) &* 6 &+ columns.slack
  }

  private static func whole(_ mark: Mark, _ path: ViewPath, _ bytes: inout [UInt8]) {
    bytes.append(mark.rawValue)
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: path.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  @inline(__always)
  private static func line(
    _ mark: Mark, _ path: ViewPath, _ row: Int?, to: Int? = nil, room: Int, _ bytes: inout [UInt8],
    fields: (inout OutputSpan<UInt8>) -> Void
  ) {
    let path = path.utf8
    // The mark, two numbers, an arrow, spaces and the line end take at most 51 bytes.
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
      let start = output.count
      fields(&output)
      // A row without text has no spaces at its end.
      if output.count == start { output.removeLast(2) }
      output.append(UInt8(ascii: "\n"))
    }
  }
}

extension Fields {
  /// Returns the fields as a full row, with the widths of their columns.
  public func padded(in columns: Columns) -> String {
    var text: [UInt8] = []
    text.append(addingCapacity: bytes.count &* 4 &+ columns.slack) { output in
      RowWriter(columns: columns).writePadded(bytes.span, to: &output)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
