/// A rule for a field's values, however they are written.
@usableFromInline
struct FieldRule<Object: Sendable>: Sendable {
  /// Returns the breach of the rule by an object, given the object before the change; `nil` for a new one.
  @usableFromInline let breach: @Sendable (_ before: Object?, _ after: Object) -> FieldBreach?

  @inlinable
  init(_ breach: @escaping @Sendable (_ before: Object?, _ after: Object) -> FieldBreach?) {
    self.breach = breach
  }
}

/// A value that a field may not have, or not now.
public enum FieldBreach: Sendable, Equatable {
  /// The value is not within the field's range, which may depend on the object.
  case outOfRange(Value, least: Value, most: Value)
  /// A word does not follow another; `followers` do.
  case transition(from: String, to: String, followers: [String])
  /// The field's own rule refuses the value, and says why in lower case.
  case refused(why: String)
}

/// The allowed changes of a field's words.
public struct Transitions: Sendable, Equatable {
  /// All words, in their order.
  public let words: [String]
  /// By the word's place: the words that may follow it, in the order of the declaration.
  public let followers: [[String]]

  /// The transitions between the words of an enumeration.
  ///
  /// - Parameter next: the words that may follow one; a word that is left out is the last.
  public init<Word: FieldWord>(_ next: [Word: [Word]]) {
    words = Word.allCases.map { $0.rawValue }
    followers = Word.allCases.map { word in next[word, default: []].map { $0.rawValue } }
  }

  /// The transitions between some words; a word that `next` leaves out is the last.
  init(words: [String], _ next: [String: [String]]) {
    self.words = words
    followers = words.map { next[$0, default: []] }
  }

  /// The words that may follow one.
  public func followers(of word: String) -> [String] {
    words.firstIndex(of: word).map { followers[$0] } ?? []
  }

  /// Returns a Boolean value that indicates whether a word may become another; staying is always allowed.
  public func allows(_ old: String, _ new: String) -> Bool { old == new || followers(of: old).contains(new) }

  /// The rules in words, a line for each word: `after todo: doing`.
  public var text: String {
    zip(words, followers).map { word, next in
      "after \(word): \(next.isEmpty ? "nothing" : next.joined(separator: ", "))"
    }.joined(separator: "\n")
  }
}
