import CommandLanguage
import Simulator

/// A shrinker that removes and simplifies lines as long as the same fault remains.
///
/// First, the shrinker removes lines (Zeller and Hildebrandt, “Simplifying and isolating failure-inducing input”,
/// 2002), if necessary together with changes of other lines: names that a line defined, and numbers of steps in the
/// history. Pairs of lines and cycles, such as a status that changes back, are removed even if other lines are between
/// them. Then it removes optional arguments, simplifies the others in the order of their candidates, and replaces names
/// by the first ones. Unless the maximum number of runs is reached, no single line of the result can be removed or
/// simplified without losing the fault.
struct Shrinker {
  let commands: [CommandDescription]
  /// Returns a Boolean value that indicates whether lines still show the fault.
  let isStill: ([Invocation]) -> Bool
  /// Returns the arguments to try for a parameter after some lines.
  let trials: (_ after: ArraySlice<Invocation>, _ arguments: [String], ParameterInfo) -> [ArgumentTrial]
  var runCountMax = 3_000
  private var runCount = 0
  /// The number of lines in all runs, and its maximum. With checks, a thousand lines take one or two seconds.
  private var lineCount = 0
  private static let lineCountMax = 40_000

  init(
    _ commands: [CommandDescription],
    trials: @escaping (ArraySlice<Invocation>, [String], ParameterInfo) -> [ArgumentTrial],
    isStill: @escaping ([Invocation]) -> Bool
  ) {
    self.commands = commands
    self.trials = trials
    self.isStill = isStill
  }

  /// Returns the shortest and simplest lines that were found.
  mutating func shrink(_ lines: [Invocation]) -> [Invocation] {
    var best = lines
    var before: [Invocation]
    repeat {
      before = best
      removeLines(&best)
      splitLines(&best)
      removeWithNames(&best)
      removeWithCounts(&best)
      // These need the most runs, so they come when the path is short.
      removePairs(&best)
      removeCycles(&best)
      joinCounts(&best)
      restoreOrder(&best)
      simplifyArguments(&best)
      rename(&best)
    } while best != before && mayRun
    return best
  }

  private mutating func take(_ lines: [Invocation], _ best: inout [Invocation]) -> Bool {
    guard lines != best, run(lines) else { return false }
    best = lines
    return true
  }

  /// Runs lines, and returns a Boolean value that indicates whether they still show the fault. After the maximum number
  /// of runs it returns `false`.
  private mutating func run(_ lines: [Invocation]) -> Bool {
    guard mayRun else { return false }
    runCount += 1
    lineCount += lines.count
    return isStill(lines)
  }

  private var mayRun: Bool { runCount < runCountMax && lineCount < Self.lineCountMax }

  // MARK: Lines

  private mutating func removeLines(_ best: inout [Invocation]) {
    var size = max(1, best.count / 2)
    while true {
      var start = 0
      while start < best.count {
        var fewer = best
        fewer.removeSubrange(start..<min(start + size, best.count))
        if !take(fewer, &best) { start += size }
      }
      if size == 1 { return }
      size /= 2
    }
  }

  /// Replaces each line of several commands by lines of its commands, or by one of these.
  private mutating func splitLines(_ best: inout [Invocation]) {
    var line = 0
    while line < best.count {
      let parts = best[line].parts
      for new in parts.isEmpty ? [] : [parts] + parts.map({ [$0] }) {
        var other = best
        other.replaceSubrange(line...line, with: new)
        if take(other, &best) { break }
      }
      line += 1
    }
  }

  /// Removes pairs of lines, such as a creation and a removal, that can only be removed together. In a long path, only
  /// two lines of the same command are tried, and a line with a later move through the history.
  private mutating func removePairs(_ best: inout [Invocation]) {
    var first = 0
    while first < best.count, best.count <= 40 {
      var second = first + 1
      while second < best.count {
        guard best.count <= 12 || best[first].name == best[second].name || isMove(best[second]) else {
          second += 1
          continue
        }
        var fewer = best
        fewer.remove(at: second)
        fewer.remove(at: first)
        if !take(fewer, &best) { second += 1 }
      }
      first += 1
    }
  }

  private func isMove(_ line: Invocation) -> Bool {
    line.command >= 0 && commands[line.command].traits.contains(.aboutThePast)
  }

  /// Removes three or more lines of one command about one object that together lead back to the state before them, such
  /// as a whole cycle of phases. Other lines may be between them.
  private mutating func removeCycles(_ best: inout [Invocation]) {
    func subject(_ line: Invocation) -> [String] { [line.name] + line.objectNames(commands).prefix(1) }
    var tried: Set<[String]> = []
    var first = 0
    while first < best.count {
      defer { first += 1 }
      guard best[first].command >= 0, tried.insert(subject(best[first])).inserted else { continue }
      let lines = best.indices.filter { subject(best[$0]) == subject(best[first]) }
      guard (3...12).contains(lines.count) else { continue }
      search: for count in (3...lines.count).reversed() {
        for start in 0...lines.count - count {
          let cycle = lines[start..<start + count]
          if take(best.indices.filter { !cycle.contains($0) }.map { best[$0] }, &best) { break search }
        }
      }
    }
  }

