/// The rows that views show at a moment, for comparison with what other views show or with printed lines.
///
/// ```swift
/// var image = ScreenImage(of: views)
/// run(command)
/// let problem = image.follow(printed, to: ScreenImage(of: views))
/// ```
public struct ScreenImage {
  /// A view that shows something.
  struct Shown {
    let path: [UInt8]
    let columns: Columns
    let isList: Bool
    var rows: [Row]
  }

  /// A row as far as it is known.
  enum Row {
    case fields(Fields)
    /// As a line showed it that no row of the present explains: it has to change again.
    case unexplained(line: [UInt8])
  }

  /// Two images that differ: where, and how.
  public struct Difference: Sendable, Equatable {
    /// The view's path.
    public let path: String
    /// The differing row as it is shown; `nil` where there is none.
    public let shown: String?
    /// As it should be; `nil` where there should be none.
    public let expected: String?

    /// A difference at a view's path.
    public init(path: String, shown: String?, expected: String?) {
      self.path = path
      self.shown = shown
      self.expected = expected
    }
  }

  /// The views that show rows, and the screens that are open, each before those in it.
  var views: [Shown] = []

  /// Creates an image of views, including the views inside them.
  ///
  /// - Complexity: O(visible rows).
  public init(of views: [TextView]) {
    for view in views { add(view) }
  }

  private mutating func add(_ view: TextView) {
    guard view.isVisible else { return }
    if let rows = view.rows {
      if !rows.fields.isEmpty {
        views.append(
          Shown(
            path: view.path.utf8, columns: rows.columns, isList: rows.isList,
            rows: rows.fields.map { .fields($0) }))
      }
    } else {
      views.append(Shown(path: view.path.utf8, columns: .single, isList: false, rows: []))
    }
    for inner in view.subviews { add(inner) }
  }

  /// The first view that shows something else than in another image, which shows what is right.
  ///
  /// - Complexity: O(visible rows).
  public func difference(from expected: ScreenImage) -> Difference? {
    for view in expected.views {
      guard let own = self.view(view.path) else {
        return Difference(view.path, shown: nil, expected: view.text(0) ?? "it is open")
      }
      for row in 0..<max(own.rows.count, view.rows.count) where !own.isSame(view, row) {
        return Difference(view.path, shown: own.text(row), expected: view.text(row))
      }
    }
    for view in views where expected.view(view.path) == nil {
      return Difference(view.path, shown: view.text(0) ?? "it is open", expected: nil)
    }
    return nil
  }

  /// Appends bytes that are the same for what ``difference(from:)`` takes for the same, and for nothing else.
  public func write(to bytes: inout [UInt8]) {
    for view in views.sorted(by: { $0.path.lexicographicallyPrecedes($1.path) }) {
      bytes += view.path
      bytes.append(0)
      for row in view.rows {
        switch row {
        case .fields(let fields): bytes += fields.bytes
        case .unexplained(let line): bytes += line
        }
        // No text holds a line feed.
        bytes.append(0x0A)
      }
      bytes.append(0x0A)
    }
  }

  func view(_ path: [UInt8]) -> Shown? { views.first { $0.path == path } }
}

extension ScreenImage.Difference {
  init(_ path: [UInt8], shown: String?, expected: String?) {
    self.init(path: String(decoding: path, as: UTF8.self), shown: shown, expected: expected)
  }
}

extension ScreenImage.Shown {
  func isSame(_ other: Self, _ row: Int) -> Bool {
    guard row < rows.count, row < other.rows.count, case .fields(let a) = rows[row],
      case .fields(let b) = other.rows[row]
    else { return false }
    return a == b
  }

  func fields(_ row: Int) -> Fields? {
    if rows.indices.contains(row), case .fields(let fields) = rows[row] { fields } else { nil }
  }

  /// A row as its lines show it in full.
  func text(_ row: Int) -> String? {
    guard rows.indices.contains(row) else { return nil }
    switch rows[row] {
    case .fields(let fields): return String(decoding: padded(fields), as: UTF8.self)
    case .unexplained(let line): return String(decoding: line, as: UTF8.self)
    }
  }

  // MARK: As lines show rows

  func padded(_ fields: Fields) -> [UInt8] {
    written(room: fields.bytes.count * 4) {
      RowWriter(columns: columns).writePadded(fields.bytes.span, to: &$0)
    }
  }

  func changed(_ old: Fields, _ new: Fields) -> [UInt8] {
    written(room: (old.bytes.count + new.bytes.count) * 6) {
      RowWriter(columns: columns).writeChange(from: old.bytes.span, to: new.bytes.span, to: &$0)
    }
  }

  func identity(_ fields: Fields) -> [UInt8] {
    written(room: fields.bytes.count * 6) {
      RowWriter(columns: columns).writeIdentity(fields.bytes.span, to: &$0)
    }
  }

  private func written(room: Int, _ write: (inout OutputSpan<UInt8>) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: room + columns.slack + 8) { write(&$0) }
    return bytes
  }
}
