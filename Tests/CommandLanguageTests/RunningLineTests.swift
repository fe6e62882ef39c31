import Prompting
import TestSupport
import Testing

@testable import CommandLanguage

/// Output and progress of a line while it runs; the clock is the test's.
@Suite struct RunningLineTests {
  /// A display whose writing is noted, and a clock that is set by hand, in milliseconds.
  private final class Screen {
    var milliseconds: UInt64 = 0
    var pieces: [OutputPiece] = []
    var progress: [String?] = []
    var writing: UInt64 = 0

    func display(streams: Bool = true, isTerminal: Bool = true) -> RunningLineDisplay {
      RunningLineDisplay(
        clock: { [unowned self] in milliseconds * 1_000_000 }, streams: streams,
        show: { [unowned self] in
          pieces.append($0)
          milliseconds += writing
        }, showProgress: isTerminal ? { [unowned self] in progress.append($0) } : nil)
    }

    var text: String { pieces.map { String(decoding: $0.text, as: UTF8.self) }.joined() }
  }

  private func line(_ text: String, final: Int? = nil, steps: Int = 0, commands: Int = 0) -> RunningLine {
    RunningLine(output: Array(text.utf8), finalCount: final, steps: steps, commands: commands)
  }

  @Test func `output is shown 50 ms after the output before it, in whole lines`() {
    let screen = Screen()
    let display = screen.display()
    screen.milliseconds = 49
    display.update(line("one\n"))
    #expect(screen.text == "")
    screen.milliseconds = 50
    display.update(line("one\ntwo\nthr"))
    #expect(screen.text == "one\ntwo\n")
    screen.milliseconds = 99
    display.update(line("one\ntwo\nthree\n"))
    #expect(screen.pieces.count == 1)
    screen.milliseconds = 100
    display.update(line("one\ntwo\nthree\n"))
    #expect(screen.text == "one\ntwo\nthree\n" && screen.pieces.count == 2)
    let rest = display.takeRest(of: Array("one\ntwo\nthree\nfour".utf8), plain: [], errors: [])
    #expect(String(decoding: rest.text, as: UTF8.self) == "four")
  }

  @Test func `output that may still be taken back is not shown`() {
    let screen = Screen()
    let display = screen.display()
    screen.milliseconds = 60
    display.update(line("kept\ndropped\n", final: 5))
    #expect(screen.text == "kept\n")
    let rest = display.takeRest(of: Array("kept\nerror: no\n".utf8), plain: [], errors: [5..<15])
    #expect(String(decoding: rest.text, as: UTF8.self) == "error: no\n" && rest.errorRanges == [0..<10])
  }

