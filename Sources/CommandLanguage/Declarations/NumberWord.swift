import TerminalText

/// A plain word that is a whole number.
enum NumberWord {
  static func read(_ word: Span<UInt8>, _ label: String, in range: ClosedRange<Int>) throws -> Int {
    guard case .integer(let number)? = DecimalReader.number(word, as: .word) else {
      if isTooLong(word) { throw LanguageError.outOfRange(label: label, range, isExact: true) }
      let parts = [UInt8](copying: word).split(separator: UInt8(ascii: "="), maxSplits: 1)
      let option = parts.count > 1 ? String(decoding: parts[0], as: UTF8.self) : nil
      throw LanguageError.notANumber(label: label, option: option)
    }
    guard range.contains(number) else { throw LanguageError.outOfRange(label: label, range) }
    return number
  }

  /// Returns a Boolean value that indicates whether a word is a whole number that no `Int` can hold.
  private static func isTooLong(_ word: Span<UInt8>) -> Bool {
    let digits = [UInt8](copying: word).trimmingPrefix([UInt8(ascii: "-")])
    return digits.count > 18 && digits.first != UInt8(ascii: "0")
      && digits.allSatisfy { (0x30...0x39).contains($0) }
  }
}

/// A word that can be a new name.
enum NameWord {
  static func check(_ word: Span<UInt8>) throws {
    var isName = !word.isEmpty && word[0].isNameStart
    for index in word.indices where !word[index].isNamePart { isName = false }
    if !isName { throw LanguageError.notAName }
  }
}
