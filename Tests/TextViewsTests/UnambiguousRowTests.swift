import TestSupport
import Testing

@testable import TextViews

/// Two rows that differ must never print the same line, whatever somebody called things.
@Suite struct UnambiguousRowTests {
  static let messageColumns: Columns = [Column("author", width: 8), Column("text")]

  /// All texts of two pieces, short ones and ones that overflow their column.
  static let texts: [String] = {
    let pieces = ["", "a", " ", "  ", "→", "\\", "a b", "\n", "\u{301}"]
    var texts: Set<String> = []
    for first in pieces {
      for second in pieces {
        texts.insert(first + second)
        texts.insert("aaaaaaaa" + first + second)
      }
    }
    return texts.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
  }()

  func message(_ author: String, _ text: String) -> Fields {
    var fields = Fields()
    fields.append(text: author)
    fields.append(text: text)
    return fields
  }

  @Test func `Different rows are different lines`() {
    let console = Console()
    var rows: [[UInt8]: (String, String)] = [:]
    var alike: [String] = []
    for author in Self.texts where !author.isEmpty {
      for text in Self.texts {
        console.emit(.appeared(ViewPath("chat"), row: 0, message(author, text), in: Self.messageColumns))
        let line = console.take()
        if let other = rows.updateValue((author, text), forKey: line) {
          alike.append("\(other) and \((author, text)) are \(String(decoding: line, as: UTF8.self))")
        }
      }
    }
    #expect(alike.isEmpty, "\(alike.count) of \(rows.count): \(alike.prefix(3))")
  }

  @Test func `Different changes are different lines`() {
    var random = SplitMix(7)
    let console = Console()
    var changes: [[UInt8]: [String]] = [:]
    var alike: [String] = []
    for _ in 0..<10_000 {
      let row = (0..<4).map { _ in Self.texts[random.below(Self.texts.count)] }
      let old = message("a" + row[0], row[1])
      let new = message("a" + row[2], row[3])
      console.emit(.changed(ViewPath("chat"), row: 0, from: old, to: new, in: Self.messageColumns))
      let key = console.take()
      let shown = old.texts + new.texts
      if let other = changes.updateValue(shown, forKey: key), other != shown {
        alike.append("\(other) and \(shown) are \(String(decoding: key, as: UTF8.self))")
      }
    }
    #expect(alike.isEmpty, "\(alike.count) of \(changes.count): \(alike.prefix(3))")
  }

  @Test func `A line holds one line break, at its end`() {
    let console = Console()
    for text in Self.texts {
      console.emit(.appeared(ViewPath("chat"), row: 0, message(text, text), in: Self.messageColumns))
      let line = console.take()
      #expect(line.count { $0 == UInt8(ascii: "\n") } == 1 && line.last == UInt8(ascii: "\n"))
    }
  }

  @Test func `A path cannot bring a line break into a line`() {
    #expect(ViewPath("a\nb").child("c ").description == "a\\nb/c\\u{20}")
  }

  @Test func `A field shows nothing that hides`() {
    var fields = Fields()
    fields.append(text: "a\u{200D}b")
    #expect(fields.bytes == Array("a\\u{200D}b\0".utf8))
  }
}
