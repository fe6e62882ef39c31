import CommandLanguage
import Testing

@Suite struct SelectionTests {
  private func filled() -> Trial {
    let trial = Trial()
    _ = trial("box A size=3", "box B size=1 colour=blue", "box C size=3 colour=green", "box D size=2")
    return trial
  }

  @Test(arguments: [
    ("boxes", "A, B, C, D"), ("boxes where size > 1", "A, C, D"), ("boxes by size", "B, D, A, C"),
    ("boxes by size desc", "A, C, D, B"), ("boxes by size desc, name desc", "C, A, D, B"),
    ("boxes limit 2", "A, B"), ("boxes limit 0", ""), ("boxes where colour == red and size < 3", "D"),
    ("boxes where size in (1, 2) by name desc limit 1", "D"), ("boxes by size, name desc limit 3", "B, D, C"),
    ("count(boxes where size == 3)", "2"), ("sum(boxes.size)", "9"), ("max(boxes.size)", "3"),
    ("(boxes where size == 3).name", "A, C"), ("first(boxes by size)", "B"), ("A in boxes", "true"),
    ("A in (boxes where size == 1)", "false"), ("box(\"A\").size", "3"), ("A.size + B.size", "4"),
    ("boxes where it != A", "B, C, D"), ("boxes where colour == $c", "B"),
    ("(boxes limit 3) where size == 3", "A, C"),
    ("count(boxes where count(boxes where size == 3) == 2)", "4"), ("boxes where name > \"B\"", "C, D"),
    ("A == \"A\"", "true"), ("count(boxes by size, name)", "4"),
    ("distinct([\"A\", box(\"A\"), B])", "A, B"), ("count(distinct([A, \"B\", A, \"A\", B]))", "2"),
  ])
  func `a selection has the rows that fit, in its order`(expression: String, value: String) {
    #expect(filled()("let c = blue", "print \(expression)") == value + "\n")
  }

  @Test(arguments: [
    ("boxes limit 0", ""), ("boxes where size > 9 limit 0", ""),
    ("boxes where size > 9 limit 1", "no boxes\n"), ("boxes limit 0 --csv", "name,size,colour\n"),
  ])
  func `a table with a limit of no rows does not claim that there are none`(text: String, printed: String) {
    #expect(filled()(text) == printed)
  }

  @Test func `a limit is computed once for a table`() {
    #expect(filled()("def most { print \"asked\"; return 0 }", "boxes limit most()") == "asked\n")
  }

  @Test(arguments: [
    (
      "print boxes where sise > 1",
      """
      error: nothing is called “sise”
        print boxes where sise > 1
                          ^~~~  did you mean “size”?

      """
    ),
    (
      "print boxes where size",
      """
      error: a condition is true or false; this is a number
        print boxes where size
                          ^~~~

      """
    ),
    (
      "boxes by (size, name)",
      """
      error: “by” needs a single value
        boxes by (size, name)
                 ^~~~~~~~~~~~
        note: write several keys without brackets: by A, B

      """
    ),
    (
      "def sorted keys { print boxes by $keys }; sorted [1]",
      """
      error: “by” needs a single value
        def sorted keys { print boxes by $keys }
                                         ^~~~~
        note: write several keys without brackets: by A, B
        note: in “sorted”

      """
    ),
    (
      "boxes by sise",
      """
      error: a box has no “sise”
        boxes by sise
                 ^~~~  did you mean “size”?

      """
    ),
    (
      "if false { print (boxes where size > 1).sise }",
      """
      error: a box has no “sise”
        if false { print (boxes where size > 1).sise }
                                                ^~~~  did you mean “size”?

      """
    ),
    (
      "print boxes where it.sise > 1",
      """
      error: a box has no “sise”
        print boxes where it.sise > 1
                             ^~~~  did you mean “size”?

      """
    ),
    (
      "print boxes where size > red",
      """
      error: a number and a text cannot be compared
        print boxes where size > red
                          ^~~~~~~~~~

      """
    ),
    (
      "print boxes limit red",
      """
      error: “limit” needs a whole number that is not negative
        print boxes limit red
                          ^~~

      """
    ),
    (
      "def boxes { print 1 }; boxes --json",
      """
      error: a command defined with “def” has no options
        def boxes { print 1 }; boxes --json
                               ^~~~~~~~~~~~

      """
    ),
    (
      "cuont(boxes)",
      """
      error: there is no function “cuont”
        cuont(boxes)
        ^~~~~  did you mean “count”?

      """
    ),
    (
      "boxes --cvs",
      """
      error: unexpected “--cvs”
        boxes --cvs
              ^~~~~  did you mean “--csv”?

      """
    ),
    (
      "print red where size > 1",
      """
      error: a selection begins with the plural of a kind
        print red where size > 1
              ^~~
        note: choose from boxes

      """
    ),
    (
      "print boxes where",
      """
      error: a value is missing
        print boxes where
                         ^

      """
    ),
    (
      "print A.colr",
      """
      error: a box has no “colr”
        print A.colr
                ^~~~  did you mean “colour”?

      """
    ),
    (
      "print box(\"E\")",
      """
      error: there is no box “E”
        print box("E")
              ^~~~~~~~

      """
    ),
    (
      "print boxes.nothing",
      """
      error: a box has no “nothing”
        print boxes.nothing
                    ^~~~~~~
        note: choose from name, size, colour

      """
    ),
  ])
  func `a mistake in a selection is shown where it is`(command: String, output: String) {
    #expect(filled()(command) == output)
  }

