import CommandLanguage
import Simulator

/// A generator of lines that move through the history, or let time pass until a deadline.
struct MoveLines {
  private let composer: Composer
  /// The indices of the commands that move through the history.
  private let moves: [Int]
  private let goTo: Int?
  private let tick: Int?
  /// The last step of the walk that made a rule or a watch.
  private var observerStep: Int?
  /// The rules that walks have broken. Walks no longer wait for the deadlines of these rules.
  var brokenRules: Set<String> = []

  /// The maximum number of ticks to wait for a deadline. More ticks may take too long.
  private static let ticksMax = 1_000

  init(composer: Composer) {
    self.composer = composer
    let commands = composer.commands
    moves = commands.indices.filter { ["undo", "redo", "goto"].contains(commands[$0].name) }
    goTo = moves.first { commands[$0].name == "goto" }
    tick = commands.firstIndex { $0.name == "tick" }
  }

  mutating func begin() { observerStep = nil }

  /// Notes a line that has changed the state.
  mutating func note(_ line: Invocation, in session: CommandSession) {
    let name = line.name.prefix { $0 != " " }
    if ["constraint", "invariant", "watch"].contains(name) { observerStep = session.world.lastStep.number }
  }

  /// Returns a line that moves through the history; `nil` if the walk should go on as usual.
  ///
  /// Steps can be redone only until a command drops them, so further moves are likely after the first one. Some moves
  /// go to a point between the commands of a step that has several, or back to the step that made a rule or a watch.
  func throughHistory(
    _ random: inout SplitMix, in session: CommandSession, _ numbers: [Int]
  ) -> Invocation? {
    let world = session.world
    if world.isInThePast, !moves.isEmpty {
      guard random.oneIn(world.isWithinStep ? 2 : 4) else { return nil }
      return composer.random(moves[random.below(moves.count)], &random, in: session, numbers)
    }
    let (number, partCount) = world.lastStep
    if let goTo, let observerStep, observerStep < number, random.oneIn(16) {
      return Invocation(goTo, of: composer.commands, argument: "\(observerStep)")
    }
    guard let goTo, partCount > 1, random.oneIn(8) else { return nil }
    return Invocation(goTo, of: composer.commands, argument: "\(number).\(1 + random.below(partCount - 1))")
  }

  /// Returns a line that lets time pass until the most urgent obligation of a `LeadsTo` is late, or until the last tick
  /// at which it can be met; `nil` if there is none.
  func toDeadline(_ random: inout SplitMix, in session: CommandSession) -> Invocation? {
    guard let tick, let ticks = session.world.ticksToDeadline(except: brokenRules), ticks <= Self.ticksMax
    else { return nil }
    let count = ticks > 1 && random.oneIn(2) ? ticks - 1 : ticks
    return Invocation(tick, of: composer.commands, argument: "\(count)")
  }
}
