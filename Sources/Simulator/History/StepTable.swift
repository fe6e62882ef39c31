import AutoUpdate
import CommandLanguage
import TerminalText

/// A table of steps or of one step's parts, with their number, tick, command and changes.
struct StepTable {
  /// The default number of steps shown.
  static let usualCount = 20
  /// The width of the window, to which lines are truncated; `nil` if there is no window.
  let columns: Int?
  /// The maximum width of a command.
  private var commandWidth: Int { max(40, (columns ?? 0) / 2) }

  /// The maximum number of changes shown for a step.
  private static let changeCount = 8

  private struct Row {
    var mark = ""
    var step: String
    var tick = ""
    var command: String
    /// The origin of the step; empty if it is this session.
    var origin = ""
    var change: String
  }

  private let history: HistoryService
  private let steps: StepList
  private let text: ChangeText
  private var rows: [Row] = []

  init(of history: HistoryService, columns: Int?) {
    self.columns = columns
    self.history = history
    steps = history.steps
    text = ChangeText(simulation: history.simulation)
  }

  /// Returns the lines for the steps after `first` through `last`, including undone ones.
  func lines(after first: Int, through last: Int) -> [String] {
    var table = self
    table.readSteps(after: first, through: last)
    return table.lines
  }

  /// Returns the lines for parts of a step.
  func lines(of parts: Range<Int>, in number: Int) -> [String] {
    var table = self
    table.readParts(parts, in: number)
    return table.lines
  }

  private mutating func readSteps(after firstShown: Int, through last: Int) {
    guard let kept = steps.kept else { return }
    let present = steps.present
    let state = history.store.pastState()
    let end = steps.point(after: last)
    while state.position < end, state.stepForward() != nil {}
    while state.position > end, state.stepBack() != nil {}
    for number in (firstShown..<last).reversed() {
      let number = number + 1
      let tick = "\(tick(of: state))"
      var net = NetChanges()
      var sets: [ChangeSet] = []
      while state.position > steps.point(after: number - 1), let changes = state.stepBack() {
        sets.append(changes)
      }
      for changes in sets.reversed() { net.append(changes) }
      let isUndone = number > present.step
      rows.append(
        Row(
          mark: StepPosition(step: number) == present ? "*" : number == present.step ? "+" : "",
          step: "\(number)", tick: tick, command: shown(history.title(of: number) ?? ""),
          origin: history.origin(steps.point(after: number - 1)) ?? "",
          change: Self.shown(text.parts(of: net.changes), isUndone)))
    }
    // The point before the first row is shown if it is the beginning of the stored history.
    if firstShown == kept.lowerBound {
      rows.append(
        Row(
          mark: present == StepPosition(step: firstShown) ? "*" : "", step: "\(firstShown)",
          tick: "\(tick(of: state))",
          command: firstShown == 0 ? "(the beginning)" : "(the oldest state kept)",
          change: ""))
    }
    rows.reverse()
  }

  private mutating func readParts(_ parts: Range<Int>, in number: Int) {
    guard let step = steps[number] else { return }
    let present = history.store.history.present
    let state = history.store.pastState()
    while state.position < parts.upperBound, state.stepForward() != nil {}
    while state.position > parts.upperBound, state.stepBack() != nil {}
    while state.position > parts.lowerBound {
      let (tick, part) = ("\(tick(of: state))", state.position - step.parts.lowerBound)
      guard let changes = state.stepBack() else { break }
      let isUndone = state.position >= present
      rows.append(
        Row(
          mark: state.position + 1 == present ? "*" : "", step: "\(number).\(part)", tick: tick,
          command: shown(changes.cause), origin: history.origin(state.position) ?? "",
          change: Self.shown(text.parts(of: changes.net.changes), isUndone)))
    }
    rows.reverse()
  }

  private func tick(of state: PastState) -> Int {
    history.simulation.parts.tickOfPast(history.simulation, state)
  }

  /// Returns the text of changes. Of many, it has only the first.
  private static func shown(_ changes: [String], _ isUndone: Bool) -> String {
    let hidden = changes.count - changeCount
    let shown = changes.prefix(hidden < 2 ? changes.count : changeCount).joined(separator: ", ")
    let parts = [isUndone ? "(undone)" : "", shown, hidden < 2 ? "" : "and \(hidden) more"]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func shown(_ command: String) -> String {
    TextWidth.truncated(Escaping.escaped(command), to: commandWidth)
  }

  private var lines: [String] {
    let header = Row(step: "step", tick: "tick", command: "command", origin: "from", change: "changed")
    let all = [header] + rows
    func width(_ cell: (Row) -> String) -> Int { all.map { TextWidth.columns(of: cell($0)) }.max() ?? 0 }
    let (stepWidth, tickWidth) = (width { $0.step }, width { $0.tick })
    let (commandWidth, originWidth) = (width { $0.command }, width { $0.origin })
    let hasOrigins = rows.contains { !$0.origin.isEmpty }
    return all.map { row in
      var cells = [
        Self.rightAligned(row.step, to: stepWidth), Self.rightAligned(row.tick, to: tickWidth),
        TextWidth.padded(row.command, to: commandWidth),
      ]
      if hasOrigins { cells.append(TextWidth.padded(row.origin, to: originWidth)) }
      cells.append(row.change)
      var line = (row.mark.isEmpty ? "  " : "\(row.mark) ") + cells.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return columns.map { TextWidth.truncated(line, to: $0) } ?? line
    }
  }

  private static func rightAligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: width - text.utf8.count) + text
  }
}
