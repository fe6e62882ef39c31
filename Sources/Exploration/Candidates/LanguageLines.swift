import CommandLanguage
import TerminalText

/// Random lines of the language that no command of the world stands for: conditions, laws, jobs and observers.
struct LanguageLines {
  let commands: [CommandDescription]
  /// The indices of the world's own commands.
  let own: [Int]
  let composer: Composer

  /// The number of lines from which an observer is chosen.
  private static let observerTryCount = 6

  /// Returns a condition that later lines call, a law that always holds, a job that captures an object, two commands that
  /// are one step, a shorter history, a promise, a small viewport, or an observer of objects; `nil` if the present state has
  /// nothing for it.
  ///
  /// - Parameter numbers: the numbers to use in arguments and conditions.
  func random(_ random: inout SplitMix, in session: CommandSession, _ numbers: [Int]) -> Invocation? {
    var drawn = random
    defer { random = drawn }
    let choices = TrialChoices(numbers: numbers) { drawn.below($0) }
    switch drawn.below(16) {
    case 0: return Invocation(line: "set history \(1 + drawn.below(3))")
    case 1...2:
      let lines = (0..<2).compactMap { _ in ownLine(&drawn, in: session, numbers)?.text }
      return lines.count == 2 ? Invocation(line: lines.joined(separator: "; ")) : nil
    case 3...4:
      guard commands.contains(where: { $0.name == "after" }),
        let line = ownLine(&drawn, in: session, numbers),
        let object = line.objectNames(commands).first
      else { return nil }
      let body = line.replacing(object, by: "$each").text
      return Invocation(line: "for each in [\(object)] { after \(1 + drawn.below(4)) { \(body) } }")
    case 5...6:
      return session.trialLaw(choices).map { Invocation(line: "invariant \($0.name) \($0.condition)") }
    case 7: return session.trialVariable(choices).map { Invocation(line: $0) }
    case 8: return session.trialPromise(choices).map { Invocation(line: "invariant promise \($0)") }
    case 9...10: return smallViewport(&drawn, in: session, numbers)
    case 11...14: return observer(&drawn, in: session, numbers)
    default: return session.trialDefinition(choices).map { Invocation(line: $0) }
    }
  }

  private func ownLine(
    _ random: inout SplitMix, in session: CommandSession, _ numbers: [Int]
  ) -> Invocation? {
    own.isEmpty ? nil : composer.random(own[random.below(own.count)], &random, in: session, numbers)
  }

  /// Returns a line that watches or restricts objects: of several such lines, the one with the most words, whose condition
  /// reads most. A condition that reads other objects or the world goes through more of the program than a simple one.
  private func observer(
    _ random: inout SplitMix, in session: CommandSession, _ numbers: [Int]
  ) -> Invocation? {
    let name = random.oneIn(3) ? "constraint" : "watch"
    guard let command = commands.firstIndex(where: { $0.name == name }) else { return nil }
    var best: (line: Invocation, wordCount: Int)?
    for _ in 0..<Self.observerTryCount {
      guard let line = composer.random(command, &random, in: session, numbers) else { continue }
      let wordCount = line.text.utf8.count { $0 == UInt8(ascii: " ") }
      if wordCount > best?.wordCount ?? 0 { best = (line, wordCount) }
    }
    return best?.line
  }

  /// Returns a line that opens a screen with one or two rows and scrolls it, so that few objects suffice to have some
  /// outside of its viewport; `nil` if the world has no screens.
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
