import TerminalText

/// Selections for other programs.
extension Interpreter {
  /// Prints a value as JSON: of a list, each element on a line of its own; an object with its kind's properties.
  func printJSON(_ value: Value) throws {
    guard case .list(let elements) = value else { return try printLine(ofJSON: value) }
    for element in elements { try printLine(ofJSON: element) }
  }

  private func printLine(ofJSON value: Value) throws {
    guard case .object(let object) = value, let kind = language.kindIndex(object.kind) else {
      return output.writeLine(try json(value))
    }
    let cursor = kinds[kind].makeCursor()
    guard cursor.move(object.id) else { return output.writeLine("null") }
    let properties = language.kinds[kind].properties
    try budget.make(properties.count * Value.elementByteCount)
    let members = try properties.enumerated().map { index, property in
      (property.name, try json(cursor.read(index)))
    }
    output.writeLine(JSON.object(members))
  }

  /// A value within a line; an object by its name.
  private func json(_ value: Value) throws -> String {
    if case .list(let elements) = value { try budget.charge(elements.count) }
    try budget.charge()
    return value.json { .text(show($0)) }
  }

  /// Prints rows as comma-separated values (RFC 4180), what is not printable escaped as everywhere.
  func printCSV(_ rows: [[String]]) {
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
