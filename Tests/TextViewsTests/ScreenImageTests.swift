import AutoUpdate
import Testing

import TextViews

/// What was printed, applied to what was shown.
@Suite struct ScreenImageTests {
  let console = Console()

  @Test func `printed lines lead from the old rows to the new ones`() throws {
    let squad = try Squad(["a", "b", "c"])
    let list = squad.list(height: 2, on: console)
    var image = ScreenImage(of: [list])
    list.appear()
    let changes: [() throws -> Void] = [
      {}, { try squad.update(10) { $0.hp = 2 } }, { try squad.update(0) { ($0.rank, $0.hp) = (15, 3) } },
      { try squad.add("x", rank: 1) }, { try squad.change { $0.delete(10, from: squad.members) } },
      { list.scroll(to: 1) }, { list.disappear() },
    ]
    for change in changes {
      try change()
      #expect(image.follow(console.take(), to: ScreenImage(of: [list])) == nil)
    }
  }

  @Test(arguments: [
    ("+ list 1  a:1\n+ list 2  b:1\n+ list 2  b:1\n", "a line too many"),
    ("+ list 1  a:1\n", "a line too few"),
    ("+ list 1  a:1\n+ list 2  c:1\n", "another row"), ("", "no line at all"),
    ("+ list 2  b:1\n+ list 1  a:1\n", "a place that is not there"),
  ])
  func `lines that lead elsewhere are found`(printed: String, what: String) throws {
    let squad = try Squad(["a", "b"])
    let list = squad.list(height: 2, on: console)
    var image = ScreenImage(of: [list])
    list.appear()
    let difference = image.follow(Array(printed.utf8), to: ScreenImage(of: [list]))
    #expect(difference?.path == "list", "\(what)")
    // It stands at what is shown now, so that one fault is one.
    #expect(image.difference(from: ScreenImage(of: [list])) == nil)
  }

  @Test func `images of different rows differ at the first of them`() throws {
    let squad = try Squad(["a", "b"])
    let list = squad.list(height: 2, on: console)
    list.appear()
    let old = ScreenImage(of: [list])
    try squad.update(10) { $0.hp = 7 }
    #expect(
      old.difference(from: ScreenImage(of: [list]))
        == ScreenImage.Difference(path: "list", shown: "b:1", expected: "b:7"))
  }
}
