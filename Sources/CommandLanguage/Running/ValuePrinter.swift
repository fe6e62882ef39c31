import TerminalText

/// A printer of values as lines, as tables, and in machine-readable formats.
final class ValuePrinter {
  private let operations: ValueOperations
  private let output: OutputBuffer
  private let language: Language
  private let kinds: [BoundKind]
  private let budget: Budget

  init(_ operations: ValueOperations, _ output: OutputBuffer) {
    self.operations = operations
    self.output = output
    language = operations.language
    kinds = operations.kinds
    budget = operations.budget
  }

  private var limits: Limits { budget.limits }

  func printLine(_ values: some Sequence<Value>) throws {
    var text = ""
    var isFirst = true
    for value in values {
      if !isFirst { text += " " }
      isFirst = false
      do { try operations.append(value, to: &text, most: limits.output) } catch LanguageError.reached(.text) {
        output.hasDropped = true
        throw LanguageError.reached(.output(limits.output))
      }
    }
    let start = output.storage.count
    output.writeLine(Escaping.escaped(text))
    // Free text that begins like a change or a diagnostic is recorded as free text.
    if output.storage.count > start, "+-~^ew".utf8.contains(output.storage[start]) {
      output.noteFreeText(start..<output.storage.count)
    }
  }

  // MARK: Tables

  /// Prints a selection statement: a table of the kind's properties, or the elements of a list on separate lines.
  ///
  /// - Parameters:
  ///   - limit: the selection's limit, if it has one.
  ///   - kind: the kind of the selected objects, if known.
  func show(_ value: Value, as format: SelectionFormat, limit: Int?, of kind: Kind?) throws {
    if format == .json { return try printJSON(value) }
    guard case .list(let elements) = value else { return try printLine([value]) }
    if elements.isEmpty {
      // With a limit of 0, an empty result does not mean that there are no rows.
      if limit == 0, format == .table { return }
      return showNothing(of: kind, as: format)
    }
    guard case .object(let first)? = elements.first, let kind = language.kindIndex(first.kind),
      elements.allSatisfy({ if case .object(let object) = $0 { object.kind == first.kind } else { false } })
    else {
      if format == .plain { return printPlain(elements.map { [operations.show($0)] }) }
      if format == .csv { return printCSV(elements.map { [operations.show($0)] }) }
      for element in elements { try printLine([element]) }
      return
    }
    let properties = language.kinds[kind].properties
    var rows = [properties.map(\.name)]
    let cursor = kinds[kind].makeCursor()
    for case .object(let object) in elements where cursor.move(object.id) {
      try budget.make(properties.count * Value.elementByteCount)
      rows.append(properties.indices.map { operations.show(cursor.read($0)) })
    }
    switch format {
    case .csv: printCSV(rows)
    case .plain: printPlain(Array(rows.dropFirst()))
    case .table, .json: printTable(rows)
    }
  }

  /// Prints an empty selection: a message instead of a table, or no rows in machine-readable formats.
  private func showNothing(of kind: Kind?, as format: SelectionFormat) {
    switch format {
    case .table: output.writeLine("no \(kind?.plural ?? "elements")")
    // Programs that read CSV need the header even without rows.
    case .csv: if let kind { printCSV([kind.properties.map(\.name)]) }
    case .plain, .json: break
    }
  }

  /// Prints rows for programs: no header or alignment, with a tab between the columns.
  private func printPlain(_ rows: [[String]]) {
    for row in rows { output.writeLine(row.joined(separator: "\t")) }
  }

  private func printTable(_ rows: [[String]]) {
    output.write(fitting: { width in Self.table(rows, within: width) })
  }

  /// Returns the lines of a table. If the window is too narrow, cells are truncated. If that is not enough, the last
  /// columns are omitted and named.
  private static func table(_ rows: [[String]], within width: Int?) -> [UInt8] {
    guard let names = rows.first else { return [] }
    var text: [UInt8] = []
    let wanted = names.indices.map { column in rows.map { Self.width($0[column]) }.max() ?? 0 }
    let widths = width.map { Self.fitted(wanted, into: $0) } ?? wanted
    for row in rows {
      var line = ""
      var blanks = 0
      for (column, whole) in row.prefix(widths.count).enumerated() {
        let cell = widths[column] < wanted[column] ? TextWidth.truncated(whole, to: widths[column]) : whole
        line += String(repeating: " ", count: blanks) + cell
        blanks = widths[column] - Self.width(cell) + 2
      }
      text += line.utf8
      text.append(0x0A)
    }
    if widths.count < names.count {
      text += "the window is too narrow for: \(names[widths.count...].joined(separator: ", "))\n".utf8
    }
    return text
  }

  /// Returns the widths of the first columns, as many as fit a window, with two blanks between them. The widest columns
  /// are cut first.
  private static func fitted(_ wanted: [Int], into columns: Int) -> [Int] {
    let least = 8
    var widths = wanted
    func excess(_ widths: [Int]) -> Int { widths.reduce(0, +) + 2 * (widths.count - 1) - columns }
    while widths.count > 1, excess(widths.map { min($0, least) }) > 0 { widths.removeLast() }
    var excess = excess(widths)
    while excess > 0, let most = widths.max(), most > least, let position = widths.firstIndex(of: most) {
      let next = widths.filter { $0 < most }.max() ?? least
      let cut = min(excess, max(1, most - max(least, next)))
      widths[position] -= cut
      excess -= cut
    }
    return widths
  }

  private static func width(_ text: String) -> Int { TextWidth.columns(of: text) }

  // MARK: Other programs

  /// Prints a value as JSON: each element of a list on a line of its own, an object with its properties.
  private func printJSON(_ value: Value) throws {
    guard case .list(let elements) = value else { return try printLine(ofJSON: value) }
    for element in elements { try printLine(ofJSON: element) }
  }

  private func printLine(ofJSON value: Value) throws {
    guard case .object(let object) = value, let kind = language.kindIndex(object.kind) else {
      return output.writeLine(try JSONWriter.string { try write(value, to: &$0) })
    }
    let cursor = kinds[kind].makeCursor()
    guard cursor.move(object.id) else { return output.writeLine("null") }
    let properties = language.kinds[kind].properties
    try budget.make(properties.count * Value.elementByteCount)
    output.writeLine(
      try JSONWriter.string { json in
        try json.object {
          for (index, property) in properties.enumerated() {
            let value = cursor.read(index)
            // Expressions read a declared word “none” as no value.
            let isWord = value == .none && property.type.words.contains("none")
            try write(isWord ? .word("none") : value, as: property.name, to: &$0)
          }
        }
      })
  }

  /// Writes a value within a line of JSON; an object is represented by its name.
  private func write(_ value: Value, as name: String? = nil, to json: inout JSONWriter) throws {
    if case .list(let elements) = value { try budget.charge(elements.count) }
    try budget.charge()
    json.value(value, as: name) { .text(operations.show($0)) }
  }

  /// Prints rows as comma-separated values (RFC 4180), with unprintable characters escaped as elsewhere.
  private func printCSV(_ rows: [[String]]) {
    for row in rows { output.writeLine(row.map(Self.csv).joined(separator: ",")) }
  }

  private static func csv(_ cell: String) -> String {
    guard cell.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else {
      return cell
    }
    var quoted: [UInt8] = [0x22]
    for byte in cell.utf8 {
      quoted.append(byte)
      if byte == 0x22 { quoted.append(0x22) }
    }
    quoted.append(0x22)
    return String(decoding: quoted, as: UTF8.self)
  }
}
