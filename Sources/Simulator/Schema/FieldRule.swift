/// A rule for a field's values, checked no matter which code writes them. It returns the breach; `nil` if there is none.
/// `before` is `nil` for a new object.
@usableFromInline
typealias FieldRule<Object: Sendable> =
  @Sendable (_ before: Object?, _ after: Object) -> FieldBreach?

/// A value that a field may never have, or may not have after its present value.
public enum FieldBreach: Sendable, Equatable {
  /// The value is not within the field's range, which may depend on the object.
  case outOfRange(Value, least: Value, most: Value)
  /// One word may not follow another; `followers` may.
  case transition(from: String, to: String, followers: [String])
  /// The field's own rule refuses the value. The reason is in lower case.
  case refused(why: String)
}

/// The allowed changes of a field's words.
public struct Transitions: Sendable, Equatable {
  /// All words, in order.
  public let words: [String]
  /// The words that may follow each word, by the word's index, in the order of the declaration.
  public let followers: [[String]]

  /// Creates the transitions between the words of an enumeration.
  ///
  /// - Parameter next: The words that may follow each word; a word that is left out is final.
  public init<Word: FieldWord>(_ next: [Word: [Word]]) {
    words = Word.allCases.map { $0.rawValue }
    followers = Word.allCases.map { word in next[word, default: []].map { $0.rawValue } }
  }

  /// Creates the transitions between some words; a word that `next` leaves out is final.
  init(words: [String], _ next: [String: [String]]) {
    self.words = words
    followers = words.map { next[$0, default: []] }
  }

  /// Returns the words that may follow a word.
  public func followers(of word: String) -> [String] {
    words.firstIndex(of: word).map { followers[$0] } ?? []
  }

  /// Returns a Boolean value that indicates whether a word may become another. A word may always stay the same.
  public func allows(_ old: String, _ new: String) -> Bool { old == new || followers(of: old).contains(new) }

  /// A description of the rules, with one line for each word: `after todo: doing`.
  public var text: String {
    zip(words, followers).map { word, next in
      "after \(word): \(next.isEmpty ? "nothing" : next.joined(separator: ", "))"
    }.joined(separator: "\n")
  }
}
