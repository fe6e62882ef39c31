import Glibc
import ProgramTesting
import TestSupport
import Testing

/// Programs that are killed while they write: no acknowledged step is lost, and none is duplicated.
@Suite struct KillTests {
  private let folder: TemporaryFolder
  private let program: BuiltProgram

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    folder = try TemporaryFolder()
    program = BuiltProgram("kanban", folder: folder)
  }

  /// Returns the digests of a program without a store after each of a number of cards.
  private func digests(_ count: Int) throws -> [String] {
    let script = "hash\n" + (1...count).map { "add card c\($0)\nhash\n" }.joined()
    let digests = try program.run("run", "-", input: script).output.split(separator: "\n")
    return digests.filter { $0.utf8.count == 16 && !$0.hasPrefix("+") }.map(String.init)
  }

  @Test func `acknowledged steps exist exactly once after a kill at any moment, and can be undone`() throws {
    let killCount = FileMutations.isLong ? 2_000 : 200
    let path = folder["a.store"]
    let cardCountMax = 300
    let digests = try digests(cardCountMax + 60)
    var random = SplitMix(11)
    var (acknowledged, sent) = (0, 0)
    for number in 0..<killCount {
      let running = try PipedProgram(program.path, ["run", "--store", path, "-"])
      running.send("print count(cards)")
      let count = try #require(running.line().flatMap { Int($0) })
      #expect((acknowledged...max(acknowledged, sent)).contains(count), "kill \(number)")
      running.send("hash")
      #expect(running.line() == digests[count], "kill \(number)")
      if count > 0, random.below(4) == 0 {
        running.send("undo\nhash\nredo\nhash\nprint \"again\"")
        var lines: [String] = []
        while let line = running.line(), line != "again" { lines.append(line) }
        #expect(lines.contains(digests[count - 1]) && lines.contains(digests[count]), "kill \(number)")
      }
      if random.below(2) == 0 { running.send("set durability step") }
      (acknowledged, sent) = (count, count)
      if count >= cardCountMax {
        running.send("goto 0\nadd card c1\nprint \"fresh\"")
        while let line = running.line(), line != "fresh" {}
        (acknowledged, sent) = (1, 1)
      }
      // The output of some lines is awaited.
      for _ in 0..<random.below(12) {
        sent += 1
        running.send("add card c\(sent); print \"ack \(sent)\"")
        if random.below(3) > 0 { continue }
        while let line = running.line() {
          if line == "ack \(sent)" { break }
        }
        acknowledged = sent
      }
      for line in running.kill() where line.hasPrefix("ack ") {
        acknowledged = max(acknowledged, Int(line.dropFirst(4)) ?? 0)
      }
    }
    #expect(try program.run("run", "--store", path, "-c", "store check").output == "the store is intact\n")
  }

  @Test(arguments: [2, 4])
  func `writers that run at the same time end with one history`(count: Int) throws {
    let path = folder["b.store"]
    let lineCount = FileMutations.isLong ? 20_000 / count : 150
    let writers = try (0..<count).map { number in
      let running = try PipedProgram(program.path, ["run", "-k", "--store", path, "-"])
      if number % 2 == 0 { running.send("set durability step") }
      return running
    }
    // The programs get lines alternately, so that none ends before the others begin. The board stays small, because the
    // cost of showing it is not tested here.
    var random = SplitMix(UInt64(count))
    for line in 0..<lineCount {
      for (number, writer) in writers.enumerated() {
        let card = "w\(number)_\(random.below(20))"
        switch random.below(12) {
        case 0: writer.send("undo")
        case 1: writer.send("redo")
        case 2: writer.send("remove \(card)")
        case 3, 4: writer.send("add card \(card)")
        default: writer.send("change \(card) points=\(line % 100)")
        }
      }
    }
    let prints = writers.map { writer in
      writer.send("print \"done\"")
      return writer.finish()
    }
    #expect(prints.allSatisfy { $0.contains("done") && !$0.contains { $0.contains("the store") } })
    let ends = try (0..<count).map { _ in
      try program.run("run", "--store", path, "-c", "hash\nlog last=1000\nstore check").output
    }
    #expect(Set(ends).count == 1)
    #expect(ends[0].hasSuffix("the store is intact\n"))
    #expect(ends[0].contains("w0_") && ends[0].contains("w1_"))
  }
}