  // MARK: Kept

  @Test func `a captured selection returns its rows at any time, with the variables of its creation`() throws
  {
    let trial = filled()
    _ = trial(
      "let least = 2", "watch w = boxes where size >= least by size desc, name limit 2", "let least = 9")
    let selection = try #require(trial.shed.watched)
    #expect(selection.text == "boxes where size >= least by size desc, name limit 2")
    #expect(selection.kind == "box")
    #expect(try trial.session.interpreter.ids(of: selection) == [0, 2])
    _ = trial("grow 5 D")
    #expect(try trial.session.interpreter.ids(of: selection) == [3, 0])
    #expect(trial("print $least") == "9\n")
  }

  @Test func `a kept selection tests and orders single models`() throws {
    let trial = filled()
    let interpreter = trial.session.interpreter
    let selection = try interpreter.selection("boxes where size > 1 by colour, size desc")
    let rows = try #require(interpreter.test(of: selection))
    #expect(try rows.matches(Box(name: "new", size: 2, colour: "red")))
    #expect(try !rows.matches(Box(name: "new", size: 1, colour: "red")))
    let a = try rows.keys(Box(name: "a", size: 2, colour: "blue"))
    let b = try rows.keys(Box(name: "b", size: 9, colour: "red"))
    let c = try rows.keys(Box(name: "c", size: 1, colour: "red"))
    #expect(a == [.text("blue"), .number(2)])
    #expect(rows.order(a, b) < 0 && rows.order(b, c) < 0 && rows.order(c, b) > 0 && rows.order(a, a) == 0)
  }

  @Test(
    "a selection is about its rows alone unless it may read something else",
    arguments: [
      ("boxes", true), ("boxes where size > 1 and colour == red by max(size, 2)", true),
      ("boxes where size > least", true), ("boxes where size > A.size", false),
      ("boxes where it.size > 1 by box.name", true), ("boxes as b where b.size > 1", true),
      ("boxes where it != A", false), ("boxes where it.name.size > 1", false),
      ("boxes where A in boxes", false),
      ("boxes where size > count(boxes)", false), ("boxes by size - A.size", false),
      ("boxes where box(\"A\").size > 1", false), ("boxes where name.size > 1", false),
    ])
  func aboutRowAlone(text: String, isAlone: Bool) throws {
    let trial = filled()
    _ = trial("let least = 2")
    _ = trial("watch w = \(text)")
    let selection = try #require(trial.shed.watched)
    let rows = try #require(trial.session.interpreter.test(of: selection))
    #expect(rows.dependsOnlyOnRow == isAlone)
  }

