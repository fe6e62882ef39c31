import CommandLanguage
import Testing

@Suite struct ScriptRunnerTests {
  /// What a script prints when it comes in chunks of `size` bytes.
  private func run(_ script: String, chunk size: Int = 7, keepsGoing: Bool = false) -> (String, Outcome) {
    var runner = ScriptRunner(Trial().session, name: "orders.txt", keepsGoing: keepsGoing)
    let bytes = Array(script.utf8)
    var output: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let end = min(place + size, bytes.count)
      if runner.feed(bytes[place..<end].span, into: &output) != .done { break }
      place = end
    }
    let outcome = runner.finish(into: &output)
    return (String(decoding: output, as: UTF8.self), outcome)
  }

  @Test(arguments: [1, 2, 3, 7, 64, 10_000])
  func `a script runs the same in chunks of any size`(size: Int) {
    let script = """
      box A size=2
      # a comment with { and "
      if true {
        print "a } b", A.size

        print (1 +
          2)
      }
      repeat 2 { print 7 }
      say "last"
      """
    let (output, outcome) = run(script, chunk: size)
    #expect(output == "a } b 2\n3\n7\n7\nlast\n")
    #expect(outcome == .done)
  }

  @Test func `a quote that is never closed hides no more than its line`() {
    let (output, outcome) = run("print \"a\nprint 2\nprint \"b\"\n", chunk: 7, keepsGoing: true)
    #expect(
      output == """
        error: this string is never closed
          print "a
                ^
          at orders.txt:1
        2
        b

        """)
    #expect(outcome == .failed)
  }

  @Test func `a script stops at the first failure and reports its line`() {
    let (output, outcome) = run("print 1\n\nif true {\n  paint B red\n}\nprint 2\n")
    #expect(
      output == """
        1
        error: there is no box “B”
          2 |   paint B red
                      ^
          at orders.txt:3

        """)
    #expect(outcome == .failed)
  }

  @Test func `errors that can be found in advance are reported before the first line runs`() {
    let (output, outcome) = run("print 1\nlet = 2\nprint 3\nprint 4 )\npaint B red\npant B\npaint B\n+\n")
    #expect(
      output == """
        error: a name is expected here, not “=”
          let = 2
              ^
          note: usage: let NAME = EXPRESSION
          at orders.txt:2
        error: unexpected “)”
          print 4 )
                  ^
          at orders.txt:4
        error: there is no command “pant”
          pant B
          ^~~~  did you mean “paint”?
          at orders.txt:6
        error: COLOUR is missing
          paint B
                 ^
          note: usage: paint BOX COLOUR
          at orders.txt:7
        error: a command begins with a name, not with “+”
          +
          ^
          at orders.txt:8

        """)
    #expect(outcome == .failed)
  }

  @Test func `keeping going runs all and still fails`() {
    let (output, outcome) = run("paint B red\nprint 2\nlet\nprint 3", keepsGoing: true)
    #expect(output.contains("  at orders.txt:1\n2\n") && output.hasSuffix("  at orders.txt:3\n3\n"))
    #expect(outcome == .failed)
  }

  @Test func `quit ends a script, and an open block at its end is an error`() {
    #expect(run("print 1\nquit\nprint 2\n") == ("1\n", .quit))
    let (output, outcome) = run("print 1\nrepeat 2 {\nprint 2\n")
    #expect(output.contains("error: this “{” is never closed\n") && output.hasSuffix("  at orders.txt:2\n"))
    #expect(outcome == .failed)
  }

  @Test func `a block over very many lines is read in time that grows with its length`() {
    let script = "if true {\n" + String(repeating: "  let x = 1\n", count: 20_000) + "}\nprint x\n"
    #expect(run(script, chunk: 4_096) == ("1\n", .done))
  }
}