  @Test func `the progress of a line that was interrupted says that it is ending`() throws {
    let screen = Screen()
    let display = screen.display()
    var running = line("", steps: 7, commands: 1)
    screen.milliseconds = 3_000
    display.update(running)
    running.isEnding = true
    screen.milliseconds = 6_000
    display.update(running)
    #expect(
      screen.progress == [
        "3 s, 7 steps, 1 command; Ctrl-C stops it",
        "6 s, 7 steps, 1 command; it stops when all views are up to date",
      ])
  }

  @Test func `output that is held is final once it is released`() {
    let output = OutputBuffer()
    output.writeLine("a")
    let hold = output.hold()
    output.writeLine("b")
    let inner = output.hold()
    output.writeLine("c")
    #expect(output.finalCount == 2)
    output.drop(inner)
    output.release(inner)
    #expect(output.finalCount == 2)
    output.release(hold)
    #expect(output.finalCount == 4)
  }

  @Test func `every byte is shown once, with its positions, however the pieces are cut`() {
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix(seed)
      let screen = Screen()
      let display = screen.display()
      var running = line("")
      var shown: [OutputPiece] = []
      for _ in 0..<40 {
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let start = running.output.count
          let isError = Bool.random(using: &random)
          running.output += Array((isError ? "error: \(start)\n" : "+ \(start)\n").utf8)
          if isError {
            running.errorRanges.append(start..<running.output.count)
          } else {
            running.plainRanges.append(start..<running.output.count)
          }
        }
        running.finalCount = running.output.count
        screen.milliseconds += UInt64.random(in: 0...60, using: &random)
        display.update(running)
      }
      let rest = display.takeRest(
        of: running.output, plain: running.plainRanges, errors: running.errorRanges)
      shown = screen.pieces + [rest]
      #expect(shown.flatMap(\.text) == running.output)
      for piece in shown {
        for range in piece.errorRanges { #expect(piece.text[range].starts(with: "error: ".utf8)) }
        for range in piece.plainRanges { #expect(piece.text[range].starts(with: "+ ".utf8)) }
      }
      #expect(shown.reduce(0) { $0 + $1.errorRanges.count } == running.errorRanges.count)
      #expect(shown.reduce(0) { $0 + $1.plainRanges.count } == running.plainRanges.count)
    }
  }

  @Test func `a line that is quiet for a second shows its progress, which goes when output follows`() {
    let screen = Screen()
    let display = screen.display()
    screen.milliseconds = 999
    display.update(line("", steps: 900, commands: 1))
    #expect(screen.progress.isEmpty)
    screen.milliseconds = 1_000
    display.update(line("", steps: 1_000, commands: 1))
    screen.milliseconds = 1_249
    display.update(line("", steps: 1_100, commands: 2))
    screen.milliseconds = 2_100
    display.update(line("", steps: 2_100, commands: 2))
    #expect(
      screen.progress == [
        "1 s, 1000 steps, 1 command; Ctrl-C stops it", "2 s, 2100 steps, 2 commands; Ctrl-C stops it",
      ])
    #expect(display.showsProgress)
    screen.milliseconds = 2_200
    display.update(line("out\n"))
    #expect(screen.progress.last == .some(nil) && screen.progress.count == 3 && screen.text == "out\n")
    screen.milliseconds = 3_199
    display.update(line("out\n"))
    #expect(screen.progress.count == 3)
    screen.milliseconds = 3_200
    display.update(line("out\n"))
    #expect(screen.progress.last??.hasPrefix("3 s") == true)
    _ = display.takeRest(of: Array("out\n".utf8), plain: [], errors: [])
    #expect(screen.progress.last == .some(nil) && !display.showsProgress)
  }

  @Test func `the time that a slow terminal takes is not a pause of the line`() {
    let screen = Screen()
    screen.writing = 5_000
    let display = screen.display()
    screen.milliseconds = 50
    display.update(line("out\n"))
    display.update(line("out\n"))
    #expect(screen.milliseconds == 5_050 && screen.progress.isEmpty)
  }

  @Test func `where output waits for its line's end progress is shown all the same, and on no terminal none`()
  {
    let screen = Screen()
    let display = screen.display(streams: false)
    screen.milliseconds = 1_500
    display.update(line("out\n"))
    #expect(screen.text == "" && screen.progress.count == 1)
    let file = Screen()
    let other = file.display(isTerminal: false)
    file.milliseconds = 1_500
    other.update(line(""))
    #expect(file.progress.isEmpty)
  }

  @Test func `a piece is cut at the ends of lines, with its positions`() {
    let text = Array("a\nerror: b\nc\n".utf8)
    let parts = OutputPiece(text, 0..<text.count, plain: [11..<13], errors: [2..<11]).parts(byteCount: 3)
    #expect(parts.map { String(decoding: $0.text, as: UTF8.self) } == ["a\nerror: b\n", "c\n"])
    #expect(parts.map(\.errorRanges) == [[2..<11], []] && parts.map(\.plainRanges) == [[], [0..<2]])
  }

  // MARK: Sessions

  @Test func `a session reports a running line, and prints the same with and without a listener`() {
    let text = "for n in range(1, 5000) { print n; if n == 1000 { box A } }; paint B red"
    let quiet = Trial().session.run(text)
    let session = Trial().session
    var counts: [Int] = []
    var lastSteps = 0
    session.observer = { line in
      counts.append(line.finalCount)
      #expect(line.output.starts(with: "before\n".utf8) && line.finalCount <= line.output.count)
      #expect(line.steps > lastSteps)
      lastSteps = line.steps
    }
    var output = Array("before\n".utf8)
    #expect(session.run(text.utf8.span, into: &output) == quiet.outcome)
    #expect(String(decoding: output, as: UTF8.self) == "before\n" + quiet.output)
    #expect(counts.count > 10 && counts == counts.sorted())
    #expect(lastSteps < 50_000)
  }

  @Test func `a script's output can be taken after each line, so that none of it waits for the end`() {
    let script = String(repeating: "print 1\n", count: 300) + "paint B red\nprint 2\n"
    var (taken, most, errors) = ([UInt8](), 0, [String]())
    var runner = ScriptRunner(Trial().session, name: "s", keepsGoing: true) { output, _, ranges in
      most = max(most, output.count)
      for range in ranges { errors.append(String(decoding: output[range], as: UTF8.self)) }
      taken += output
      output.removeAll()
      return true
    }
    var output: [UInt8] = []
    _ = runner.feed(script.utf8.span, into: &output)
    #expect(runner.finish(into: &output) == .failed)
    #expect(output.isEmpty && most < 100)
    #expect(
      String(decoding: taken, as: UTF8.self).hasSuffix(
        "1\nerror: there is no box “B”\n  paint B red\n        ^\n  at s:301\n2\n"))
    #expect(errors.joined() == "error: there is no box “B”\n  paint B red\n        ^\n  at s:301\n")
  }

  @Test func `a script ends after the requested line`() {
    for runsAsItComes in [false, true] {
      var runner = ScriptRunner(Trial().session, name: "s", keepsGoing: true, runsAsItComes: runsAsItComes) {
        output, _, _ in output.count < 4
      }
      var output: [UInt8] = []
      _ = runner.feed("print 1\nprint 2\nprint 3\n".utf8.span, into: &output)
      #expect(runner.finish(into: &output) == .failed)
      #expect(String(decoding: output, as: UTF8.self) == "1\n2\n")
    }
  }
}
