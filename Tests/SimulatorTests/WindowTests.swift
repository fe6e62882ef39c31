import CommandLanguage
import Simulator
import Testing

/// What is printed fits the window, and a record keeps what there is without one.
@Suite struct WindowTests {
  private func run(_ command: String, width: Int?) throws -> (shown: String, kept: String) {
    let session = try kanban.makeSession()
    for number in 1...30 { _ = session.run("add card A_long_name_of_a_card_\(number) points=3") }
    session.width = width
    var output = Array("before\n".utf8)
    let start = output.count
    _ = session.run(Array(command.utf8).span, into: &output)
    let kept = String(decoding: session.unfitted(output, from: start), as: UTF8.self)
    return (String(decoding: output[start...], as: UTF8.self), kept)
  }

  @Test(arguments: [
    "cards where points == 3 limit 3", "log", "log 4", "show", "show board; log last=3; cards limit 2",
  ])
  func `tables, steps and drawings fit the window, and are kept as without one`(command: String) throws {
    let plain = try run(command, width: nil)
    #expect(plain.shown == plain.kept)
    for width in [44, 60, 200] {
      let fitted = try run(command, width: width)
      #expect(fitted.kept == plain.shown)
      #expect(fitted.shown.split(separator: "\n").allSatisfy { $0.count <= width }, "\(fitted.shown)")
    }
  }

  @Test(arguments: ["log", "log 7", "log last=3", "goto 8; log"])
  func `steps fit into a narrow window, and so does the report about others`(command: String) throws {
    for width in [20, 36, 43] {
      let shown = try run("set history 25; " + command, width: width).shown
      let log = shown.split(separator: "\n").drop { !$0.contains("dropped") && !$0.contains("step  tick") }
      #expect(!log.isEmpty && log.allSatisfy { $0.count <= width }, "\(shown)")
    }
    #expect(try run("log", width: 36).shown.contains("\n  10 earlier: “log last=30”\n"))
  }

  @Test func `a wide window shows commands whole`() throws {
    let session = try kanban.makeSession()
    _ = session.run("add card A_name_of_nearly_forty_columns_of_window points=3")
    #expect(!session.run("log").output.contains("columns_of_window points=3"))
    session.width = 200
    #expect(session.run("log").output.contains("columns_of_window points=3"))
  }

  @Test(arguments: [
    "cards where points == 3 limit 3", "log 4", "show", "show board; log last=3", "print 1; nosuch; print 2",
    "cards",
  ])
  func `what a line may print does not depend on the window`(command: String) throws {
    for most in [20, 80, 300, 600, 2_000] {
      let results = try [nil, 30, 200].map { width in
        let session = try kanban.makeSession()
        for number in 1...10 { _ = session.run("add card A_long_name_of_a_card_\(number) points=3") }
        _ = session.run("set output \(most)")
        session.width = width
        var output: [UInt8] = []
        let outcome = session.run(Array("\(command); add card last".utf8).span, into: &output)
        return "\(outcome) \(String(decoding: session.unfitted(output, from: 0), as: UTF8.self))"
      }
      #expect(Set(results).count == 1, "\(results)")
    }
  }
}
