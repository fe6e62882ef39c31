import CMalloc
import CommandLanguage
import Testing

@testable import Scenarios

@Suite struct MemoryTests {
  /// A session whose commands watch what other commands change, as a game's do.
  private final class WatchingSession: Session {
    var isInterrupted: () -> Bool = { false }
    private var values: [String] = []
    private var watchers: [([String]) -> String] = []

    func run(_ line: PreparedLine, into output: inout [UInt8]) -> Outcome {
      let words = String(decoding: line.text, as: UTF8.self).split(separator: " ").map(String.init)
      if words.first == "watch" {
        let name = String(repeating: words.last ?? "", count: 1_000)
        watchers.append { "\(name.utf8.count) \($0.count)" }
      } else {
        values += words
        for watcher in watchers { output += Array("\(watcher(values))\n".utf8) }
      }
      return .done
    }

    func completeness(of text: Span<UInt8>) -> Completeness { .complete }
    func completions(of text: Span<UInt8>, at cursor: Int) -> Completions {
      Completions(replaced: cursor..<cursor, candidates: [])
    }
  }

  /// In a process of its own, so that no other test's memory is counted.
  @Test func `1,200 scenarios that watch leave less than 1 MB behind`() async {
    await #expect(processExitsWith: .success) {
      let files = MemoryFiles(
        Dictionary(
          uniqueKeysWithValues: (0..<1_200).map {
            ("s/\($0).scenario", "> watch name\n> one two\n4000 2\n> three\nwrong\n")
          }))
      let host = ReplayHost { _ in WatchingSession() }
      func run() {
        var options = ReplayOptions()
        options.paths = ["s"]
        let status = ReplayRun(options, host: host, files: files, system: ReplaySystem { _ in }).run()
        precondition(status == .failure)
      }
      // What is made once is made by the first run.
      run()
      let before = mallinfo2().uordblks
      run()
      let after = mallinfo2().uordblks
      precondition(after < before + 1 << 20, "\(after) bytes, \(before) before")
    }
  }
}
