/// A simple model of the history of a world of counters: steps, their parts, and the present place among them.
///
/// It shares no code with the history: what was done is one list of numbered changes, which is gone through from its
/// beginning for each answer.
struct HistoryModel {
  /// A command that changed a counter.
  struct Part {
    var step: Int
    var command: String
    var counter: String
    var before: Int
    var after: Int
  }

  /// The lines of the steps.
  private var lines: [Int: String] = [:]
  /// All that was ever done and is not dropped for another future, in its order.
  private var parts: [Part] = []
  /// How many parts are done.
  private var present = 0
  /// The last step that is dropped because of its age.
  private var dropped = 0
  /// The line that runs, and whether the last step is its own.
  private var line = ""
  private var isInProgress = false
  private let start: [String: Int]
  private let limit: Int

  init(_ start: [String: Int], limit: Int) {
    self.start = start
    self.limit = limit
  }

  /// The output of a line of commands.
  mutating func run(_ commands: [String]) -> [String] {
    line = commands.joined(separator: "; ")
    isInProgress = false
    var output: [String] = []
    for command in commands {
      let words = command.split(separator: " ").map(String.init)
      let answer = run(command, words)
      output += answer
      if answer.first?.hasPrefix("error: ") == true { break }
    }
    return output
  }

  private mutating func run(_ command: String, _ words: [String]) -> [String] {
    switch words[0] {
    case "change": change(command, words[1], Int(words[2].dropFirst("points=".count)) ?? 0)
    case "undo": undo(words.count > 1 ? Int(words[1]) ?? 0 : 1)
    case "redo": redo(words.count > 1 ? Int(words[1]) ?? 0 : 1)
    case "goto": go(words[1])
    case "log" where words.count == 1: log(nil)
    case "log" where words[1].hasPrefix("last="): log(Int(words[1].dropFirst("last=".count)) ?? 0)
    case "log": log(of: words[1])
    case "diff": diff(words[1], words.count > 2 ? words[2] : nil)
    case "why": why(String(words[1].dropLast(".points".count)))
    default: hashChanges()
    }
  }

  // MARK: The state

  /// The counters after some parts.
  func counters(after count: Int? = nil) -> [String: Int] {
    var counters = start
    for part in parts.prefix(count ?? present) { counters[part.counter] = part.after }
    return counters
  }

  private var last: Int { parts.last?.step ?? dropped }
  private var presentStep: Int { present == 0 ? 0 : parts[present - 1].step }

  /// How many parts are done after a step.
  private func end(of step: Int) -> Int { parts.filter { $0.step <= step }.count }

  private func count(of step: Int) -> Int { parts.filter { $0.step == step }.count }

  private func title(_ step: Int) -> String {
    count(of: step) > 1 ? lines[step] ?? "" : parts.first { $0.step == step }?.command ?? ""
  }

  private var isWithinStep: Bool { present < end(of: presentStep) }

  /// `4`, or `4.2` within a step.
  private var place: String {
    isWithinStep ? "\(presentStep).\(present - end(of: presentStep - 1))" : "\(presentStep)"
  }

  private func range(_ first: Int) -> String {
    first == last ? "step \(last) can be reached" : "steps \(first) to \(last) can be reached"
  }

  // MARK: Changes and moves

  private mutating func change(_ command: String, _ counter: String, _ value: Int) -> [String] {
    let before = counters()[counter] ?? 0
    if before == value { return [] }
    var output: [String] = []
    if present < parts.count {
      let first = presentStep + 1
      var names: [String] = []
      var count = 0
      if isWithinStep {
        let (from, to) = (present - end(of: presentStep - 1) + 1, self.count(of: presentStep))
        names.append(
          from == to ? "part \(presentStep).\(from)" : "parts \(presentStep).\(from)-\(presentStep).\(to)")
        count += to - from + 1
      }
      if first <= last {
        names.append(first == last ? "step \(first)" : "steps \(first)-\(last)")
        count += last - first + 1
      }
      output.append(
        names.joined(separator: " and ")
          + (count == 1 ? ", which was undone, is dropped" : ", which were undone, are dropped"))
      parts.removeLast(parts.count - present)
    }
    let step = isInProgress ? presentStep : presentStep + 1
    parts.append(Part(step: step, command: command, counter: counter, before: before, after: value))
    lines[step] = line
    isInProgress = true
    present += 1
    dropped = max(dropped, last - limit)
    return output
  }

