import CommandLanguage
import Testing

/// What names stand for within a selection.
@Suite struct SelectionVariableTests {
  private func filled() -> Trial {
    let trial = Trial()
    _ = trial("box A size=3", "box B size=1 colour=blue", "box C size=3 colour=green", "box D size=2")
    return trial
  }

  @Test func `a key's definition may not set a variable`() {
    let trial = filled()
    _ = trial("let n = 0", "def bump { outer n = n + 1000; return 0 }")
    #expect(trial("print boxes where size > n by bump()").contains("“outer” is not allowed in a condition"))
    #expect(trial("print n, bump(), n") == "0 0 1000\n")
  }

  @Test func `a key may name a row around it by its kind, and a variable that is made later`() {
    let trial = filled()
    #expect(trial("print boxes by box limit 2") == "A, B\n")
    #expect(trial("def late { print boxes by k limit 2 }; let k = 1; late") == "A, B\n")
  }

  @Test func `a property wins over a variable of its name inside a selection`() {
    #expect(
      filled()("let size = 100", "print count(boxes where size == 3), count(boxes where $size == 100)")
        == "2 4\n")
  }
}
