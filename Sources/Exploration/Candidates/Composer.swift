import CommandLanguage
import Simulator

/// Generates command lines that suit the present state of a session.
struct Composer {
  let commands: [CommandDescription]
  /// Numbers and texts to try besides those that follow from the declarations.
  private let constants: TrialConstants
  /// A Boolean value that indicates whether random lines leave the jobs of the world's schedules alone. Rules
  /// may rely on these jobs, and a rule that fails because a user cancelled them is not a fault of the world.
  private let sparesSchedules: Bool
  /// The indices of the commands that a block may contain.
  private let plain: [Int]

  /// The maximum number of lines that an exhaustive search generates for one command in a state.
  static let countMax = 4_000
  private static let blockCountMax = 12

  init(
    _ commands: [CommandDescription], _ constants: TrialConstants = TrialConstants(),
    sparesSchedules: Bool = false
  ) {
    self.commands = commands
    self.sparesSchedules = sparesSchedules
    self.constants = constants
    plain = commands.indices.filter { index in
      let command = commands[index]
      return !command.parameters.contains { $0.shape == .block } && !command.traits.contains(.direct)
    }
  }

  // MARK: A random line

  /// Returns a random line of a command; `nil` if there is no candidate for one of its arguments.
  ///
  /// - Parameters:
  ///   - numbers: numbers that are significant in the present state, such as bounds.
  ///   - readsOthers: whether conditions should read more than one object.
  func random(
    _ command: Int, _ random: inout SplitMix, in session: CommandSession, _ numbers: [Int],
    readsOthers: Bool = false
  ) -> Invocation? {
    let description = commands[command]
    var line = Invocation(command, name: description.name)
    // Most lines should be accepted.
    let isExpectedToFail = random.oneIn(8)
    // Some lines have all optional arguments.
    let isWhole = random.oneIn(4)
    var numbers = numbers
    parameters: for (position, parameter) in description.parameters.enumerated() {
      if !parameter.isRequired, !isWhole, !random.oneIn(3) {
        if parameter.option == nil { break }
        continue
      }
      let count = parameter.occurrence == .repeated ? 1 + random.below(random.oneIn(4) ? 6 : 2) : 1
      for _ in 0..<count {
        guard
          let value = value(parameter, isExpectedToFail, &random, session, numbers, readsOthers, &line)
        else {
          if parameter.isRequired { return nil }
          // Without this argument, the next one would be read in its place.
          if parameter.option == nil { break parameters }
          continue parameters
        }
        line.arguments.append(Self.argument(position, parameter, value))
        // Half of the lines continue with numbers that belong to the object, and multiples of their tenths.
        if case .text(let text) = value, parameter.kindName != nil, random.oneIn(2) {
          let own = session.numbers(ofObject: text, for: parameter)
          if !own.isEmpty { numbers = own + own.map { $0 / 10 &* (1 + random.below(9)) } }
        }
      }
    }
    return sparesSchedules && cancelsSchedule(line, in: session) ? nil : line
  }

  private func cancelsSchedule(_ line: Invocation, in session: CommandSession) -> Bool {
    guard line.name == "cancel" else { return false }
    guard case .text(let text)? = line.arguments.first?.value else {
      return session.world.runsSchedule(job: nil)
    }
    return Int(text).map { session.world.runsSchedule(job: $0) } ?? false
  }

  /// Returns the next argument of a line; `nil` if there is no candidate.
  private func value(
    _ parameter: ParameterInfo, _ allowsRefusal: Bool, _ random: inout SplitMix,
    _ session: CommandSession, _ numbers: [Int], _ readsOthers: Bool, _ line: inout Invocation
  ) -> Invocation.Value? {
    if parameter.shape == .block {
      guard !plain.isEmpty else { return nil }
      return self.random(plain[random.below(plain.count)], &random, in: session, numbers).map { .block($0) }
    }
    var drawn = random
    let arguments = parameter.isPlaced ? line.positional(line.arguments.count) : []
    var choices = TrialChoices(numbers: numbers, allowsRefusal: allowsRefusal, arguments: arguments) {
      drawn.below($0)
    }
    choices.readsOthers = readsOthers
    choices.constants = constants
    let trial = session.trial(for: parameter, choices)
    random = drawn
    guard let trial else { return nil }
    if trial.isExpectedToFail { line.isExpectedToFail = true }
    return .text(trial.text)
  }

  private static func argument(
    _ position: Int, _ parameter: ParameterInfo, _ value: Invocation.Value
  ) -> Invocation.Argument {
    let words = parameter.introduction.map { $0 + " " } ?? ""
    let prefix = words + (parameter.option.map { "\($0)=" } ?? (parameter.isAssigned ? "= " : ""))
    return Invocation.Argument(parameter: position, prefix: prefix, value: value)
  }

  // MARK: All lines

  /// Returns all lines for the present state: each candidate for each argument, and each option by itself.
  func all(in session: CommandSession) -> [Invocation] {
    commands.indices.flatMap { all($0, in: session) }
  }

  func all(_ command: Int, in session: CommandSession) -> [Invocation] {
    let description = commands[command]
    var lines = [Invocation(command, name: description.name)]
    var whole: [Invocation] = []
    for (position, parameter) in description.parameters.enumerated() where parameter.option == nil {
      if !parameter.isRequired { whole += lines }
      lines = extended(lines, position, parameter, in: session)
    }
    whole += lines
    var optional: [Invocation] = []
    // Options are tried with the first accepted arguments, since they seldom depend on them.
    if let plain = whole.first(where: { !$0.isExpectedToFail }) {
      for (position, parameter) in description.parameters.enumerated() where parameter.option != nil {
        optional += extended([plain], position, parameter, in: session)
      }
    }
    optional = Array(optional.prefix(Self.countMax / 2))
    return whole.prefix(Self.countMax - optional.count) + optional
  }

  private func extended(
    _ lines: [Invocation], _ position: Int, _ parameter: ParameterInfo, in session: CommandSession
  ) -> [Invocation] {
    var values: [(value: Invocation.Value, isExpectedToFail: Bool)] = []
    if parameter.shape == .block {
      // A line of each command, then further ones.
      let lines = plain.map { all($0, in: session).filter { !$0.isExpectedToFail }.prefix(2) }
      values = (lines.compactMap(\.first) + lines.compactMap { $0.dropFirst().first })
        .prefix(max(Self.blockCountMax, plain.count)).map { (.block($0), false) }
    } else if !parameter.isPlaced {
      values = session.trials(for: parameter, constants: constants).map {
        (.text($0.text), $0.isExpectedToFail)
      }
    }
    var extended: [Invocation] = []
    for line in lines {
      if parameter.isPlaced {
        let arguments = line.positional(line.arguments.count)
        values = session.trials(for: parameter, after: arguments, constants: constants).map {
          (.text($0.text), $0.isExpectedToFail)
        }
      }
      // Only the first mistake in a line is reported, so a line has at most one.
      for (value, isExpectedToFail) in values
      where !(isExpectedToFail && line.isExpectedToFail) && extended.count < Self.countMax {
        var longer = line
        longer.arguments.append(Self.argument(position, parameter, value))
        longer.isExpectedToFail = line.isExpectedToFail || isExpectedToFail
        extended.append(longer)
      }
    }
    return extended
  }
}
