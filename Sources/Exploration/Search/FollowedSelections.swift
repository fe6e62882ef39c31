import CommandLanguage
import Simulator

/// The selections that a walk follows without running a line. They cost less than watches, so more of them can be
/// checked.
///
/// If a selection has wrong rows, the walk with a line that watches it shows the fault.
struct FollowedSelections {
  private let composer: Composer
  /// The command that watches a selection; `nil` if there is none.
  private let command: Int?
  // Selections have their own random numbers, so that they do not change the lines of the walk.
  private var random: SplitMix
  private var followed: [(name: String, selection: String, lineCount: Int)] = []

  private static let countMax = 4
  /// The average number of lines per new selection.
  private static let share = 6

  init(composer: Composer, seed: UInt64) {
    self.composer = composer
    command = composer.commands.firstIndex { $0.name == "watch" }
    random = SplitMix(seed: seed)
  }

  /// Ends following the selections of the last walk.
  mutating func begin() { followed = [] }

  /// Begins to follow another selection at random times.
  ///
  /// - Parameter lineCount: the number of lines that the walk has run.
  mutating func add(in runner: LineRunner, _ numbers: [Int], after lineCount: Int) {
    guard let command, followed.count < Self.countMax, random.oneIn(Self.share),
      let line = composer.random(
        command, &random, in: runner.session, numbers, readsOthers: !random.oneIn(3)),
      case .text(let selection)? = line.arguments.last?.value
    else { return }
    let name = "followed\(followed.count + 1)"
    if runner.checking.follow(selection, as: name) { followed.append((name, selection, lineCount)) }
  }

  /// Returns a walk with a line that watches the selection with a fault; `nil` if the fault does not concern a
  /// selection.
  func path(_ path: [Invocation], showing fault: Fault) -> [Invocation]? {
    guard fault.kind == .view, let found = followed.first(where: { $0.name == fault.subject }) else {
      return nil
    }
    var path = path
    path.insert(
      Invocation(line: "watch \(found.name) = \(found.selection)"), at: min(found.lineCount, path.count))
    return path
  }
}
