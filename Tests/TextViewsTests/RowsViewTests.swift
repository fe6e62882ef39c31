import TestSupport
import TextViews
import Testing

/// A view of rows prints how the rows before became those after.
@Suite struct RowsViewTests {
  private let console = Console()

  private func printed() -> String { String(decoding: console.take(), as: UTF8.self) }

  @Test func `changed lines are reported at their positions, and no others`() {
    let view = RowsView(ViewPath("plan"), on: console)
    view.appear()
    view.show(rows: RowsView.rows(ofLines: "[A1]\n\n[A2 Ann]  "))
    #expect(printed() == "+ plan 1  [A1]\n+ plan 2\n+ plan 3  [A2 Ann]\n")
    view.show(rows: RowsView.rows(ofLines: "[A1 Bob]\n\n[A2 Ann]"))
    #expect(printed() == "~ plan 1  [A1]→[A1 Bob]\n")
    view.show(rows: RowsView.rows(ofLines: "[A1 Bob]\n\n[A2 Ann]"))
    #expect(printed() == "")
    view.show(rows: RowsView.rows(ofLines: "[A1  Bob]\n\n  \u{1B}[A2 Ann]"))
    #expect(printed() == "~ plan 1  [A1 Bob]→[A1  Bob]\n~ plan 3  [A2 Ann]→  \\u{1B}[A2 Ann]\n")
    view.disappear()
    #expect(printed() == "- plan\n")
  }

  @Test func `lines that come and go leave the others where they are`() {
    let view = RowsView(ViewPath("plan"), on: console)
    view.appear()
    view.show(rows: RowsView.rows(ofLines: "a\nb\nc\nd"))
    console.take()
    view.show(rows: RowsView.rows(ofLines: "a\nc\nx\nd\ny"))
    #expect(printed() == "- plan 2  b\n+ plan 3  x\n+ plan 5  y\n")
    view.show(rows: RowsView.rows(ofLines: ""))
    #expect(printed() == "- plan 5  y\n- plan 4  d\n- plan 3  x\n- plan 2  c\n- plan 1  a\n")
  }

  @Test func `different cells are reported in their columns`() {
    let view = RowsView(
      ViewPath("beds"),
      columns: [Column("bed", width: 4), Column("free", alignment: .trailing, unit: " free")],
      on: console)
    view.appear()
    view.show(rows: [["E", "3"], ["W", "2"]])
    #expect(printed() == "+ beds 1  E     3 free\n+ beds 2  W     2 free\n")
    view.show(rows: [["E", "3"], ["W", "1"]])
    #expect(printed() == "~ beds 2  W  2→1 free\n")
  }

  @Test func `a hidden view prints nothing, and appears whole`() {
    let view = RowsView(ViewPath("plan"), on: console)
    view.show(rows: RowsView.rows(ofLines: "a\nb"))
    #expect(printed() == "")
    view.appear()
    #expect(printed() == "+ plan 1  a\n+ plan 2  b\n")
  }

  @Test func `a text of any length is cut, with a mark`() {
    let view = RowsView(ViewPath("plan"), on: console)
    view.show(rows: (0..<5_000).map { ["\($0)"] })
    #expect(view.fields.count == RowsView.maxRowCount + 1)
    #expect(view.fields.last?.texts == ["… 4000 more"])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the events lead from the old rows to the new ones`(seed: UInt64) {
    var random = SplitMix(seed)
    let view = RowsView(ViewPath("plan"), on: console)
    view.appear()
    console.beginRecording()
    var image = ScreenImage(of: [view])
    for _ in 0..<100 {
      let rows = (0..<random.below(7)).map { _ in ["\(random.below(5))"] }
      view.show(rows: rows)
      let difference = image.follow(console.takeEvents(), to: ScreenImage(of: [view]))
      #expect(difference == nil, "\(rows)")
      #expect(view.fields.map(\.texts) == rows)
    }
  }

  @Test(arguments: [("\n", "\n"), ("\r\n", "\r\n"), ("\r", "\r"), ("\r\n", "\n"), ("\n", "\r")])
  func `lines end in a line feed, a carriage return or both`(first: String, second: String) {
    #expect(RowsView.rows(ofLines: "a  \(first)b\(second)") == [["a"], ["b"], [""]])
    #expect(RowsView.rows(ofLines: "a\(first)x\(second)\(second)b") == [["a"], ["x"], [""], ["b"]])
  }
}
