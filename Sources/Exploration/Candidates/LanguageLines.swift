import CommandLanguage
import TerminalText

/// A generator of random lines that use the language instead of the world's own commands: conditions, laws, jobs and
/// observers.
struct LanguageLines {
  let commands: [CommandDescription]
  /// The indices of the world's own commands.
  let own: [Int]
  let composer: Composer

  /// Returns a random line; `nil` if the present state has no candidates for it.
  ///
  /// The line defines a condition that later lines call, states a law that always holds, computes a number in loops,
  /// has a rule or a watch capture a variable, has a job capture an object, runs two commands in one step, shortens the
  /// history, makes a promise, opens a small viewport, removes an object to which others refer, or observes objects.
  ///
  /// - Parameter numbers: the numbers to use in arguments and conditions.
  func random(_ random: inout SplitMix, in session: CommandSession, _ numbers: [Int]) -> Invocation? {
    var drawn = random
    defer { random = drawn }
    let choices = TrialChoices(numbers: numbers) { drawn.below($0) }
    switch drawn.below(17) {
    case 0: return Invocation(line: "set history \(1 + drawn.below(3))")
    case 1...2:
      let lines = (0..<2).compactMap { _ in ownLine(&drawn, in: session, numbers) }
      return lines.count == 2 ? Invocation(joining: lines) : nil
    case 3...4:
      guard commands.contains(where: { $0.name == "after" }),
        let line = ownLine(&drawn, in: session, numbers),
        let object = line.objectNames(commands).first
      else { return nil }
      let body = line.replacing(object, by: "$each").text
      return Invocation(line: "for each in [\(object)] { after \(1 + drawn.below(4)) { \(body) } }")
    case 5...6:
      return session.trialLaw(choices).map { Invocation(line: "invariant \($0.name) \($0.condition)") }
    case 7:
      let line =
        switch drawn.below(3) {
        case 0: session.trialVariable(choices) as String?
        case 1: session.trialProgram(choices)
        default: session.trialCapture(choices)
        }
      return line.map { Invocation(line: $0) }
    case 8: return session.trialPromise(choices).map { Invocation(line: $0) }
    case 9...14: return observer(&drawn, in: session, numbers)
    case 15: return session.trialRemoval(choices).map { Invocation(line: $0) }
    default: return session.trialDefinition(choices).map { Invocation(line: $0) }
    }
  }

  /// Returns a random law as an invariant if it does not hold in the present state; otherwise `nil`.
  ///
  /// Testing a law runs no line, so it costs little and can be done often.
  func brokenLaw(
    _ random: inout SplitMix, in session: CommandSession, _ numbers: [Int]
  ) -> Invocation? {
    var drawn = random
    defer { random = drawn }
    let interpreter = session.interpreter
    guard let law = session.trialLaw(TrialChoices(numbers: numbers) { drawn.below($0) }),
      // Like the condition of a rule, this one has no variables, so that it can use indexes.
      let condition = try? interpreter.expression(law.condition, variables: []),
      (try? interpreter.isTrue(condition)) == false
    else { return nil }
    return Invocation(line: "invariant \(law.name) \(law.condition)")
  }

  private func ownLine(
    _ random: inout SplitMix, in session: CommandSession, _ numbers: [Int]
  ) -> Invocation? {
    own.isEmpty ? nil : composer.random(own[random.below(own.count)], &random, in: session, numbers)
  }

  /// Returns a line that opens a small viewport, or that watches or restricts objects, mostly by a condition that reads
  /// other objects or the world. Such a condition runs more of the program's code than a simple one.
  func observer(
    _ random: inout SplitMix, in session: CommandSession, _ numbers: [Int]
  ) -> Invocation? {
    if random.oneIn(4), let line = smallViewport(&random, in: session, numbers) { return line }
    let name = random.oneIn(3) ? "constraint" : "watch"
    let readsOthers = !random.oneIn(4)
    return commands.firstIndex { $0.name == name }.flatMap {
      composer.random($0, &random, in: session, numbers, readsOthers: readsOthers)
    }
  }

  /// Returns a line that opens a screen with one or two rows and scrolls it, so that even a few objects extend beyond
  /// its viewport; `nil` if the world has no screens.
  private func smallViewport(
    _ random: inout SplitMix, in session: CommandSession, _ numbers: [Int]
  ) -> Invocation? {
    guard let open = commands.firstIndex(where: { $0.name == "open" }),
      let line = composer.random(open, &random, in: session, numbers),
      let screen = line.positional(1).first
    else { return nil }
    let name = Quoting.word(screen)
    return Invocation(
      line: "open \(name) rows=\(1 + random.below(2)); scroll \(name) \(1 + random.below(4))")
  }
}
