import TerminalText
import Testing
import TextViews

@Suite struct DrawingTests {
  let console = Console()
  let screen: ScreenView
  let main: LabelView
  let attacker: LabelView

  init() {
    screen = ScreenView(ViewPath("map"), limit: 2, on: console)
    main = LabelView(ViewPath("map/units"), on: console)
    attacker = LabelView(ViewPath("map/attacker"), on: console)
    main.show(text: "日本 🙂 Arthur")
    attacker.show(text: "you attack Mordred")
    screen.add(main)
    screen.add(attacker)
    screen.open()
    _ = console.take()
  }

  func drawn(_ width: Int) -> String {
    console.drawing(of: screen, width: width)
    return String(decoding: console.take(), as: UTF8.self)
  }

  @Test func `A screen is drawn in a box of the requested width`() {
    #expect(
      drawn(26) == """
        ┌ map ───────────────────┐
        │ 日本 🙂 Arthur         │
        ├────────────────────────┤
        │ you attack Mordred     │
        └────────────────────────┘

        """)
  }

  @Test func `A text wider than the box ends in an ellipsis and never in half a character`() {
    #expect(
      drawn(11) == """
        ┌ map ────┐
        │ 日本 …  │
        ├─────────┤
        │ you at… │
        └─────────┘

        """)
  }

  @Test(arguments: [Int.min, -1, 0, 1, 7, 8])
  func `No width is too small`(width: Int) {
    #expect(
      drawn(width) == """
        ┌ map ─┐
        │ 日…  │
        ├──────┤
        │ you… │
        └──────┘

        """)
  }

  @Test func `No width is too great`() {
    let line = drawn(.max).split(separator: "\n").first.map(String.init) ?? ""
    #expect(TextWidth.columns(of: line) == Canvas.widths.upperBound)
  }

  @Test func `A long title is clipped as well`() {
    let screen = ScreenView(ViewPath("a long name"), on: console)
    console.drawing(of: screen, width: 9)
    #expect(String(decoding: console.take(), as: UTF8.self) == "┌ a l… ─┐\n└───────┘\n")
  }

  @Test func `Every line of a drawing is as wide as the box, whatever it shows`() {
    for text in [
      "", "é", "👩\u{200D}🚀👩\u{200D}🚀👩\u{200D}🚀", "🇨🇭🇩🇪🇫🇷🇮🇹", "日本語日本語",
      "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}",
    ] {
      main.show(text: text)
      _ = console.take()
      for width in 8...14 {
        for line in drawn(width).split(separator: "\n") {
          #expect(TextWidth.columns(of: String(line)) == width, "\(text) at \(width): \(line)")
        }
      }
    }
  }

  @Test func `The tree of views marks what is hidden and what is closed`() {
    let defender = LabelView(ViewPath("map/defender"), on: console)
    defender.isHidden = true
    screen.add(defender)
    let inner = StackView(ViewPath("map/inner"), on: console)
    inner.add(LabelView(ViewPath("map/inner/a"), on: console))
    screen.add(inner)
    let chat = ScreenView(ViewPath("chat"), on: console)
    chat.add(LabelView(ViewPath("chat/messages"), on: console))
    let title = LabelView(ViewPath("app/title"), on: console)
    title.show(word: "no game")
    title.appear()
    _ = console.take()
    console.tree(of: [title, screen, chat])
    #expect(
      String(decoding: console.take(), as: UTF8.self) == """
        app/title  no game
        map
        ├ units  日本 🙂 Arthur
        ├ attacker  you attack Mordred
        ├ defender  hidden
        └ inner  not shown
          └ a  not shown
        chat  closed

        """)
  }
}
