import CommandLanguage
import TerminalText

/// Makes lines fewer and simpler that end a program.
public enum TrapShrinking {
  /// The shortest lines that still end it: fewer of them first, then simpler arguments of what are plain words.
  ///
  /// - Parameters:
  ///   - lines: what a program ran before it ended.
  ///   - world: whose commands they are.
  ///   - seed: of the session that they ran in.
  ///   - prefix: the lines that the session began with.
  ///   - isStill: whether lines end a program; they are run in another one.
  public static func shrunk(
    _ lines: [String], in world: ExploredWorld, seed: UInt64, prefix: [String],
    isStill: @escaping ([String]) -> Bool
  ) -> [String] {
    func isStillOne(_ lines: [Invocation]) -> Bool { isStill(lines.map(\.text)) }
    let fewer = shrink(
      lines.map { Invocation(line: $0) }, Shrinker([], trials: { _, _ in [] }, isStill: isStillOne))
    let session = JobSession(world, seed: seed, prefix: prefix)
    guard let runner = try? session.begin() else { return fewer.map(\.text) }
    let parsed = fewer.map { Invocation(parsing: $0.text, world.commands, runner) ?? $0 }
    /// The last line is what ends it: those before it are run here to know what may be tried.
    func isStillAtEnd(_ lines: [Invocation]) -> Bool { isStillOne(lines) && !isStillOne(lines.dropLast()) }
    guard parsed.contains(where: { $0.command >= 0 }), isStillAtEnd(parsed) else { return fewer.map(\.text) }
    let shrinker = Shrinker(
      world.commands, trials: { world.trials(after: $0, $1, in: session) },
      isStill: isStillAtEnd)
    return shrink(parsed, shrinker).map(\.text)
  }

  private static func shrink(_ lines: [Invocation], _ shrinker: Shrinker) -> [Invocation] {
    var shrinker = shrinker
    // Each run is a process.
    shrinker.runCountMax = 300
    return shrinker.shrink(lines)
  }
}

extension Invocation {
  /// A line that somebody wrote, by the command that it is of; `nil` for what is more than one command with plain words.
  init?(parsing line: String, _ commands: [CommandDescription], _ runner: LineRunner) {
    guard let words = runner.read(line)?.commands, words.count == 1, let name = words[0].first,
      let position = commands.firstIndex(where: { $0.name == name })
    else { return nil }
    self.init(position, name: name)
    let parameters = commands[position].parameters
    guard parameters.allSatisfy({ $0.shape == .word && !$0.isAssigned }) else { return nil }
    var upcoming = parameters.indices.filter { parameters[$0].option == nil }[...]
    for word in words[0].dropFirst() {
      let option = parameters.indices.first { index in
        parameters[index].option.map { word.hasPrefix("\($0)=") } ?? false
      }
      if let option, let label = parameters[option].option {
        let value = String(word.dropFirst(label.count + 1))
        arguments.append(Argument(parameter: option, prefix: "\(label)=", value: .text(value)))
      } else {
        guard let parameter = upcoming.first else { return nil }
        if parameters[parameter].occurrence != .repeated { upcoming.removeFirst() }
        // In quotes, a number is a text.
        let isText = [.newName, .text].contains(parameters[parameter].content)
        let text = Int(word) != nil && !isText ? word : Quoting.word(word)
        arguments.append(Argument(parameter: parameter, value: .text(text)))
      }
    }
  }
}