  /// Removes a line that defines a name, such as `rename A B`, and replaces the new name by an earlier one in later
  /// lines, or the old name by the new one in earlier lines.
  private mutating func removeWithNames(_ best: inout [Invocation]) {
    var line = best.count - 1
    while line >= 0 {
      defer { line -= 1 }
      guard line < best.count, let new = newNames(in: best[line]).first else { continue }
      if let old = best[line].objectNames(commands).first, old != new {
        var fewer = best
        let start = best[..<line].lastIndex { newNames(in: $0).contains(old) } ?? 0
        for index in start..<line { fewer[index] = fewer[index].replacing(old, by: new) }
        fewer.remove(at: line)
        if take(fewer, &best) { continue }
      }
      var others: [String] = []
      for argument in best[...line].flatMap(\.arguments) {
        if case .text(let text) = argument.value, text != new, !others.contains(text) { others.append(text) }
      }
      for other in others.reversed().prefix(6) {
        var fewer = best
        fewer.remove(at: line)
        for index in line..<fewer.count { fewer[index] = fewer[index].replacing(new, by: other) }
        if take(fewer, &best) { break }
      }
    }
  }

  private func newNames(in line: Invocation) -> [String] {
    guard line.command >= 0 else { return [] }
    return line.arguments.flatMap { argument in
      switch argument.value {
      case .text(let name):
        commands[line.command].parameters[argument.parameter].content == .newName ? [name] : []
      case .block(let inner): newNames(in: inner)
      }
    }
  }

  /// Removes lines, and reduces the number of steps by which a later line moves through the history. Also replaces a
  /// line such as `undo 3` by several lines.
  private mutating func removeWithCounts(_ best: inout [Invocation]) {
    var line = 0
    while line < best.count {
      guard let (index, count, part) = position(in: best[line]), count <= 100 else {
        line += 1
        continue
      }
      // A `goto` to the first step may become a `goto` to the beginning.
      let least = best[line].name == "goto" && part.isEmpty ? 0 : 1
      let removed = removeLines(before: line, &best) { size in
        count - size < least ? nil : (index, "\(count - size)\(part)")
      }
      if removed > 0 {
        line -= removed
        continue
      }
      line += 1
      guard (2...20).contains(count), part.isEmpty else { continue }
      var single = best[line - 1]
      single.arguments[index].value = .text("1")
      var several = best
      several.replaceSubrange(line - 1..<line, with: Array(repeating: single, count: count))
      // The result has more lines, but some of them may be unnecessary.
      if run(several) {
        removeLines(&several)
        if several.count <= best.count { best = several }
      }
    }
  }

  /// Removes as many consecutive lines before a line as possible, and changes an argument of that line.
  ///
  /// - Parameter change: returns the index of the argument and its new text after a number of lines are removed; `nil`
  ///   if there is none.
  /// - Returns: the number of removed lines.
  private mutating func removeLines(
    before line: Int, _ best: inout [Invocation], _ change: (Int) -> (index: Int, text: String)?
  ) -> Int {
    var size = (line + 1) / 2
    while size > 0 {
      if let (index, text) = change(size) {
        for start in stride(from: 0, through: line - size, by: size) {
          var fewer = best
          fewer[line].arguments[index].value = .text(text)
          fewer.removeSubrange(start..<start + size)
          if take(fewer, &best) { return size }
        }
      }
      size /= 2
    }
    return 0
  }

  /// Returns the index of an argument that is a position in the history or a number of steps, its number, and the part
  /// of a step with its point, such as `.2`, or an empty text; `nil` if there is no such argument.
  private func position(in line: Invocation) -> (index: Int, count: Int, part: Substring)? {
    guard line.command >= 0 else { return nil }
    for (index, argument) in line.arguments.enumerated() {
      guard case .text(let text) = argument.value else { continue }
      let (number, part) = (text.prefix { $0 != "." }, text.drop { $0 != "." })
      let parameter = commands[line.command].parameters[argument.parameter]
      guard let count = Int(number), part.isEmpty ? parameter.isNumber : parameter.content == .smallNumber
      else { continue }
      return (index, count, part)
    }
    return nil
  }

  /// Replaces two successive lines such as `tick 2` and `tick 3` by one with the sum of their numbers.
  private mutating func joinCounts(_ best: inout [Invocation]) {
    var line = 0
    while line + 1 < best.count {
      var fewer = best
      if let joined = joined(best[line], best[line + 1]) {
        fewer.replaceSubrange(line...line + 1, with: [joined])
      }
      if !take(fewer, &best) { line += 1 }
    }
  }

