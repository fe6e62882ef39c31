/// The possible words of an argument besides its completions, for generators of arguments.
public enum ArgumentContent: Sendable, Equatable {
  /// One of the words that complete it.
  case words
  /// A whole number within a range, and how far of it is worth trying.
  case number(ClosedRange<Int>, tried: ClosedRange<Int>)
  /// A name that nothing has yet.
  case newName
  /// Any text.
  case text
  /// A step of the history, or anything else that only a short number tells.
  case smallNumber
}
