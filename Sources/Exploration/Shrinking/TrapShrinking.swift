import CommandLanguage
import TerminalText

/// A reduction of lines that end the program to the fewest and simplest ones.
public enum TrapShrinking {
  /// Returns the shortest lines that still end the program. It first removes lines, and then simplifies arguments that
  /// are plain words.
  ///
  /// - Parameters:
  ///   - lines: the lines that the program ran before it ended.
  ///   - world: the world of the commands.
  ///   - seed: the seed of the session.
  ///   - prefix: the first lines of the session.
  ///   - isStill: runs lines in another process, and returns whether they end it.
  public static func shrunk(
    _ lines: [String], in world: ExploredWorld, seed: UInt64, prefix: [String],
    isStill: @escaping ([String]) -> Bool
  ) -> [String] {
    func isStillOne(_ lines: [Invocation]) -> Bool { isStill(lines.map(\.text)) }
    let fewer = shrink(
      lines.map { Invocation(line: $0) }, Shrinker([], trials: { _, _, _ in [] }, isStill: isStillOne))
    let session = JobSession(world, seed: seed, prefix: prefix)
    guard let runner = try? session.begin() else { return fewer.map(\.text) }
    let parsed = fewer.map { Invocation(parsing: $0.text, world.commands, runner) ?? $0 }
    /// Returns whether lines end the program only because of the last line. The others run in this process to find
    /// candidates, so they must not end it.
    func isStillAtEnd(_ lines: [Invocation]) -> Bool { isStillOne(lines) && !isStillOne(lines.dropLast()) }
    guard parsed.contains(where: { $0.command >= 0 }), isStillAtEnd(parsed) else { return fewer.map(\.text) }
    let shrinker = Shrinker(
      world.commands, trials: { world.trials(after: $0, $1, $2, in: session) },
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
  /// Creates an invocation from the text of a line; `nil` if the line is not a single command with plain words.
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
        // A number in quotes is a text.
        let isText = [.newName, .text].contains(parameters[parameter].content)
        let text = Int(word) != nil && !isText ? word : Quoting.word(word)
        arguments.append(Argument(parameter: parameter, value: .text(text)))
      }
    }
  }
}
