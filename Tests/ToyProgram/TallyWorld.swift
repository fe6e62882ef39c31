import CommandLanguage
import CommandProgram
import Glibc
import Prompting
import Simulator

/// A tally that is counted up: as little as a world can be, with a feed whose lines are numbers.
final class Tally: FeedWorld {
  let output = OutputBuffer()
  let seed: UInt64
  private(set) var total = 0
  private(set) var step = 0
  weak var feeds: (any FeedHost)?
  let feedLineLimit = 20
  let isInThePast = false

  init(seed: UInt64) { self.seed = seed }

  func add(_ number: Int) {
    let (sum, overflow) = total.addingReportingOverflow(number)
    total = overflow ? .max : sum
    step += 1
    output.writeLine("~ total  \(total)")
  }

  func update(from line: FeedLine) throws(FeedProblem) -> FeedUpdate? {
    let text = String(decoding: line.text ?? [], as: UTF8.self)
    if text.isEmpty { return nil }
    guard let number = Int(text) else { throw FeedProblem(line: line.number, message: "no number") }
    return FeedUpdate(command: "add \(number)") { [unowned self] in add(number) }
  }
}

struct TallyWorld: ProgramWorld {
  let name = "toy-program"
  let version = "7.0"
  let table = CommandTable(
    commands: [
      Command("add", "Add to the total", host: Tally.self, .number("number", in: 0...1_000)) { $0.add($1) }
        .with(traits: .contained),
      Command("total", "Print the total", host: Tally.self) { $0.output.writeLine("\($0.total)") }.with(
        traits: .contained),
      Command("seed", "Print the seed", host: Tally.self) { $0.output.writeLine("\($0.seed)") }.with(
        traits: .contained),
      Command("die", "End the process", host: Tally.self, .choice("how", of: TallyWorld.deaths.map(\.name))) {
        _, how in
        TallyWorld.deaths.first { $0.name == how }?.die()
      }.with(traits: .contained),
      Command("leak", "Reach something outside", host: Tally.self) { $0.output.writeLine("leaked") },
      Command(
        "feed", "Run a program that prints numbers", host: Tally.self, .repeated(.text("word"), atLeast: 0)
      ) {
        tally, words in
        guard let feeds = tally.feeds else { throw Explanation("a program cannot be started here") }
        let report =
          words.first == "--"
          ? try feeds.start(Array(words.dropFirst())) : words.isEmpty ? try feeds.report() : try feeds.stop()
        tally.output.writeLine(report)
      },
    ], libraries: [.prompt()])

  /// The ways in which a command ends its process, or keeps it.
  static let deaths: [(name: String, die: @Sendable () -> Void)] = [
    ("trap", { _ = [1].dropFirst()[0] }),
    ("fault", { raise(SIGSEGV) }),
    ("kill", { raise(SIGKILL) }),
    ("exit", { exit(3) }),
    (
      "memory",
      {
        var blocks: [[UInt8]] = []
        while blocks.count < .max {
          blocks.append([])
          blocks[blocks.count - 1].reserveCapacity(1 << 20)
        }
      }
    ),
    ("hang", { while true { pause() } }),
  ]

  func makeHost(seed: UInt64?) -> any CommandHost { Tally(seed: seed ?? 42) }
}
