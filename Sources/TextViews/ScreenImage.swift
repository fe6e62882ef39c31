/// A copy of the rows that views show, for comparison with other copies and with the events in between.
///
/// ```swift
/// var image = ScreenImage(of: views)
/// run(command)
/// let problem = image.follow(console.takeEvents(), to: ScreenImage(of: views))
/// ```
public struct ScreenImage {
  /// The contents of a view.
  struct Shown {
    let path: ViewPath
    let columns: Columns
    let isList: Bool
    var rows: [Fields]
    /// The sources of a list's rows; `nil` for a row whose source is unknown because an event added it.
    var sources: [ViewSource?] = []

    /// Returns a full row as text; `nil` if there is no such row.
    func text(_ row: Int) -> String? {
      rows.indices.contains(row) ? rows[row].padded(in: columns) : nil
    }
  }

  /// A difference between two images.
  public struct Difference: Sendable, Equatable {
    /// The path of the view.
    public let path: String
    /// The visible row; `nil` if there is none.
    public let shown: String?
    /// The expected row; `nil` if there should be none.
    public let expected: String?

    /// Creates a difference in the view at a path.
    public init(path: String, shown: String?, expected: String?) {
      self.path = path
      self.shown = shown
      self.expected = expected
    }

    init(_ path: ViewPath, shown: String?, expected: String?) {
      self.init(path: path.description, shown: shown, expected: expected)
    }
  }

  /// The views that show rows and the open screens. Each container precedes its views.
  private var views: [Shown] = []

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
            path: view.path, columns: rows.columns, isList: rows.isList, rows: rows.fields,
            sources: rows.isList ? view.sources : []))
      }
    } else if view is ScreenView {
      views.append(Shown(path: view.path, columns: .single, isList: false, rows: []))
    }
    for inner in view.subviews { add(inner) }
  }

  /// Returns the events that lead from empty views to the current contents, each with the source of its row.
  ///
  /// - Complexity: O(visible rows).
  public static func events(of views: [TextView]) -> [(event: ViewEvent, source: ViewSource?)] {
    views.flatMap { view -> [(event: ViewEvent, source: ViewSource?)] in
      guard view.isVisible else { return [] }
      let inner = events(of: view.subviews)
      // Only a screen prints an event of its own.
      guard let rows = view.rows else {
        return view is ScreenView ? [(.opened(view.path), nil)] + inner : inner
      }
      let sources = view.sources
      return rows.fields.enumerated().map { index, fields in
        (
          .appeared(view.path, row: rows.isList ? index : nil, fields, in: rows.columns),
          sources.indices.contains(index) ? sources[index] : nil
        )
      } + inner
    }
  }

  // MARK: Comparing

  /// Returns the first difference from the expected image; `nil` if there is none.
  ///
  /// - Complexity: O(visible rows).
  public func difference(from expected: ScreenImage) -> Difference? {
    for view in expected.views {
      guard let own = self.view(view.path) else {
        return Difference(view.path, shown: nil, expected: view.text(0) ?? "it is open")
      }
      if own.rows == view.rows { continue }
      for row in 0..<max(own.rows.count, view.rows.count)
      where row >= own.rows.count || row >= view.rows.count || own.rows[row] != view.rows[row] {
        return Difference(view.path, shown: own.text(row), expected: view.text(row))
      }
    }
    for view in views where expected.view(view.path) == nil {
      return Difference(view.path, shown: view.text(0) ?? "it is open", expected: nil)
    }
    return nil
  }

  /// Appends bytes that are equal for two images if and only if ``difference(from:)`` finds no difference.
  public func write(to bytes: inout [UInt8]) {
    for view in views.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
      bytes += view.path.utf8
      bytes.append(0)
      for row in view.rows {
        bytes += row.bytes
        // Text never contains a line feed.
        bytes.append(0x0A)
      }
      bytes.append(0x0A)
    }
  }

  private func view(_ path: ViewPath) -> Shown? { views.first { $0.path == path } }

  // MARK: Following events

  /// Applies the events that views have emitted since the image was created.
  ///
  /// - Returns: the first difference from `target`; `nil` if the events lead to `target`, and each row of a list to the
  ///   row of the same object.
  /// - Complexity: O(events + visible rows).
  public mutating func follow(_ events: [ViewEvent], to target: ScreenImage) -> Difference? {
    var problem: Difference?
    for event in events where problem == nil { problem = apply(event) }
    let found = problem ?? difference(from: target) ?? exchangedRow(in: target)
    views = target.views
    return found
  }

  /// Returns the first row of a list that the events changed into the row of another object, where the object's row
  /// should have moved, appeared or disappeared.
  private func exchangedRow(in target: ScreenImage) -> Difference? {
    for view in target.views {
      guard let own = self.view(view.path), own.sources.count == view.sources.count else { continue }
      for (row, (source, expected)) in zip(own.sources, view.sources).enumerated() {
        guard case .object? = source, case .object? = expected, source != expected else { continue }
        return Difference(
          view.path, shown: view.text(row), expected: "the row of another object")
      }
    }
    return nil
  }

  /// Applies an event, or returns a difference if it does not fit the image.
  private mutating func apply(_ event: ViewEvent) -> Difference? {
    let index = views.firstIndex { $0.path == event.path }
    let row = event.row ?? 0
    switch event {
    case .opened(let path):
      if index == nil { views.append(Shown(path: path, columns: .single, isList: false, rows: [])) }
      return nil
    case .closed(let path):
      views.removeAll { $0.path == path || $0.path.isInside(path) }
      return nil
    case .appeared(let path, let number, let fields, let columns):
      if index == nil, row == 0 {
        views.append(
          Shown(path: path, columns: columns, isList: number != nil, rows: [fields], sources: [nil]))
        return nil
      }
      if let index, views[index].isList, number != nil, (0...views[index].rows.count).contains(row) {
        views[index].rows.insert(fields, at: row)
        if row <= views[index].sources.count { views[index].sources.insert(nil, at: row) }
        return nil
      }
    case .disappeared(_, let number, let fields, _):
      if let index = self.index(of: fields, index, number) {
        views[index].rows.remove(at: row)
        if row < views[index].sources.count { views[index].sources.remove(at: row) }
        if views[index].rows.isEmpty { views.remove(at: index) }
        return nil
      }
    case .changed(_, let number, let old, let new, _):
      if let index = self.index(of: old, index, number) {
        views[index].rows[row] = new
        return nil
      }
    case .moved(_, let number, let end, let old, let new, _):
      if let index = self.index(of: old, index, number), views[index].rows.indices.contains(end) {
        views[index].rows.remove(at: row)
        views[index].rows.insert(new, at: end)
        if max(row, end) < views[index].sources.count {
          views[index].sources.insert(views[index].sources.remove(at: row), at: end)
        }
        return nil
      }
    }
    // The event's row is missing or has other fields.
    return Difference(event.path, shown: event.line, expected: view(event.path)?.text(row))
  }

  /// Returns the index of the view if its row has these fields; `nil` otherwise.
  private func index(of fields: Fields, _ index: Int?, _ number: Int?) -> Int? {
    guard let index, views[index].isList == (number != nil) else { return nil }
    let (rows, row) = (views[index].rows, number ?? 0)
    return rows.indices.contains(row) && rows[row] == fields ? index : nil
  }
}
