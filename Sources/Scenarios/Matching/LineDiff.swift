/// How a command's output differs from what was expected, line by line.
public struct OutputDifference: Sendable, Equatable {
  public var lines: [Line]

  /// One line of the comparison, in reading order.
  public enum Line: Sendable, Equatable {
    /// As expected. `line` is the 1-based line of the file.
    case same(line: Int, text: String)
    /// Lines that `...` stands for.
    case any(line: Int, count: Int)
    /// Expected, not printed.
    case missing(line: Int, text: String, changed: [Range<Int>])
    /// Printed, not expected.
    case extra(text: String, changed: [Range<Int>])
  }

  public init(lines: [Line]) { self.lines = lines }
}
