import TerminalText

extension Interpreter {
  /// How a value is printed, with control, bidi and line-break characters escaped; what would be longer than a
  /// line may print is cut.
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
    output.writeLine(Escaping.escaped(text))
  }

  /// Appends a value as text, as it is; fails once there are more than `most` bytes.
  func append(_ value: Value, to text: inout String, most: Int) throws {
    switch value {
    case .none: text += "none"
    case .bool(let truth): text += truth ? "true" : "false"
    case .number(let number): text += String(number)
    case .decimal(let number): text += "\(number)"
    case .text(let part): text += part
    case .object(let object): text += name(of: object)
    case .list(let elements):
      for (index, element) in elements.enumerated() {
        try budget.charge()
        if index > 0 { text += ", " }
        try append(element, to: &text, most: most)
      }
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
        "\(Display.count(elements.count, "element")): \(elements.prefix(8).map(inspect).joined(separator: ", ")), …"
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
    cursor.move(to: object.id) ? cursor.name : "\(Display.article(language.kinds[kind].name)) that is gone"
  }

  // MARK: Tables

  /// A selection as a statement: a table of the kind's properties, or a list's elements one below the other.
  func show(_ program: Program, _ index: Int32, as format: SelectionFormat) throws {
    let value = try evaluate(program, index)
    if format == .json { return try printJSON(value) }
    guard case .list(let elements) = value else { return try printLine([value]) }
    guard case .object(let first)? = elements.first, let kind = language.kindIndex(first.kind),
      elements.allSatisfy({ if case .object(let object) = $0 { object.kind == first.kind } else { false } })
    else {
      if format == .csv { return printCSV(elements.map { [show($0)] }) }
      for element in elements { try printLine([element]) }
      return
    }
    let properties = language.kinds[kind].properties
    var rows = [properties.map(\.name)]
    let cursor = kinds[kind].makeCursor()
    for case .object(let object) in elements where cursor.move(to: object.id) {
      try budget.make(properties.count * Value.elementBytes)
      rows.append(properties.indices.map { show(cursor.read($0)) })
    }
    if format == .csv { printCSV(rows) } else { printTable(rows) }
  }

  private func printTable(_ rows: [[String]]) {
    guard let columns = rows.first?.count else { return }
    let widths = (0..<columns).map { column in rows.map { Self.width($0[column]) }.max() ?? 0 }
    for row in rows {
      var line = ""
      var blanks = 0
      for (column, cell) in row.enumerated() {
        line += String(repeating: " ", count: blanks) + cell
        blanks = widths[column] - Self.width(cell) + 2
      }
      output.writeLine(line)
    }
  }

  private static func width(_ text: String) -> Int { TextWidth.columns(of: text) }
}
