/// A part of a text that is shown in a style of its own.
public struct Highlight: Equatable, Sendable {
  /// UTF-8 offsets of the text.
  public var range: Range<Int>
  /// The style of the part.
  public var style: HighlightStyle

  /// A part of a text, and what it is.
  public init(range: Range<Int>, style: HighlightStyle) {
    self.range = range
    self.style = style
  }
}

/// The style of a part of a text; the display decides on the colours.
public enum HighlightStyle: Sendable {
  /// The name of a command, or of a function, a definition or a kind that is called.
  case command
  /// A word of the language, or the name of an option.
  case keyword
  /// A string, or a part of one that has expressions in it.
  case string
  /// A number.
  case number
  /// A name of anything else, such as a variable or an object.
  case name
  /// A command or a name that would be refused if the text were run as it stands.
  case unknown
  /// A comment, from its `#` to the end of the line.
  case comment
  /// An operator, a bracket, a separator.
  case mark
}
