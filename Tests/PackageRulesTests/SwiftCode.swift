import Glibc

/// Swift source with comments and the contents of string literals blanked, so that a rule about code sees
/// code alone. Line numbers stay.
struct SwiftCode: Sendable {
  let text: String
  let lines: [Substring]

  init(_ source: String) {
    var scanner = Scanner(source)
    scanner.run()
    text = String(decoding: scanner.code, as: UTF8.self)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The numbers, from 1, of the lines that fulfil `condition`.
  func lineNumbers(where condition: (Substring) -> Bool) -> [Int] {
    lines.indices.filter { condition(lines[$0]) }.map { $0 + 1 }
  }

  private struct Scanner {
    private let text: [UInt8]
    private var place = 0
    private(set) var code: [UInt8] = []

    init(_ source: String) {
      text = Array(source.utf8)
      code.reserveCapacity(text.count)
    }

    mutating func run() {
      while place < text.count {
        let start = place
        let byte = text[place]
        // Most bytes begin neither; asking them first makes this quick without optimisation too.
        let isQuote = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#")
        if byte == UInt8(ascii: "/") && skipComment() || isQuote && skipString() {
          code += [UInt8(ascii: "\"")] + text[start..<place].filter { $0 == UInt8(ascii: "\n") }
        } else {
          code.append(text[place])
          place += 1
        }
      }
    }

    private func isAt(_ part: [UInt8]) -> Bool { text[place...].starts(with: part) }

    private func isAt(_ part: String) -> Bool { text[place...].starts(with: part.utf8) }

    private mutating func skipComment() -> Bool {
      if isAt("//") {
        place = text[place...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        return true
      }
      guard isAt("/*") else { return false }
      var depth = 0
      repeat {
        if isAt("/*") {
          depth += 1
          place += 2
        } else if isAt("*/") {
          depth -= 1
          place += 2
        } else {
          place += 1
        }
      } while depth > 0 && place < text.count
      place = min(place, text.count)
      return true
    }

    /// Goes behind the string literal that begins here, if one does.
    private mutating func skipString() -> Bool {
      let hashes = Array(text[place...].prefix { $0 == UInt8(ascii: "#") })
      guard text[(place + hashes.count)...].first == UInt8(ascii: "\"") else { return false }
      place += hashes.count
      let quotes = Array((isAt("\"\"\"") ? "\"\"\"" : "\"").utf8)
      place += quotes.count
      let escape = [UInt8(ascii: "\\")] + hashes
      while place < text.count {
        if isAt(quotes + hashes) {
          place += quotes.count + hashes.count
          return true
        }
        if isAt(escape + [UInt8(ascii: "(")]) {
          place += escape.count
          skipInterpolation()
        } else {
          place += isAt(escape) ? escape.count + 1 : 1
        }
      }
      place = text.count
      return true
    }

    /// Goes behind the parenthesis that closes the one here; a string inside may hold some of its own.
    private mutating func skipInterpolation() {
      var depth = 0
      repeat {
        if skipString() { continue }
        if text[place] == UInt8(ascii: "(") { depth += 1 }
        if text[place] == UInt8(ascii: ")") { depth -= 1 }
        place += 1
      } while depth > 0 && place < text.count
    }
  }
}

extension String {
  /// Returns a Boolean value that indicates whether the text has a part. Without optimisation, `contains` takes a
  /// hundred times as long.
  func holds(_ part: String) -> Bool { withCString { text in part.withCString { strstr(text, $0) != nil } } }
}