  /// Returns a line with the sum of the numbers of two lines of a command whose only argument is a number; `nil` for
  /// other lines. A missing number counts as 1.
  private func joined(_ one: Invocation, _ other: Invocation) -> Invocation? {
    guard one.command >= 0, one.command == other.command, one.arguments.count < 2, other.arguments.count < 2,
      let parameter = commands[one.command].parameters.first, parameter.isNumber, parameter.option == nil
    else { return nil }
    let counts = [one, other].map { $0.arguments.isEmpty ? 1 : stepCount(in: $0)?.count }
    guard let first = counts[0], let second = counts[1], first > 0, second > 0 else { return nil }
    let (sum, isTooLarge) = first.addingReportingOverflow(second)
    if isTooLarge { return nil }
    var joined = one
    joined.arguments = [Invocation.Argument(parameter: 0, value: .text("\(sum)"))]
    return joined
  }

  /// Returns the index and the value of an argument that is a whole number, such as a number of steps in the history.
  private func stepCount(in line: Invocation) -> (index: Int, count: Int)? {
    guard line.command >= 0 else { return nil }
    for (index, argument) in line.arguments.enumerated() {
      guard case .text(let text) = argument.value, let count = Int(text) else { continue }
      if commands[line.command].parameters[argument.parameter].isNumber { return (index, count) }
    }
    return nil
  }

  /// Moves delayed lines of a feed to their original positions.
  private mutating func restoreOrder(_ best: inout [Invocation]) {
    for index in best.indices {
      guard let first = best.firstOvertaking(index) else { continue }
      var restored = best
      restored.insert(restored.remove(at: index), at: first)
      _ = take(restored, &best)
    }
  }

  // MARK: Arguments

  private mutating func simplifyArguments(_ best: inout [Invocation]) {
    for line in best.indices where best[line].command >= 0 {
      var index = best[line].arguments.count - 1
      while index >= 0 {
        removeArgument(line, index, &best)
        index -= 1
      }
      for index in best[line].arguments.indices { simplify(line, index, &best) }
    }
  }

  private mutating func removeArgument(_ line: Int, _ index: Int, _ best: inout [Invocation]) {
    let argument = best[line].arguments[index]
    let parameter = commands[best[line].command].parameters[argument.parameter]
    let count = best[line].arguments.count { $0.parameter == argument.parameter }
    guard !parameter.isRequired || count > 1 else { return }
    var fewer = best
    fewer[line].arguments.remove(at: index)
    _ = take(fewer, &best)
  }

  private mutating func simplify(_ line: Int, _ index: Int, _ best: inout [Invocation]) {
    // Computing the candidates runs the preceding lines, so this check comes first.
    guard runCount < runCountMax else { return }
    let argument = best[line].arguments[index]
    let parameter = commands[best[line].command].parameters[argument.parameter]
    switch argument.value {
    case .text(let text):
      for trial in trials(best[..<line], best[line].positional(index), parameter) {
        if trial.text == text { break }
        var simpler = best
        simpler[line].arguments[index].value = .text(trial.text)
        if take(simpler, &best) { break }
      }
      lower(line, index, &best)
    case .block(let inner):
      // The block's command is simplified like the command of a line.
      for (position, argument) in inner.arguments.enumerated() {
        guard case .text(let text) = argument.value else { continue }
        let parameter = commands[inner.command].parameters[argument.parameter]
        for trial in trials(best[..<line], inner.positional(position), parameter) {
          if trial.text == text { break }
          var changed = inner
          changed.arguments[position].value = .text(trial.text)
          var simpler = best
          simpler[line].arguments[index].value = .block(changed)
          if take(simpler, &best) { return }
        }
      }
    }
  }

  /// Reduces a whole number towards 0 by bisection, until the next smaller number does not show the fault.
  private mutating func lower(_ line: Int, _ index: Int, _ best: inout [Invocation]) {
    guard case .text(let text) = best[line].arguments[index].value, var number = Int(text) else { return }
    // 0 is not tried, since the order of candidates prefers 1.
    var least = 0
    while (number - least).magnitude > 1 {
      let middle = least + (number - least) / 2
      var simpler = best
      simpler[line].arguments[index].value = .text("\(middle)")
      if take(simpler, &best) { number = middle } else { least = middle }
    }
  }

  // MARK: Names

  /// Replaces new names by the first ones in all lines.
  private mutating func rename(_ best: inout [Invocation]) {
    var used: [String] = []
    for name in best.flatMap(newNames) where !used.contains(name) { used.append(name) }
    let firsts = ["A", "B", "C", "D", "E", "F", "G", "H"]
    var ordered = best
    for (number, name) in used.enumerated() {
      ordered = ordered.map { $0.replacing(name, by: "\u{0}\(number)") }
    }
    for (number, name) in zip(used.indices, firsts) {
      ordered = ordered.map { $0.replacing("\u{0}\(number)", by: name) }
    }
    if used.count <= firsts.count, take(ordered, &best) { return }
    for (index, name) in used.enumerated() where index < firsts.count {
      let first = firsts[index]
      if name == first || used.contains(first) { continue }
      _ = take(best.map { $0.replacing(name, by: first) }, &best)
    }
  }
}

extension ParameterInfo {
  /// A Boolean value that indicates whether arguments are whole numbers.
  fileprivate var isNumber: Bool {
    switch content {
    case .smallNumber, .number: true
    case .words, .decimal, .duration, .newName, .text: false
    }
  }
}
