import CommandLanguage
import Testing

@Suite struct ExpectationTests {
  private func filled() -> Trial {
    let trial = Trial()
    _ = trial("box A size=3", "box B size=1 colour=blue", "box C size=3 colour=green", "box D size=2")
    return trial
  }

  @Test func `expect shows the values of both sides, at the first part that does not hold`() {
    let trial = filled()
    #expect(trial("expect count(boxes) == 4 and A.size == 3") == "")
    #expect(
      trial("expect count(boxes) == 4 and A.size == B.size + 1") == """
        error: the expectation does not hold
          expect count(boxes) == 4 and A.size == B.size + 1
                                       ^~~~~~~~~~~~~~~~~~~~
          note: A.size is 3
          note: B.size + 1 is 2

        """)
    #expect(
      trial("expect A.colour == blue") == """
        error: the expectation does not hold
          expect A.colour == blue
                 ^~~~~~~~~~~~~~~~
          note: A.colour is “red”

        """)
    #expect(
      trial("expect not (A.size == 3 or light)") == """
        error: the expectation does not hold
          expect not (A.size == 3 or light)
                 ^~~~~~~~~~~~~~~~~~~~~~~~~~
          note: A.size is 3

        """)
  }

  @Test(arguments: [
    // Below an “or” that fails all have failed, and of an “and” one has; below a “not” it is the other way round.
    ("expect A.size == 1 or (light or A.size == 2 and B.size == 1)", ["A.size is 3", "light is false"]),
    ("expect A.size == 1 or (A.size == 3 and B.size == 7)", ["A.size is 3", "B.size is 1"]),
    ("expect not (A.size == 3 and B.size == 1)", ["A.size is 3", "B.size is 1"]),
    ("expect not not (A.size == 3 and light)", ["light is false"]),
    ("expect not (light or B.size == 1)", ["B.size is 1"]),
    ("expect not (1 == 1 and true)", []),
    ("expect 1 == 2 or (1 == 1 and 2 == 3)", []),
    ("expect (A.size == 3 and light) == true", ["light is false"]),
    ("expect A.size in [1, -2] or not 1 in [1]", ["A.size is 3"]),
    ("expect any boxes where size > 5", ["boxes where size > 5 is empty"]),
    ("expect not any boxes where size < 3", ["boxes where size < 3 is B, D"]),
    ("expect not (any boxes where size < 2)", ["boxes where size < 2 is B"]),
    ("expect (any boxes where size > 5) == true", ["boxes where size > 5 is empty"]),
    ("expect any []", []),
  ])
  func `expect names the values that decided, at any depth of and, or and not`(text: String, notes: [String])
  {
    let shown = filled()(text).split(separator: "\n").filter { $0.hasPrefix("  note: ") }
    #expect(shown.map { String($0.dropFirst(8)) } == notes)
  }

  @Test func `the explanation of a failed expectation evaluates no part that was not evaluated before`() {
    #expect(!filled()("expect A.size == 1 or A.size == 2 and E.size == 1").contains("no box"))
  }

  @Test func `a value that differs when it is computed again is explained all the same`() {
    let trial = Trial()
    _ = trial("let n = 0", "def g { outer n = n + 1; return n > 1 }")
    #expect(trial("expect g() and true").hasPrefix("error: the expectation does not hold\n"))
    _ = trial("let n = 0")
    #expect(trial("expect not (not g() or false)").hasPrefix("error: the expectation does not hold\n"))
  }
}
