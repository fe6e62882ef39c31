/// The possible words of an argument, for generators of arguments.
public enum ArgumentContent: Sendable, Equatable {
  /// One of the words that complete it.
  case words
  /// A whole number within a range, and the part of the range that is worth trying.
  case number(ClosedRange<Int>, tried: ClosedRange<Int>)
  /// A name that is not in use.
  case newName
  /// Any text.
  case text
  /// A number that is usually small, such as a step of the history.
  case smallNumber
}
