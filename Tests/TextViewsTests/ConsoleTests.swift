import Testing
import TextViews

struct ConsoleTests {
  private let console = Console()
  private let path = ViewPath("list")

  private func fields(_ text: String) -> Fields {
    var fields = Fields()
    fields.append(text: text)
    return fields
  }

  @Test func `lines that are printed while the rest is taken stay for the next time`() {
    console.line("first".utf8.span)
    var taken: [String] = []
    for _ in 0..<3 {
      console.move { bytes, _ in
        for count in 0..<40 { console.line("again \(count)".utf8.span) }
        taken.append(String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self))
        if taken.count == 2 { console.take() }
      }
    }
    let again = (0..<40).map { "again \($0)\n" }.joined()
    #expect(taken == ["first\n", again, ""])
    #expect(String(decoding: console.take(), as: UTF8.self) == again)
    #expect(console.isEmpty)
  }

  @Test func `events are kept during a recording, each with the position of its line`() {
    console.emit(.appeared(path, row: 0, fields("a"), in: .single))
    console.beginRecording()
    console.beginRecording()
    console.line("no view".utf8.span)
    console.emit(.appeared(path, row: 1, fields("b"), in: .single))
    console.endRecording()
    console.emit(.closed(path))
    var lines: [String] = []
    console.move { bytes, events in
      for event in events {
        lines.append(String(decoding: event.range.map { bytes[$0] }, as: UTF8.self))
        #expect(lines.last == event.event.line + "\n")
      }
    }
    #expect(lines == ["+ list 2  b\n", "- list\n"])
    #expect(console.eventCount == 0 && console.takeEvents().isEmpty)
    console.endRecording()
    console.emit(.opened(path))
    #expect(console.takeEvents().isEmpty && console.isEmpty)
  }

  @Test func `a silent console prints and records nothing, and continues afterwards`() {
    console.beginRecording()
    console.silently {
      console.emit(.opened(path))
      console.line("a".utf8.span)
      console.row(fields("a"), number: 1, in: .single)
      console.tree(of: [LabelView(path, on: console)])
    }
    #expect(console.isEmpty && console.eventCount == 0)
    console.emit(.opened(path))
    #expect(String(decoding: console.take(), as: UTF8.self) == "+ list\n")
  }
}
