/// The parts of a line that differ from another line, word by word.
enum ChangedParts {
  /// The maximum number of words in a line; longer lines are not compared.
  static let wordCountMax = 500

  /// Returns the UTF-8 ranges of the parts of each text that the other text does not have. Both lists are empty if the
  /// texts have little in common.
  static func between(_ old: String, _ new: String) -> (old: [Range<Int>], new: [Range<Int>]) {
    let (oldBytes, newBytes) = (Array(old.utf8), Array(new.utf8))
    let (oldWords, newWords) = (words(oldBytes), words(newBytes))
    guard max(oldWords.count, newWords.count) <= wordCountMax else { return ([], []) }
    let found = MyersDiff.edits(oldWords.count, newWords.count, distanceMax: 100) {
      oldBytes[oldWords[$0]].elementsEqual(newBytes[newWords[$1]])
    }
    guard let edits = found else { return ([], []) }
    var marks: (old: [Range<Int>], new: [Range<Int>]) = ([], [])
    var common = 0
    for edit in edits {
      switch edit {
      case .same(let word, _):
        if oldBytes[oldWords[word].lowerBound] != UInt8(ascii: " ") { common += oldWords[word].count }
      case .remove(let word): extend(&marks.old, by: oldWords[word])
      case .insert(let word): extend(&marks.new, by: newWords[word])
      }
    }
    let isAlike = 4 * common >= min(oldBytes.count, newBytes.count)
    return isAlike ? marks : ([], [])
  }

  private static func extend(_ ranges: inout [Range<Int>], by range: Range<Int>) {
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      ranges.append(range)
    }
  }

  /// Returns the words of a text. A word is a run of letters and digits, a run of spaces, or any other single
  /// character.
  private static func words(_ bytes: [UInt8]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let kind = Kind(bytes[start])
      var end = start + 1
      while end < bytes.count, kind.extends(over: bytes[end]) { end += 1 }
      words.append(start..<end)
      start = end
    }
    return words
  }

  private enum Kind {
    case word, space, other, wide

    init(_ byte: UInt8) {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: self = .word
      case 0x20: self = .space
      case 0x80...: self = .wide
      default: self = .other
      }
    }

    /// Returns whether the next byte belongs to the word. A character beyond ASCII is one word with all its bytes.
    func extends(over byte: UInt8) -> Bool {
      switch self {
      case .word: Kind(byte) == .word
      case .space: byte == 0x20
      case .wide: byte & 0xC0 == 0x80
      case .other: false
      }
    }
  }
}
