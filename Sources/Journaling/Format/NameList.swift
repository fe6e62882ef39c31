/// The names that a journal holds once each, by number: of kinds and fields, and words.
package struct NameList {
  package private(set) var texts: [Int: String] = [:]
  private var numbers: [String: Int] = [:]
  /// The highest number.
  package private(set) var last = 0
  /// Those that were made since the last write, in order.
  package private(set) var added: [(number: Int, text: String)] = []

  package init() {}

  package mutating func set(_ text: String, to number: Int) {
    texts[number] = text
    numbers[text] = number
    last = max(last, number)
  }

  package subscript(number: Int) -> String? { texts[number] }

  /// The number of a text, a new one if it has none.
  package mutating func number(of text: String) -> Int {
    if let number = numbers[text] { return number }
    set(text, to: last + 1)
    added.append((last, text))
    return last
  }

  /// The number of a text that has one.
  package func known(_ text: String) -> Int? { numbers[text] }

  /// The number of a cause, which gets one when it comes again soon; `nil` for one that is kept as its text.
  package mutating func number(ofCause cause: String) -> Int? {
    if let number = numbers[cause] { return number }
    if last >= Self.countMax || cause.utf8.count < 4 { return nil }
    if recentCauses.remove(cause) != nil { return number(of: cause) }
    if recentCauses.count >= Self.recentCountMax { recentCauses.removeAll(keepingCapacity: true) }
    recentCauses.insert(cause)
    return nil
  }

  /// Causes that came once.
  private var recentCauses: Set<String> = []
  private static let recentCountMax = 4_096
  /// The number of names from which on causes get no numbers, since all names are read when a journal is opened.
  private static let countMax = 20_000

  /// The number of names that the journal's open transaction wrote.
  private var writtenCount = 0

  /// Takes those that do not stand in the journal's open transaction yet.
  package mutating func takeUnwritten() -> [(number: Int, text: String)] {
    defer { writtenCount = added.count }
    return Array(added.dropFirst(writtenCount))
  }

  /// Marks the names made since the last write as written.
  package mutating func keep() { (added, writtenCount) = ([], 0) }

  /// Drops the names made since the last write, as they were not written.
  package mutating func forget() {
    for (number, text) in added {
      texts[number] = nil
      numbers[text] = nil
    }
    last -= added.count
    (added, writtenCount) = ([], 0)
  }

  /// The number of a word; `nil` for one that is kept as its text. Those that are short and plain are few, and have one
  /// for good.
  package mutating func number(ofWord word: String) -> Int? {
    if let number = numbers[word] { return number }
    return Self.isPlain(word) ? number(of: word) : nil
  }

  private static func isPlain(_ word: String) -> Bool {
    (1...32).contains(word.utf8.count)
      && word.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F
      }
  }
}
