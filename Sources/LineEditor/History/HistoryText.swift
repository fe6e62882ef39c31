/// The format of a history file: like the commands of a scenario, with `> ` before the first line and `. ` before
/// each further one, so that a history file is a scenario without its output.
enum HistoryText {
  /// The lines of one entry. Inverse of `entries(in:)`.
  static func encode(_ entry: [UInt8]) -> [UInt8] {
    var text: [UInt8] = [UInt8(ascii: ">"), space]
    for byte in entry {
      text.append(byte)
      if byte == newline { text += [UInt8(ascii: "."), space] }
    }
    text.append(newline)
    return text
  }

  /// The entries of a file's text in their order, and whether the text holds nothing but entries.
  ///
  /// Every other line is skipped, so any text can be read. An unfinished last line (the disk was full) is
  /// an entry like others. O(n).
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

  /// The part of a text that begins with its first whole entry, given that its first line was cut.
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