  private mutating func undo(_ count: Int) -> [String] {
    isInProgress = false
    let most = presentStep - dropped
    if most <= 0 {
      return ["error: there is nothing to undo @undo"]
        + (presentStep > 0 ? ["note: the oldest steps were dropped; \(range(dropped))"] : [])
    }
    if count > most {
      return [
        "error: only \(most) step\(most == 1 ? "" : "s") can be undone @\(count)", "note: \(range(dropped))",
      ]
    }
    let target = presentStep - count
    defer { present = end(of: target) }
    return ["undid \(names(target + 1, presentStep))"]
  }

  private mutating func redo(_ count: Int) -> [String] {
    isInProgress = false
    let done = isWithinStep ? presentStep - 1 : presentStep
    let most = last - done
    if most <= 0 { return ["error: there is nothing to redo @redo"] }
    if count > most {
      return [
        "error: only \(most) step\(most == 1 ? "" : "s") can be redone @\(count)", "note: \(range(dropped))",
      ]
    }
    defer { present = end(of: done + count) }
    return ["redid \(names(done + 1, done + count))"]
  }

  private func names(_ first: Int, _ last: Int) -> String {
    first == last ? "\(title(first)) (step \(first))" : "steps \(first)-\(last)"
  }

  private mutating func go(_ place: String) -> [String] {
    isInProgress = false
    switch point(place) {
    case .failure(let refusal): return refusal.lines
    case .success(let point):
      present = point
      if place == "0" { return ["at step 0: the beginning"] }
      let command = place.contains(".") ? parts[point - 1].command : title(Int(place) ?? 0)
      return ["at step \(place)" + (place == "\(dropped)" ? "" : ": after \(command)")]
    }
  }

  // MARK: Places

  private struct Refusal: Error {
    var lines: [String]
  }

  private func point(_ place: String) -> Result<Int, Refusal> {
    let numbers = place.split(separator: ".").compactMap { Int($0) }
    if numbers.count > 1 { return parts(place).map { $0.upperBound } }
    if numbers[0] > last { return .failure(notYet(place)) }
    return numbers[0] < dropped ? .failure(notKept(place, from: dropped)) : .success(end(of: numbers[0]))
  }

  private func parts(_ place: String) -> Result<Range<Int>, Refusal> {
    let numbers = place.split(separator: ".").compactMap { Int($0) }
    let step = numbers[0]
    if step == 0 {
      return .failure(
        Refusal(lines: ["error: step 0 has no parts @\(place)", "note: step 0 is the beginning"]))
    }
    if step > last { return .failure(notYet(place)) }
    if step <= dropped { return .failure(notKept(place, from: dropped + 1)) }
    let (first, count) = (end(of: step - 1), count(of: step))
    if numbers.count == 1 { return .success(first..<first + count) }
    if numbers[1] < 1 || numbers[1] > count {
      return .failure(
        Refusal(lines: [
          "error: step \(step) has no part \(numbers[1]) @\(place)",
          "note: it has \(count) part\(count == 1 ? "" : "s")",
        ]))
    }
    return .success(first + numbers[1] - 1..<first + numbers[1])
  }

  private func notYet(_ place: String) -> Refusal {
    Refusal(lines: [
      "error: there is no step \(place) yet @\(place)",
      last > 0 ? "note: the last one is step \(last)" : "note: there are none",
    ])
  }

  private func notKept(_ place: String, from first: Int) -> Refusal {
    Refusal(lines: ["error: step \(place) is no longer kept @\(place)", "note: \(range(first))"])
  }

  // MARK: Answers

