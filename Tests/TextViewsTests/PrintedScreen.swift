import Testing

import TextViews

/// A reader of printed lines that shares no code with events: it takes each line apart and applies it to the rows that the
/// lines before left.
///
/// Rows are the texts of their fields. A line about a full row is laid out by columns, which are known to the reader with their
/// widths, gaps and units, and is split accordingly.
struct PrintedScreen: Equatable {
  /// The rows of each view.
  private(set) var views: [String: [[String]]] = [:]
  /// The views that are open as a whole.
  private(set) var open: Set<String> = []

  /// A line that does not fit.
  struct Misfit: Error, CustomStringConvertible {
    var description: String
  }

  /// Applies a line.
  ///
  /// - Parameters:
  ///   - units: the unit behind each field.
  ///   - naming: the numbers of the fields that a line of a moved row shows.
  mutating func apply(_ line: Substring, units: [String], naming: [Int]) throws {
    let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2 else { throw Misfit(description: "too short: \(line)") }
    let path = parts[1]
    guard parts.count == 3 else { return try applyWhole(parts[0], path, line) }
    let rest = parts[2]
    let split = rest.firstRange(of: "  ")
    // A view of a single row has one blank more in front of its fields, and no number.
    let places = rest.hasPrefix(" ") ? "" : split.map { String(rest[..<$0.lowerBound]) } ?? ""
    let fields =
      rest.hasPrefix(" ") ? String(rest.dropFirst()) : split.map { String(rest[$0.upperBound...]) } ?? ""
    let numbers = places.split(separator: "→").compactMap { Int($0) }
    let row = (numbers.first ?? 1) - 1
    var rows = views[path] ?? []
    // Fields hold neither blanks nor arrows here.
    let texts = fields.split(separator: " ").map(String.init)
    switch parts[0] {
    case "+":
      guard row <= rows.count else { throw Misfit(description: "no such place: \(line)") }
      rows.insert(try Self.plain(texts, units, line), at: row)
    case "-":
      guard rows.indices.contains(row), rows[row] == (try Self.plain(texts, units, line)) else {
        throw Misfit(description: "another row: \(line) of \(rows)")
      }
      rows.remove(at: row)
    case "~":
      guard rows.indices.contains(row) else { throw Misfit(description: "no such row: \(line)") }
      rows[row] = try Self.changed(rows[row], texts, units, line)
    case "^":
      guard numbers.count == 2, rows.indices.contains(row), rows.indices.contains(numbers[1] - 1) else {
        throw Misfit(description: "no such row: \(line)")
      }
      var moved = rows.remove(at: row)
      if texts != naming.map({ moved[$0] + units[$0] }) {
        moved = try Self.changed(moved, texts, units, line)
      }
      rows.insert(moved, at: numbers[1] - 1)
    default: throw Misfit(description: "no mark: \(line)")
    }
    views[path] = rows.isEmpty ? nil : rows
  }

  private mutating func applyWhole(_ mark: String, _ path: String, _ line: Substring) throws {
    switch mark {
    case "+": open.insert(path)
    case "-":
      open = open.filter { $0 != path && !$0.hasPrefix(path + "/") }
      views = views.filter { $0.key != path && !$0.key.hasPrefix(path + "/") }
    default: throw Misfit(description: "no whole view: \(line)")
    }
  }

  /// The texts of fields, without their units.
  private static func plain(_ texts: [String], _ units: [String], _ line: Substring) throws -> [String] {
    guard texts.count == units.count else { throw Misfit(description: "\(texts.count) fields: \(line)") }
    return try zip(texts, units).map { text, unit in
      guard text.hasSuffix(unit) else { throw Misfit(description: "no unit: \(line)") }
      return String(text.dropLast(unit.count))
    }
  }

  /// The fields after a change of which the line tells both.
  private static func changed(
    _ old: [String], _ texts: [String], _ units: [String], _ line: Substring
  ) throws -> [String] {
    let pairs = try plain(texts, units, line).map { $0.split(separator: "→").map(String.init) }
    guard pairs.map(\.first) == old, pairs.contains(where: { $0.count == 2 && $0[0] != $0[1] }) else {
      throw Misfit(description: "another row: \(line) of \(old)")
    }
    return pairs.compactMap(\.last)
  }
}
