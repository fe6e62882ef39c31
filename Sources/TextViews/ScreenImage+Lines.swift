extension ScreenImage {
  /// A line of the views', taken apart.
  private struct Line {
    let mark: Mark
    let path: [UInt8]
    /// From 0.
    var row: Int?
    var target: Int?
    /// `nil` for a line about a view as a whole.
    let text: [UInt8]?
    let whole: ArraySlice<UInt8>
  }

  /// Applies what views printed to what they showed before, and becomes what they show after.
  ///
  /// Lines of no view, such as drawings, say nothing here.
  ///
  /// - Returns: where what was printed does not lead to `target`; `nil` when it does.
  /// - Complexity: O(lines + visible rows) for lines that are as they should be.
  public mutating func follow(_ printed: [UInt8], to target: ScreenImage) -> Difference? {
    var problem: Difference?
    for bytes in printed.split(separator: UInt8(ascii: "\n")) where problem == nil {
      if let line = read(bytes, target) { problem = apply(line, target) }
    }
    let found = problem ?? difference(from: target)
    views = target.views
    return found
  }

  // MARK: Reading

  private func read(_ bytes: ArraySlice<UInt8>, _ target: ScreenImage) -> Line? {
    guard bytes.count > 2, let first = bytes.first, let mark = Mark(rawValue: first),
      bytes[bytes.startIndex + 1] == UInt8(ascii: " ")
    else { return nil }
    let rest = bytes.dropFirst(2)
    for known in [self, target] {
      for view in known.views where rest.starts(with: view.path) {
        if let line = Self.read(rest.dropFirst(view.path.count), mark, view, whole: bytes) { return line }
      }
    }
    return nil
  }

  private static func read(
    _ rest: ArraySlice<UInt8>, _ mark: Mark, _ view: Shown, whole: ArraySlice<UInt8>
  ) -> Line? {
    if rest.isEmpty { return Line(mark: mark, path: view.path, text: nil, whole: whole) }
    var scan = rest
    guard scan.removeFirst() == UInt8(ascii: " ") else { return nil }
    let row = number(&scan)
    var target: Int?
    if scan.starts(with: "→".utf8) {
      scan = scan.dropFirst("→".utf8.count)
      target = number(&scan)
    }
    // Two blanks part the fields from what stands before them, one of which was read where there is no row.
    let blanks: [UInt8] = row == nil ? [0x20] : [0x20, 0x20]
    guard (row != nil) == view.isList, scan.starts(with: blanks) else { return nil }
    return Line(
      mark: mark, path: view.path, row: row.map { $0 - 1 }, target: target.map { $0 - 1 },
      text: Array(scan.dropFirst(blanks.count)), whole: whole)
  }

  private static func number(_ scan: inout ArraySlice<UInt8>) -> Int? {
    var number: Int?
    while let digit = scan.first, (0x30...0x39).contains(digit), (number ?? 0) < 1_000_000_000 {
      number = (number ?? 0) * 10 + Int(digit - 0x30)
      scan.removeFirst()
    }
    return number
  }

  // MARK: Applying

  private mutating func apply(_ line: Line, _ target: ScreenImage) -> Difference? {
    guard let text = line.text else {
      applyWhole(line, target)
      return nil
    }
    let row = line.row ?? 0
    let wanted = target.view(line.path)
    var place = views.firstIndex { $0.path == line.path }
    if place == nil, line.mark == .appeared, let model = wanted {
      place = views.count
      views.append(Shown(path: model.path, columns: model.columns, isList: model.isList, rows: []))
    }
    guard let place else { return wrong(line) }
    let count = views[place].rows.count
    switch line.mark {
    case .appeared:
      guard row >= 0, row <= count, views[place].isList || count == 0 else { return wrong(line) }
      let new = Self.row(row, of: wanted) { wanted?.padded($0) == text }
      views[place].rows.insert(new ?? .unexplained(line: Array(line.whole)), at: row)
    case .disappeared:
      guard row >= 0, row < count else { return wrong(line) }
      if let old = views[place].fields(row), views[place].padded(old) != text { return wrong(line) }
      views[place].rows.remove(at: row)
      if views[place].rows.isEmpty { views.remove(at: place) }
    case .changed:
      guard row >= 0, row < count else { return wrong(line) }
      views[place].rows[row] = changed(place, row, row, to: wanted, line, text)
    case .moved:
      guard row >= 0, row < count, let end = line.target, end >= 0, end < count else { return wrong(line) }
      var moved = views[place].rows[row]
      if let old = views[place].fields(row), views[place].identity(old) != text {
        moved = changed(place, row, end, to: wanted, line, text)
      }
      views[place].rows.remove(at: row)
      views[place].rows.insert(moved, at: end)
    }
    return nil
  }

  /// The row that a line says another became.
  private func changed(
    _ place: Int, _ row: Int, _ end: Int, to wanted: Shown?, _ line: Line, _ text: [UInt8]
  ) -> Row {
    let unexplained = Row.unexplained(line: Array(line.whole))
    // What changes once more was explained by none of the rows; the last change has to lead to one.
    guard let old = views[place].fields(row) else {
      return wanted?.fields(end).map { .fields($0) } ?? unexplained
    }
    return Self.row(end, of: wanted) { wanted?.changed(old, $0) == text } ?? unexplained
  }

  /// The row of a view that a line is about: the one at its place, or any other.
  private static func row(_ place: Int, of view: Shown?, where isMeant: (Fields) -> Bool) -> Row? {
    guard let view else { return nil }
    if let fields = view.fields(place), isMeant(fields) { return .fields(fields) }
    for row in view.rows.indices {
      if let fields = view.fields(row), isMeant(fields) { return .fields(fields) }
    }
    return nil
  }

  private mutating func applyWhole(_ line: Line, _ target: ScreenImage) {
    let below = line.path + [UInt8(ascii: "/")]
    switch line.mark {
    case .appeared:
      if view(line.path) == nil {
        views.append(Shown(path: line.path, columns: .single, isList: false, rows: []))
      }
    case .disappeared: views.removeAll { $0.path == line.path || $0.path.starts(with: below) }
    case .changed, .moved: break
    }
  }

  /// A line about a row that is not there, or was another.
  private func wrong(_ line: Line) -> Difference? {
    Difference(
      line.path, shown: String(decoding: line.whole, as: UTF8.self),
      expected: view(line.path)?.text(line.row ?? 0))
  }
}