  /// A row of a log as `mark|number|command|changes`; long commands are cut.
  private func row(_ mark: String, _ number: String, _ command: String, isUndone: Bool, _ changes: [String])
    -> String
  {
    let shown = command.count > 40 ? command.prefix(39) + "…" : command[...]
    let words = (isUndone ? ["(undone)"] : []) + (changes.isEmpty ? [] : [changes.joined(separator: ", ")])
    return "\(mark)|\(number)|\(shown)|\(words.joined(separator: " "))"
  }

  private func log(_ count: Int?) -> [String] {
    if last == 0 { return ["no steps yet"] }
    var output: [String] = []
    if dropped > 0 {
      output.append(
        (dropped == 1 ? "step 1 was" : "steps 1-\(dropped) were")
          + " dropped, see “set history” and “set changes”")
    }
    var first = max(dropped, last - (count ?? 20))
    if presentStep == first { first -= 1 }
    first = max(first, dropped)
    if first == dropped {
      output.append(
        "\(presentStep == dropped ? "*" : " ")|\(dropped)|"
          + (dropped == 0 ? "(the beginning)|" : "(the oldest state kept)|"))
    }
    for step in first..<last {
      let step = step + 1
      let mark = step == presentStep ? isWithinStep ? "+" : "*" : " "
      let changes = net(from: end(of: step - 1), to: end(of: step))
      output.append(row(mark, "\(step)", title(step), isUndone: step > presentStep, changes))
    }
    return output
  }

  private func log(of place: String) -> [String] {
    switch parts(place) {
    case .failure(let refusal): return refusal.lines
    case .success(let range):
      return range.map { index in
        let part = parts[index]
        let number = index - end(of: part.step - 1) + 1
        return row(
          index + 1 == present ? "*" : " ", "\(part.step).\(number)", part.command,
          isUndone: index >= present, ["\(part.counter).points \(part.before)→\(part.after)"])
      }
    }
  }

  /// What differs between two points, in the order of their first changes.
  private func net(from start: Int, to end: Int) -> [String] {
    if start > end { return net(from: end, to: start).reversed().map(Self.inverted) }
    var order: [String] = []
    for part in parts[start..<end] where !order.contains(part.counter) { order.append(part.counter) }
    let (before, after) = (counters(after: start), counters(after: end))
    return order.filter { before[$0] != after[$0] }.map {
      "\($0).points \(before[$0] ?? 0)→\(after[$0] ?? 0)"
    }
  }

  private static func inverted(_ change: String) -> String {
    let words = change.split(separator: " ")
    let values = words[1].split(separator: "→")
    return "\(words[0]) \(values[1])→\(values[0])"
  }

  private func diff(_ first: String, _ second: String?) -> [String] {
    switch (point(first), second.map(point) ?? .success(present)) {
    case (.failure(let refusal), _): return refusal.lines
    case (_, .failure(let refusal)): return refusal.lines
    case (.success(let start), .success(let end)):
      let lines = net(from: start, to: end).map { "~ " + $0 }
      return lines.isEmpty
        ? ["nothing differs between step \(first) and step \(second ?? place)"] : lines
    }
  }

  private func why(_ counter: String) -> [String] {
    let value = counters()[counter] ?? 0
    let first = end(of: dropped)
    let found = parts.indices.prefix(present).dropFirst(first).last { parts[$0].counter == counter }
    guard let found else {
      let since = dropped == 0 ? "the beginning" : "before step \(dropped + 1), the oldest that is kept"
      return ["set since \(since): \(counter).points = \(value)"]
    }
    let part = parts[found]
    let name =
      count(of: part.step) > 1 ? "\(part.step).\(found - end(of: part.step - 1) + 1)" : "\(part.step)"
    return ["set by \(part.command) (step \(name)): \(counter).points \(part.before)→\(value)"]
  }

  private func hashChanges() -> [String] {
    if presentStep <= dropped { return ["hash"] }
    let changes = net(from: end(of: presentStep - 1), to: present).joined(separator: ", ")
    return ["hash" + (changes.isEmpty ? "" : "  " + changes)]
  }
}
