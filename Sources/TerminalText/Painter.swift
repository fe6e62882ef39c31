/// A painter that colours lines by their marks. The session itself prints plain text.
///
/// `+` is green, `-` red, `~` yellow, `^` cyan, `error:` bold red and `warning:` yellow. Other lines are unchanged,
/// including those that begin with a space, such as quoted lines.
public struct Painter: Sendable {
  /// A Boolean value that indicates whether the painter adds colours.
  public var isOn: Bool

  /// Creates a painter. If `isOn` is `false`, it leaves every text unchanged.
  public init(isOn: Bool) {
    self.isOn = isOn
  }

  /// A painter that leaves every text unchanged.
  public static let plain = Painter(isOn: false)

  /// Returns `output` with every marked line in its colour. It only inserts escape codes; all other bytes are
  /// unchanged, including malformed UTF-8. O(n).
  ///
  /// - Parameters:
  ///   - output: the lines to paint.
  ///   - plain: the ranges of free text, in order. Lines in them have no mark.
  public func paint(_ output: [UInt8], except plain: [Range<Int>] = []) -> [UInt8] {
    guard isOn else { return output }
    var plain = plain[...]
    var painted: [UInt8] = []
    painted.reserveCapacity(output.count + output.count / 4)
    var rest = output[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let line = rest[..<end]
      while let first = plain.first, first.upperBound <= line.startIndex { plain.removeFirst() }
      let isFree = plain.first?.contains(line.startIndex) ?? false
      if !isFree, let colour = Self.colour(of: line) {
        painted += colour.utf8
        painted += line
        painted += Self.reset.utf8
      } else {
        painted += line
      }
      if end < rest.endIndex { painted.append(UInt8(ascii: "\n")) }
      rest = rest[end...].dropFirst()
    }
    return painted
  }

  /// Returns a text without the escape codes of colours.
  public static func unpainted(_ text: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var isCode = false
    for byte in text {
      if isCode {
        isCode = byte == UInt8(ascii: "[") || !(0x40...0x7E).contains(byte)
      } else if byte == 0x1B {
        isCode = true
      } else {
        plain.append(byte)
      }
    }
    return plain
  }

  /// Returns a dimmed text, for remarks that do not come from the session.
  public func remark(_ text: String) -> String {
    isOn ? "\(Self.dim)\(text)\(Self.reset)" : text
  }

  /// The escape code for bold text.
  public static let bold = "\u{1B}[1m"
  /// The escape code that ends all styles.
  public static let reset = "\u{1B}[0m"
  /// The codes that move to the beginning of a terminal's line and erase it.
  package static let erasedLine = "\r\u{1B}[K"
  private static let dim = "\u{1B}[2m"

  private static let marks: [(mark: String, colour: String)] = [
    ("+ ", "\u{1B}[32m"),
    ("- ", "\u{1B}[31m"),
    ("~ ", "\u{1B}[33m"),
    ("^ ", "\u{1B}[36m"),
    ("error:", "\u{1B}[1;31m"),
    ("warning:", "\u{1B}[33m"),
  ]

  private static func colour(of line: ArraySlice<UInt8>) -> String? {
    marks.first { line.starts(with: $0.mark.utf8) }?.colour
  }
}
