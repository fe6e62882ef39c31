/// A part of a text that is shown in a certain style.
public struct Highlight: Equatable, Sendable {
  /// The range of UTF-8 offsets in the text.
  public var range: Range<Int>
  /// The style of the part.
  public var style: HighlightStyle

  /// Creates a highlight.
  public init(range: Range<Int>, style: HighlightStyle) {
    self.range = range
    self.style = style
  }
}

/// The style of a part of a text; the display chooses the colours.
public enum HighlightStyle: Sendable {
  /// The name of a command, or of a function, definition or kind that is called.
  case command
  /// A keyword, or the name of an option.
  case keyword
  /// A string, or a part of a string with interpolations.
  case string
  /// A number.
  case number
  /// Any other name, such as that of a variable or an object.
  case name
  /// A command or a name that would be an error if the text were run.
  case unknown
  /// A comment, from its `#` to the end of the line.
  case comment
  /// An operator, bracket or separator.
  case mark
}
