import TerminalText

/// The texts that `(?<name>…)` has captured in a scenario so far, which replace `{{name}}`.
///
/// A name that was not captured stands for itself, with its braces, so that recorded text with braces replays
/// unchanged.
struct Variables: Equatable {
  static let countMax = 256
  static let valueByteCountMax = 4_096
  /// The size of a text beyond which further names are not replaced. Without this limit, values that contain
  /// other values could double the text with each command.
  static let substitutedByteCountMax = 1 << 20

  /// The reason why a capture could not be kept; `nil` if there is none.
  private(set) var problem: String?
  /// The captures in the order in which they were first captured. There are few of them, so a linear search is fast
  /// enough.
  private(set) var entries: [Entry] = []

  struct Entry: Equatable {
    var name: [UInt8]
    var value: [UInt8]
  }

  /// The kind of pattern of which a value becomes a part. It determines the bytes to escape in the value.
  enum PatternQuoting {
    case none
    case glob
    case regex
  }

  var isEmpty: Bool { entries.isEmpty }

  mutating func set(_ name: String, to value: ArraySlice<UInt8>) {
    if value.count > Self.valueByteCountMax {
      problem = "“\(name)” captures more than \(Self.valueByteCountMax) bytes"
    }
    let value = Array(value.prefix(Self.valueByteCountMax))
    let name = Array(name.utf8)
    if let index = entries.firstIndex(where: { $0.name == name }) {
      entries[index].value = value
    } else if entries.count < Self.countMax {
      entries.append(Entry(name: name, value: value))
    } else {
      problem = "a scenario captures at most \(Self.countMax) names"
    }
  }

  func value(of name: ArraySlice<UInt8>) -> [UInt8]? {
    entries.first { $0.name.elementsEqual(name) }?.value
  }

  /// Returns the text with each captured name replaced, or `nil` if it contains none. O(length · names).
  ///
  /// - Parameters:
  ///   - wildNames: names that match any text, in a pattern.
  ///   - noteValue: called with the range of each value in the result, and that of its `{{name}}` in the text.
  func substituted(
    in text: ArraySlice<UInt8>, quoting: PatternQuoting = .none, loosening wildNames: [String] = [],
    noteValue: (_ value: Range<Int>, _ name: Range<Int>) -> Void = { _, _ in }
  ) -> [UInt8]? {
    if isEmpty, wildNames.isEmpty, quoting != .regex { return nil }
    var result: [UInt8] = []
    var copied = text.startIndex
    for occurrence in Variables.occurrences(in: text) {
      // In a regular expression, an unknown name must be escaped.
      let itself = quoting == .regex ? Array(text[occurrence.whole]) : nil
      let isFull = result.count >= Self.substitutedByteCountMax
      let isWild = wildNames.contains { $0.utf8.elementsEqual(text[occurrence.name]) }
      let known = isFull ? nil : value(of: text[occurrence.name])
      guard let value = isWild ? [] : known ?? itself else { continue }
      result.append(contentsOf: text[copied..<occurrence.whole.lowerBound])
      let start = result.count
      if isWild { result.append(contentsOf: (quoting == .regex ? ".*" : "*").utf8) }
      for byte in value {
        if Variables.isSpecial(byte, quoting) { result.append(UInt8(ascii: "\\")) }
        result.append(byte)
      }
      noteValue(start..<result.count, occurrence.whole)
      copied = occurrence.whole.upperBound
    }
    guard copied > text.startIndex else { return nil }
    result.append(contentsOf: text[copied...])
    return result
  }

  /// Returns the ranges of `{{name}}` in a text, in order and without overlap.
  static func occurrences(in text: ArraySlice<UInt8>) -> [(whole: Range<Int>, name: Range<Int>)] {
    var occurrences: [(whole: Range<Int>, name: Range<Int>)] = []
    var index = text.startIndex
    while index &+ 4 < text.endIndex {
      guard text[index] == UInt8(ascii: "{"), text[index &+ 1] == UInt8(ascii: "{") else {
        index &+= 1
        continue
      }
      var end = index &+ 2
      while end < text.endIndex, CaptureName.isNameByte(text[end]) { end &+= 1 }
      let name = index &+ 2..<end
      if end &+ 1 < text.endIndex, text[end] == UInt8(ascii: "}"), text[end &+ 1] == UInt8(ascii: "}"),
        CaptureName.isName(text[name])
      {
        occurrences.append((index..<end &+ 2, name))
        index = end &+ 2
      } else {
        index &+= 1
      }
    }
    return occurrences
  }

  private static func isSpecial(_ byte: UInt8, _ quoting: PatternQuoting) -> Bool {
    switch quoting {
    case .none: false
    case .glob: Glob.isSpecial(byte)
    case .regex:
      switch byte {
      case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
      default: false
      }
    }
  }
}
