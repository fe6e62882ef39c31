import Foundation
import Testing

@testable import TerminalText

/// Holds the generated table against the data files themselves, read anew.
@Suite struct TextWidthTableTests {
  static let root = ProcessInfo.processInfo.environment["UNICODE_DATA"] ?? "/usr/share/unicode"

  @Test func `Runs of the table ascend, and neighbours differ`() {
    #expect(TextWidth.table.first.map { $0 >> 4 } == 0)
    for (entry, next) in zip(TextWidth.table, TextWidth.table.dropFirst()) {
      #expect(entry >> 4 < next >> 4)
      #expect(entry & 0xF != next & 0xF)
      #expect(TextWidth.Kind(rawValue: UInt8(next & 0xF)) != nil)
    }
  }

  @Test func `Results that need no search agree with the table`() {
    for scalar in UInt32(0)...0x10FFFF where TextWidth.kind(of: scalar) != TextWidth.search(scalar) {
      Issue.record("U+\(String(scalar, radix: 16))")
    }
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: root + "/EastAsianWidth.txt"),
      "the Unicode data (Debian's unicode-data) is not installed"))
  func `Every scalar's kind follows from the Unicode data`() throws {
    let east = try Self.property("EastAsianWidth.txt")
    let category = try Self.property("extracted/DerivedGeneralCategory.txt")
    let syllable = try Self.property("HangulSyllableType.txt")
    let pictures = try Self.property("emoji/emoji-data.txt", only: "Extended_Pictographic")
    let presented = try Self.property("emoji/emoji-data.txt", only: "Emoji_Presentation")
    let emoji = try Self.property("emoji/emoji-data.txt", only: "Emoji")
    let modifiers = try Self.property("emoji/emoji-data.txt", only: "Emoji_Modifier")
    let regional = try Self.property("PropList.txt", only: "Regional_Indicator")
    let prepended = try Self.property("PropList.txt", only: "Prepended_Concatenation_Mark")
    let wideWhenUnassigned: [ClosedRange<Int>] = [
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]
    let extending: Set<String> = ["Mn", "Me", "Mc", "Cf", "Cc", "Zl", "Zp"]
    let reserved: [ClosedRange<Int>] = [0x1F6D0...0x1F6FF, 0x1FA70...0x1FAFF]

    func expected(_ point: Int) -> TextWidth.Kind {
      if point == 0x200D { return .joiner }
      if point == 0xFE0F { return .selector }
      if modifiers[point] != nil { return .modifier }
      if regional[point] != nil { return .regional }
      if ["V", "T"].contains(syllable[point]) { return .zero }
      if extending.contains(category[point] ?? "Cn"), point != 0xAD, prepended[point] == nil { return .zero }
      let isWide =
        ["W", "F"].contains(east[point])
        || east[point] == nil && wideWhenUnassigned.contains { $0.contains(point) }
      if pictures[point] != nil {
        let isReserved = (category[point] ?? "Cn") == "Cn" && reserved.contains { $0.contains(point) }
        return isWide || isReserved || presented[point] != nil ? .picture : .textPicture
      }
      if emoji[point] != nil { return .keycap }
      return isWide ? .wide : .narrow
    }

    var wrong: [String] = []
    for point in 0...0x10FFFF {
      let kind = TextWidth.kind(of: UInt32(point))
      if kind != expected(point) {
        wrong.append("U+\(String(point, radix: 16)) is \(kind), not \(expected(point))")
      }
    }
    #expect(wrong.isEmpty, "run .tools/width-table.py: \(wrong.count) differ, such as \(wrong.prefix(5))")
  }

  /// A property's value for every scalar, by number of the value; `nil` where the file lists none.
  private struct Property {
    var names: [String] = []
    var numbers = [UInt8](repeating: .max, count: 0x110000)

    subscript(point: Int) -> String? {
      let number = Int(numbers[point])
      return number < names.count ? names[number] : nil
    }
  }

  /// Reads a property's values, or where it has one value alone.
  private static func property(_ name: String, only wanted: String? = nil) throws -> Property {
    var property = Property()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(name)"))
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.prefix { $0 != "#" }.split(separator: ";").map { $0.filter { $0 != " " } }
      guard parts.count >= 2, wanted == nil || parts[1] == wanted else { continue }
      let ends = parts[0].split(separator: ".").compactMap { Int($0, radix: 16) }
      guard let first = ends.first, let last = ends.last else { continue }
      let number = property.names.firstIndex(of: parts[1]) ?? property.names.count
      if number == property.names.count { property.names.append(parts[1]) }
      for point in first...last { property.numbers[point] = UInt8(number) }
    }
    return property
  }
}
