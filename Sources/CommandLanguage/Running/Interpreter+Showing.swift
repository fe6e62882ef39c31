import TerminalText

extension Interpreter {
  /// Returns the printed form of a value, with control, bidi and line-break characters escaped, cut to the bytes that
  /// a line may print.
  public func show(_ value: Value) -> String {
    var text = ""
    try? append(value, to: &text, most: limits.output)
    return Escaping.escaped(text)
  }

  /// Prints values with a blank between them, and a line end.
  func printLine(_ values: some Sequence<Value>) throws {
    var text = ""
    var isFirst = true
    for value in values {
      if !isFirst { text += " " }
      isFirst = false
      do { try append(value, to: &text, most: limits.output) } catch LanguageError.reached(.text) {
        output.hasDropped = true
        throw outputLimit()
      }
    }
    let start = output.storage.count
    output.writeLine(Escaping.escaped(text))
    // A line that may begin as a change or a diagnostic does, and is neither.
    if output.storage.count > start, "+-~^ew".utf8.contains(output.storage[start]) {
      output.noteFreeText(start..<output.storage.count)
    }
  }

  /// Appends a value as text, as it is; fails once there are more than `most` bytes.
  func append(_ value: Value, to text: inout String, most: Int) throws {
    switch value {
    case .object(let object): text += name(of: object)
    case .reference(let kind, _): text += English.article(kind)
    case .list(let elements):
      for (index, element) in elements.enumerated() {
        try budget.charge()
        if index > 0 { text += ", " }
        try append(element, to: &text, most: most)
      }
    default: text += value.plainText ?? ""
    }
    let count = text.utf8.count
    if count > most { throw LanguageError.reached(.text(most, given: count)) }
  }

  /// A value in a message: `5`, `“red”`, `the box A`.
  func inspect(_ value: Value) -> String {
    switch value {
    case .text(let text): Quoting.message(text)
    case .list(let elements):
      if elements.count > 8 {
        "\(English.count(elements.count, "element")): \(elements.prefix(8).map(inspect).joined(separator: ", ")), …"
      } else {
        elements.isEmpty ? "empty" : elements.map(inspect).joined(separator: ", ")
      }
    default: show(value)
    }
  }

  func name(of object: ObjectReference) -> String {
    guard let kind = language.kindIndex(object.kind) else { return "a object that is gone" }
    let cursor = cursor(kind)
    // Whoever reads a row goes on with it afterwards.
    guard row?.cursor !== cursor else { return name(of: object, kind, kinds[kind].makeCursor()) }
    return name(of: object, kind, cursor)
  }

  private func name(of object: ObjectReference, _ kind: Int, _ cursor: RowCursor) -> String {
    cursor.move(object.id) ? cursor.name : "\(English.article(language.kinds[kind].name)) that is gone"
  }

  // MARK: Tables

  /// A selection as a statement: a table of the kind's properties, or a list's elements one below the other.
  func show(_ program: Program, _ index: Int32, as format: SelectionFormat) throws {
    let parts = SelectionParts(program, index)
    let limit = try limit(of: parts, in: program)
    let value =
      try limit.map { Value.list(try select(program, parts, limit: $0)) } ?? evaluate(program, index)
    if format == .json { return try printJSON(value) }
    guard case .list(let elements) = value else { return try printLine([value]) }
    if elements.isEmpty {
      // None were wanted, however many there are.
      if limit == 0, format == .table { return }
      let base = program[parts.base]
      return showNothing(of: base.kind == .rows ? language.kinds[base.payload] : nil, as: format)
    }
    guard case .object(let first)? = elements.first, let kind = language.kindIndex(first.kind),
      elements.allSatisfy({ if case .object(let object) = $0 { object.kind == first.kind } else { false } })
    else {
      if format == .plain { return printPlain(elements.map { [show($0)] }) }
      if format == .csv { return printCSV(elements.map { [show($0)] }) }
      for element in elements { try printLine([element]) }
      return
    }
    let properties = language.kinds[kind].properties
    var rows = [properties.map(\.name)]
    let cursor = kinds[kind].makeCursor()
    for case .object(let object) in elements where cursor.move(object.id) {
      try budget.make(properties.count * Value.elementByteCount)
      rows.append(properties.indices.map { show(cursor.read($0)) })
    }
    switch format {
    case .csv: printCSV(rows)
    case .plain: printPlain(Array(rows.dropFirst()))
    case .table, .json: printTable(rows)
    }
  }

  /// A selection without rows: a table, which people read, says so; programs get no row.
  private func showNothing(of kind: Kind?, as format: SelectionFormat) {
    switch format {
    case .table: output.writeLine("no \(kind?.plural ?? "elements")")
    // Who reads it needs the names of the columns all the same.
    case .csv: if let kind { printCSV([kind.properties.map(\.name)]) }
    case .plain, .json: break
    }
  }

  /// Rows for other programs: no header, nothing aligned, a tab between the columns.
  private func printPlain(_ rows: [[String]]) {
    for row in rows { output.writeLine(row.joined(separator: "\t")) }
  }

  private func printTable(_ rows: [[String]]) {
    output.write(fitting: { width in Self.table(rows, within: width) })
  }

  private static func table(_ rows: [[String]], within width: Int?) -> [UInt8] {
    guard let columns = rows.first?.count else { return [] }
    var text: [UInt8] = []
    let wanted = (0..<columns).map { column in rows.map { Self.width($0[column]) }.max() ?? 0 }
    let widths = width.map { Self.fitted(wanted, into: $0) } ?? wanted
    for row in rows {
      var line = ""
      var blanks = 0
      for (column, whole) in row.enumerated() {
        let cell = widths[column] < wanted[column] ? TextWidth.truncated(whole, to: widths[column]) : whole
        line += String(repeating: " ", count: blanks) + cell
        blanks = widths[column] - Self.width(cell) + 2
      }
      text += line.utf8
      text.append(0x0A)
    }
    return text
  }

  /// The widths of columns in a window: the widest are cut until all fit, with two blanks between them.
  private static func fitted(_ wanted: [Int], into columns: Int) -> [Int] {
    var widths = wanted
    let least = 4
    var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - columns
    while excess > 0, let most = widths.max(), most > least, let place = widths.firstIndex(of: most) {
      let next = widths.filter { $0 < most }.max() ?? least
      let cut = min(excess, max(1, most - max(least, next)))
      widths[place] -= cut
      excess -= cut
    }
    return widths
  }

  private static func width(_ text: String) -> Int { TextWidth.columns(of: text) }
}
