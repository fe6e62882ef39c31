/// The names of kinds and fields, the words and the causes that a journal stores once each, by number.
package struct NameList {
  /// The names with the numbers from 1, without a gap.
  private var texts: [String] = []
  /// The other names, in a damaged journal.
  private var scattered: [Int: String] = [:]
  private var numbers: [String: Int] = [:]
  package private(set) var last = 0
  /// The names added since the last write, in order.
  package private(set) var added: [(number: Int, text: String)] = []

  package init() {}

  package mutating func set(_ text: String, to number: Int) {
    switch number {
    case 1..<texts.count + 1: texts[number - 1] = text
    case texts.count + 1: texts.append(text)
    default: scattered[number] = text
    }
    numbers[text] = number
    last = max(last, number)
  }

  package subscript(number: Int) -> String? {
    number > 0 && number <= texts.count ? texts[number - 1] : scattered[number]
  }

  package mutating func number(of text: String) -> Int {
    if let number = numbers[text] { return number }
    set(text, to: last + 1)
    added.append((last, text))
    return last
  }

  package func known(_ text: String) -> Int? { numbers[text] }

  /// Returns the number of a cause; `nil` if it is stored as text. A cause is assigned a number when it recurs soon.
  package mutating func number(ofCause cause: String) -> Int? {
    if let number = numbers[cause] { return number }
    if last >= Self.countMax || cause.utf8.count < 4 { return nil }
    if recentCauses.remove(cause) != nil { return number(of: cause) }
    if recentCauses.count >= Self.recentCountMax { recentCauses.removeAll(keepingCapacity: true) }
    recentCauses.insert(cause)
    return nil
  }

  private var recentCauses: Set<String> = []
  private static let recentCountMax = 4_096
  /// The number of names after which causes get no number. All names are read when a journal is opened.
  private static let countMax = 20_000

  /// The number of ``added`` names that are written in the journal's open transaction.
  private var writtenCount = 0

  /// Returns the names that are not yet written in the journal's open transaction, and counts them as written.
  package mutating func takeUnwritten() -> [(number: Int, text: String)] {
    defer { writtenCount = added.count }
    return Array(added.dropFirst(writtenCount))
  }

  /// Marks the names added since the last write as written.
  package mutating func keep() { (added, writtenCount) = ([], 0) }

  /// Removes the names added since the last write, because the write failed.
  package mutating func clear() {
    for (number, text) in added.reversed() {
      if number == texts.count { texts.removeLast() } else { scattered[number] = nil }
      numbers[text] = nil
    }
    last -= added.count
    (added, writtenCount) = ([], 0)
  }

  /// Returns the number of a word; `nil` if it is stored as text. Only short and plain words get numbers, as there are
  /// few of them.
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
