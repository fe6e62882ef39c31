/// The format of a history file, which is a scenario without output: `> ` is before the first line of an entry, and
/// `. ` before each further line.
enum HistoryText {
  /// Returns the lines of an entry; the inverse of `entries(in:)`.
  static func encode(_ entry: [UInt8]) -> [UInt8] {
    var text: [UInt8] = [UInt8(ascii: ">"), space]
    for byte in entry {
      text.append(byte)
      if byte == newline { text += [UInt8(ascii: "."), space] }
    }
    text.append(newline)
    return text
  }

  /// Returns the entries in a file's text in their order, and whether the text contains nothing else.
  ///
  /// Other lines are skipped, so any text can be read. A last line without a line break is included.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  static func entries(in text: [UInt8]) -> (entries: [[UInt8]], isPure: Bool) {
    var entries: [[UInt8]] = []
    var isPure = true
    var canContinue = false
    for line in text.split(separator: newline, omittingEmptySubsequences: false).dropLast(
      text.last == newline || text.isEmpty ? 1 : 0)
    {
      let content = line.dropFirst(2)
      if line.starts(with: [UInt8(ascii: ">"), space]) {
        entries.append(Array(content))
        canContinue = true
      } else if canContinue, line.starts(with: [UInt8(ascii: "."), space]) {
        entries[entries.count - 1].append(newline)
        entries[entries.count - 1] += content
      } else {
        isPure = false
        canContinue = false
      }
    }
    return (entries, isPure)
  }

  /// Returns the part of a text from its first complete entry on. The first line of the text may be incomplete.
  static func fromFirstEntry(of text: [UInt8]) -> [UInt8] {
    var rest = text[...]
    while let end = rest.firstIndex(of: newline) {
      rest = rest[(end + 1)...]
      if rest.starts(with: [UInt8(ascii: ">"), space]) { return Array(rest) }
    }
    return []
  }

  private static let newline = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")
}
