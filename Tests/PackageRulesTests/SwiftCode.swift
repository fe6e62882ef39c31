/// Swift source with comments and the contents of string literals blanked, so that a rule about code sees
/// code alone. Line numbers stay.
struct SwiftCode {
  let lines: [Substring]

  init(_ source: String) {
    var code = ""
    code.reserveCapacity(source.utf8.count)
    var rest = source[...]
    while let character = rest.first {
      if rest.hasPrefix("//") {
        rest = rest[(rest.firstIndex(where: \.isNewline) ?? rest.endIndex)...]
      } else if rest.hasPrefix("/*") {
        Self.blank(&rest, into: &code, count: Self.commentLength(rest))
      } else if let count = Self.stringLength(rest) {
        Self.blank(&rest, into: &code, count: count)
      } else {
        code.append(character)
        rest.removeFirst()
      }
    }
    lines = code.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// The numbers, from 1, of the lines that fulfil `condition`.
  func lineNumbers(where condition: (Substring) -> Bool) -> [Int] {
    lines.indices.filter { condition(lines[$0]) }.map { $0 + 1 }
  }

  private static func blank(_ rest: inout Substring, into code: inout String, count: Int) {
    let end = rest.index(rest.startIndex, offsetBy: count, limitedBy: rest.endIndex) ?? rest.endIndex
    code += "\"" + rest[..<end].filter(\.isNewline)
    rest = rest[end...]
  }

  private static func commentLength(_ text: Substring) -> Int {
    var depth = 0
    var rest = text
    while !rest.isEmpty {
      if rest.hasPrefix("/*") {
        depth += 1
        rest.removeFirst(2)
      } else if rest.hasPrefix("*/") {
        depth -= 1
        rest.removeFirst(2)
        if depth == 0 { break }
      } else {
        rest.removeFirst()
      }
    }
    return text.count - rest.count
  }

  /// The length of the string literal that `text` begins with, its quotes included.
  private static func stringLength(_ text: Substring) -> Int? {
    let hashes = String(text.prefix { $0 == "#" })
    var rest = text.dropFirst(hashes.count)
    let quotes = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    guard rest.hasPrefix(quotes) else { return nil }
    rest = rest.dropFirst(quotes.count)
    var depth = 0
    while !rest.isEmpty {
      if rest.hasPrefix("\\" + hashes + "(") {
        depth += 1
        rest.removeFirst(2 + hashes.count)
      } else if depth > 0 {
        // Inside an interpolation, a string of its own among others.
        if let nested = stringLength(rest) {
          rest = rest.dropFirst(nested)
          continue
        }
        depth += rest.first == "(" ? 1 : rest.first == ")" ? -1 : 0
        rest.removeFirst()
      } else if rest.hasPrefix("\\" + hashes) {
        rest = rest.dropFirst(2 + hashes.count)
      } else if rest.hasPrefix(quotes + hashes) {
        return text.count - rest.count + quotes.count + hashes.count
      } else {
        rest.removeFirst()
      }
    }
    return text.count
  }
}
