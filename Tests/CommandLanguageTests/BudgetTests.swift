import CommandLanguage
import Foundation
import Testing

@Suite struct BudgetTests {
  private func watching() -> Trial {
    let trial = Trial()
    _ = trial("box A size=3", "box B size=9", "watch w = boxes where size > 3", "set steps 5000")
    return trial
  }

  @Test func `steps end a loop while rows are watched, and no row is left out for that`() {
    let trial = watching()
    let output = trial("let n = 0; while true { grow 1 A; grow 1 B; let n = n + 1; if n > 90000 { break } }")
    #expect(output.contains("error: a line may take at most 5000 steps\n") || output.contains("SIZE is"))
    #expect(trial.shed.matching == ["A", "B"])
  }

  @Test func `an interruption ends a loop while rows are watched`() {
    let trial = watching()
    _ = trial("set steps 100000000")
    var polls = 0
    trial.session.isInterrupted = {
      polls += 1
      return polls > 5
    }
    #expect(trial("while true { grow 0 A; grow 0 B }").hasPrefix("error: interrupted\n"))
  }

  @Test(arguments: [
    "repeat 1000000 { let r = range(1, 1000) }", "while true { let t = text(range(1, 1000)) }",
    "while true { let s = sort(range(1, 1000)) }", "while true { expect \"a\" != \"b\" }",
    "while true { let s = split(\"a-b-c\", \"-\") }", "while true { let s = [n for n in range(1, 99)] }",
    "while true { try { while true { } } }", "while true { try { print 1 / 0 } }",
    "def f { return f() }; while true { try { f } }",
  ])
  func `steps end whatever makes or repeats values`(command: String) {
    let output = Trial()("set steps 20000; set recursion 20", command)
    #expect(
      output.contains("error: a line may take at most 20000 steps\n") || output.contains("calls are nested"))
  }

  @Test func `a range costs as much as it makes`() {
    let trial = Trial()
    #expect(trial("set steps 1000", "let r = range(1, 100000)").contains("may take at most 1000 steps\n"))
  }

  @Test(
    arguments: ["a", "é"],
    [
      "reverse($s)", "$s[5]", "$s[5:9]", "split($s, \"\")", "replace($s, \"b\", \"\")",
    ])
  func `a function on a text costs as much as the text is long`(letter: String, value: String) {
    let trial = Trial()
    _ = trial("let s = \"\(letter)\"; repeat 14 { let s = $s + $s }", "set steps 4000")
    #expect(trial("let t = $s + $s") == "")
    let isCheap = letter == "a" && value.hasPrefix("replace")
    #expect(trial("let t = \(value)").contains("at most 4000 steps") != isCheap)
  }

  @Test func `the memory of variables and of a statement is limited`() {
    let trial = Trial()
    _ = trial(
      "set memory 100000", "let a = range(1, 1000)", "let b = range(1, 1000)", "let c = range(1, 1000)")
    #expect(
      trial("let d = range(1, 1000)").hasPrefix("error: a session may use at most 100000 bytes of memory"))
    #expect(trial("unset a", "let d = range(1, 1000)") == "")
    #expect(Trial()("let t = text(range(1, 100000))").contains("error: a text may have at most 65536 bytes"))
    #expect(trial("print max(range(1, 2000), 1, range(1, 2000))").hasPrefix("error: "))
  }

  @Test func `where commands are restricted no limit is raised above what it was`() {
    let trial = Trial()
    trial.session.restrict(in: "a replay") { _ in true }
    #expect(
      trial("set list 1073741824") == """
        error: the limit “list” must be a number from 1 to 1000000
          set list 1073741824
                   ^~~~~~~~~~
          note: limits cannot be raised in a replay

        """)
    #expect(trial("set steps 10", "set steps 10000000", "set steps") == "steps 10000000\n")
  }

  @Test func `a host's loop is charged, and a file's bytes are`() {
    final class Shelf: SessionFiles {
      func read(_ path: String) throws -> [UInt8] { Array(repeating: 0x0A, count: 1_000_000) }
      func save(to path: String) throws {}
      func record(to path: String?) throws {}
    }
    let trial = Trial()
    trial.session.files = Shelf()
    #expect(trial("set steps 100000", "repeat 1000 { run b }").contains("may take at most 100000 steps\n"))
    #expect(throws: (any Error).self) { try trial.session.interpreter.budget.charge(.max) }
  }

  @Test(arguments: [
    "def f { f }; f", "def f { return f() }; print f()",
    "def f { if true { for n in (1, 2) { try { f } else p { f } } } }; f",
    "def f { return [n for n in (f(), 1) where it > f()][0] }; print f()",
    "keep { again }; again", "keep { if true { repeat 2 { again } } }; again",
    "print " + String(repeating: "[abs(", count: 60) + "1" + String(repeating: ")][0]", count: 60),
    "def f { return not (1 + (2 * -(f() + 1))) == 3 }; print f()",
  ])
  func `nothing overflows a stack of half a megabyte`(command: String) async {
    let output = await withCheckedContinuation { continuation in
      let thread = Thread {
        let trial = Trial()
        trial.session.interpreter.budget.stackBytes = 524_288
        _ = trial("set recursion 500; set nesting 200; set steps 300000")
        continuation.resume(returning: trial(command) + "end")
      }
      thread.stackSize = 524_288
      thread.start()
    }
    #expect(output.hasSuffix("end"))
  }
}
