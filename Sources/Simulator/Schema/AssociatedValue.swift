/// What a case of an enumeration carries, as words that somebody can type: a truth, a word, a text, or another
/// enumeration whose cases carry something.
public protocol AssociatedValue: Hashable, Sendable, CustomStringConvertible {
  /// What can stand behind these words of it, in order: nothing when empty, any text when `nil`.
  static func words(after words: ArraySlice<String>) -> [String]?
  /// The value of these words.
  ///
  /// - Throws: ``StateCaseError`` when they say nothing, not enough or too much.
  init(words: ArraySlice<String>) throws(StateCaseError)
}

extension Bool: AssociatedValue {
  public static func words(after words: ArraySlice<String>) -> [String]? {
    words.isEmpty ? ["true", "false"] : []
  }

  public init(words: ArraySlice<String>) throws(StateCaseError) {
    self = try onlyWord(words, of: ["true", "false"]) == "true"
  }
}

extension String: AssociatedValue {
  public static func words(after words: ArraySlice<String>) -> [String]? { words.isEmpty ? nil : [] }

  public init(words: ArraySlice<String>) throws(StateCaseError) { self = try onlyWord(words, of: []) }
}

/// The only word, one of some; any text when there are none.
@usableFromInline
func onlyWord(_ words: ArraySlice<String>, of all: [String]) throws(StateCaseError) -> String {
  guard let word = words.first else { throw .missing(of: all) }
  if !all.isEmpty, !all.contains(word) { throw .unknown(word: word, of: all) }
  if let surplus = words.dropFirst().first {
    throw .surplus(word: surplus, behind: word, isText: all.isEmpty)
  }
  return word
}
