import TerminalText
import TestSupport
import Testing

@testable import Scenarios

@Suite struct RobustnessTests {
  private static let pieces: [[UInt8]] =
    [
      "> echo a|b\n", "> raw 00FF0D0A\n", "> set x 1\n", "> fail y\n", "> quit\n", "> {\n", ". }\n", "a\n",
      "b\n", "...\n",
      "\n", "\r\n", "\\\n", "\\a\n", "* (glob)\n", "(?<v>.*) (re)\n", "{{v}}\n", "{{v}} (re)\n",
      "> echo {{v}}\n", "( (re)\n",
      "# unordered\n", "# hash: 00\n", "# tags: a\n", "# seed: 1\n", "# format: 1\n", "# uses: a.scenario\n",
      "error: y\n", ">", " (re)", " (glob)", "...", "{{", "\u{202E}", "🙂", "\t",
    ].map { Array($0.utf8) } + [[0], [0xFF], [0xE2, 0x80]]

  private static func file(_ seed: UInt64) -> [UInt8] {
    var random = SplitMix(seed)
    let count = Int.random(in: 0...25, using: &random)
    return (0..<count).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
  }

  @Test func `any file can be replayed, with every report, and twice with the same bytes`() {
    var verdicts: Set<ReplayStatus> = []
    for seed in UInt64(0)..<500 {
      func run() -> (Ran, [String?]) {
        let files = MemoryFiles([:])
        try? files.replace("a.scenario", with: Self.file(seed))
        let ran = replay(files) {
          $0.reports = ReplayOptions.ReportRequest.Kind.allCases.map {
            .init($0, file: FilePath("out.\($0.rawValue)"))
          }
        }
        return (ran, ReplayOptions.ReportRequest.Kind.allCases.map { ran["out.\($0.rawValue)"] })
      }
      let ((ran, reports), (again, sameReports)) = (run(), run())
      #expect(ran.output == again.output && reports == sameReports, "seed \(seed)")
      #expect(ran.output.unicodeScalars.allSatisfy { $0 == "\n" || !Escaping.isHidden($0) }, "seed \(seed)")
      verdicts.insert(ran.status)
    }
    #expect(verdicts == [.success, .failure])
  }

  @Test func `re-recording any file changes only output, and the result replays as recorded`() {
    var rewrittenCount = 0
    for seed in UInt64(0)..<800 {
      let files = MemoryFiles([:])
      let before = Self.file(seed)
      try? files.replace("a.scenario", with: before)
      let ran = replay(files) { $0.blessing = .all }
      let after = (try? files.read("a.scenario", byteCountMax: .max)) ?? []
      #expect(kept(before) == kept(after), "seed \(seed)")
      if after != before { rewrittenCount += 1 }
      #expect(replay(files).status == ran.status, "seed \(seed): \(ran.output)")
    }
    #expect(rewrittenCount > 50, "files must be rewritten for this to say something: \(rewrittenCount)")
  }

  /// The lines that are no output, and patterns in scenarios that pass.
  private func kept(_ bytes: [UInt8]) -> [[UInt8]] {
    let transcript = Transcript(bytes)
    let hashLines = Set(transcript.steps.compactMap(\.hashLine))
    return transcript.lines.indices
      .filter { !transcript.lines[$0].kind.isOutput && !hashLines.contains($0) }
      .map { Array(transcript.text(ofLine: $0)) }
  }
}