  @Test(
    "what reads objects or names and depends on no row or variable is the same for all rows",
    arguments: [
      ("boxes where size > 1", 0), ("boxes where size > avg(boxes.size)", 1),
      ("boxes where count(boxes where colour == red) > 2 and size < max(boxes.size)", 2),
      ("boxes where count(boxes where size > avg(boxes.size)) > 2", 1),
      ("boxes where count(boxes where size > $least) > 2", 1), ("boxes by size - avg(boxes.size)", 1),
      ("boxes where count(boxes where it.size > 1) > 2", 1), ("boxes where size > A.size", 1),
      ("boxes where count(boxes where size > A.size) > 2", 1),
      ("boxes where size in boxes.size and size > 1", 1),
      ("boxes where count([b for b in boxes]) > size", 1), ("boxes where count(boxes limit size) > 2", 0),
      ("boxes where size > avg([b.size for b in boxes where b.size > $least])", 1),
      ("boxes where max([b.size - size for b in boxes]) > 2", 0),
      ("boxes where max([count(boxes where it.size > b) for b in [size]]) > 2", 0),
    ])
  func sharedParts(text: String, count: Int) throws {
    let trial = filled()
    _ = trial("let least = 2")
    _ = trial("watch w = \(text)")
    let selection = try #require(trial.shed.watched)
    let rows = try #require(trial.session.interpreter.test(of: selection))
    var found = 0
    rows.cacheSharedValues { compute in
      found += 1
      return compute
    }
    #expect(found == count)
    _ = try rows.matches(Box(name: "new", size: 2, colour: "red"))
  }

  @Test func `a selection knows its condition, the properties in it and the variables that it kept`() throws {
    let trial = filled()
    _ = trial("let least = 2", "watch w = boxes where size > least and colour == red and size < 9 by name")
    let selection = try #require(trial.shed.watched)
    let rows = try #require(trial.session.interpreter.test(of: selection))
    #expect(rows.conditionText == "size > least and colour == red and size < 9")
    #expect(rows.conditionProperties == ["size", "colour"])
    _ = trial("watch w = boxes as b where b.colour == red and size < 9 and it.colour != blue")
    let named = try #require(trial.shed.watched.flatMap { trial.session.interpreter.test(of: $0) })
    #expect(named.conditionProperties == ["colour", "size"])
    #expect(selection.variables.map(\.name) == ["least"])
    #expect(selection.variables.map(\.value) == [.number(2)])
  }

  @Test func `a kept block runs again, with the local variables of its making and the globals of now`() {
    let trial = filled()
    _ = trial("let n = 1", "for b in boxes limit 1 { keep { let n = n + 1; print n, $b.size } }")
    #expect(trial("again", "grow 1 A; again", "print n") == "2 3\n3 4\n3\n")
  }

  @Test func `a kept block's error shows the block`() {
    let trial = filled()
    _ = trial("keep {\n  print 1\n  paint E red\n}")
    #expect(
      trial("again") == """
        1
        error: there is no box “E”
          3 |   paint E red
                      ^

        """)
  }

  @Test(arguments: [
    ("any [1, 2], any (1, 2), any [], any ()", "true true false false\n"),
    ("any (1, 2) where it > 1, any [1, 2] where it > 2", "true false\n"),
    ("any boxes, any (boxes), any \"\", any \"a\"", "false false false true\n"),
    ("not any [1] and any [1][0:1]", "false\n"),
  ])
  func `any tests whether a list has an element, however the list is written`(text: String, output: String) {
    #expect(Trial()("print " + text) == output)
  }

  @Test func `any is named where it is given no list`() {
    #expect(Trial()("print any 3").hasPrefix("error: “any” needs a list, a selection or a text\n"))
    #expect(Trial()("let any = 3; print any + 1, any") == "4 3\n")
  }

  @Test func `a captured condition can be evaluated at any time`() throws {
    let trial = filled()
    _ = trial("invariant A.size < 5")
    let condition = try #require(trial.shed.invariant)
    #expect(try trial.session.interpreter.isTrue(condition))
    _ = trial("grow 5 A")
    #expect(try !trial.session.interpreter.isTrue(condition))
  }

  @Test func `kept syntax read again from its text is equal`() throws {
    let interpreter = filled().session.interpreter
    let block = try interpreter.block("{ box E; paint E blue }")
    #expect(try interpreter.block(block.text) == block)
    let selection = try interpreter.selection("boxes where size > 1")
    #expect(try interpreter.selection(selection.text) == selection)
    #expect(throws: CommandFailure.self) { try interpreter.expression("1 +") }
    #expect(throws: CommandFailure.self) { try interpreter.block("{ print 1") }
  }
}
