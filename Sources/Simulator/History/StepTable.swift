import AutoUpdate
import CommandLanguage
import TerminalText

/// A table of steps or of one step's parts, with their number, tick, command and changes.
struct StepTable {
  /// The default number of steps shown.
  static let usualCount = 20
  /// The width of the window, to which lines are truncated; `nil` if there is no window.
  let columns: Int?
  private var commandWidth: Int { max(40, (columns ?? 0) / 2) }

  private static let changeCount = 8

  private struct Row {
    var mark = ""
    var step: String
    var tick = ""
    var command: String
    var origin = ""
    var change: String
  }

  /// A step or a part of one, which makes a row. The beginning has no parts.
  private struct Span {
    let mark: String
    let step: String
    let command: String
    /// The store's steps.
    let parts: Range<Int>
    let isUndone: Bool
  }

  private let history: HistoryService
  private let steps: StepList
  private let text: ChangeText

  init(of history: HistoryService, columns: Int?) {
    self.columns = columns
    self.history = history
    steps = history.steps
    text = ChangeText(simulation: history.simulation)
  }

  /// Returns the lines for the steps after `first` through `last`, including undone ones.
  func lines(after first: Int, through last: Int) -> [String] {
    guard let kept = steps.kept else { return lines(of: []) }
    let present = steps.present
    var spans = (first..<last).map { previous in
      let number = previous + 1
      return Span(
        mark: StepPosition(step: number) == present ? "*" : number == present.step ? "+" : "",
        step: "\(number)", command: history.title(of: number) ?? "",
        parts: steps.point(after: previous)..<steps.point(after: number), isUndone: number > present.step)
    }
    // The point before the first row is shown if it is the beginning of the stored history.
    if first == kept.lowerBound {
      let point = steps.point(after: first)
      let beginning = Span(
        mark: present == StepPosition(step: first) ? "*" : "", step: "\(first)",
        command: first == 0 ? "(the beginning)" : "(the oldest state kept)", parts: point..<point,
        isUndone: false)
      spans.insert(beginning, at: 0)
    }
    return lines(of: spans)
  }

  func lines(of parts: Range<Int>, in number: Int) -> [String] {
    guard let step = steps[number] else { return lines(of: []) }
    let log = history.store.history
    let spans = parts.clamped(to: log.steps).map { part in
      Span(
        mark: part + 1 == log.present ? "*" : "", step: "\(number).\(part - step.parts.lowerBound + 1)",
        command: log[part]?.cause ?? "", parts: part..<part + 1, isUndone: part >= log.present)
    }
    return lines(of: spans)
  }

  private func rows(of spans: [Span]) -> [Row] {
    let state = history.store.pastState()
    let end = spans.last?.parts.upperBound ?? state.position
    while state.position < end, state.stepForward() != nil {}
    while state.position > end, state.stepBack() != nil {}
    let rows = spans.reversed().map { span in
      let tick = "\(tick(of: state))"
      var sets: [ChangeSet] = []
      while state.position > span.parts.lowerBound, let changes = state.stepBack() { sets.append(changes) }
      var net = NetChanges()
      for changes in sets.reversed() { net.append(changes) }
      let origin = span.parts.isEmpty ? nil : history.origin(span.parts.lowerBound)
      return Row(
        mark: span.mark, step: span.step, tick: tick, command: shown(span.command), origin: origin ?? "",
        change: Self.shown(text.parts(of: net.changes, at: state), span.isUndone))
    }
    return rows.reversed()
  }

  private func tick(of state: PastState) -> Int {
    state[0, in: history.simulation.table(of: Clock.self)]?.tick ?? 0
  }

  /// Returns the text of changes; if there are many, only of the first.
  private static func shown(_ changes: [String], _ isUndone: Bool) -> String {
    let hidden = changes.count - changeCount
    let shown = changes.prefix(hidden < 2 ? changes.count : changeCount).joined(separator: ", ")
    let parts = [isUndone ? "(undone)" : "", shown, hidden < 2 ? "" : "and \(hidden) more"]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func shown(_ command: String) -> String {
    TextWidth.truncated(Escaping.escaped(command), to: commandWidth)
  }

  private func lines(of spans: [Span]) -> [String] {
    let rows = rows(of: spans)
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
