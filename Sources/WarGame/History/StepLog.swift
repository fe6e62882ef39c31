import AutoUpdate
import CommandLanguage
import TerminalText
import TextViews

/// The steps as a table: number, tick, command, what it changed.
struct StepLog {
  /// How many steps are shown unless somebody says how many.
  static let usualCount = 20
  /// The widest that commands are shown.
  private static let commandWidth = 40

  private struct Row {
    var mark = ""
    var step: String
    var tick = ""
    var command: String
    var change: String
  }

  private let room: WarRoom
  private var rows: [Row] = []

  /// Reads the last `count` steps, the undone ones included.
  init(of room: WarRoom, last count: Int) {
    self.room = room
    let kept = room.keptPoints
    let first = max(kept.lowerBound, kept.upperBound - count)
    let present = room.store.history.present
    let past = room.store.pastState()
    while past.stepForward() != nil {}
    while past.position > first {
      let tick = past[0, in: room.clocks]?.tick ?? 0
      let number = past.position
      guard let changes = past.stepBack() else { break }
      rows.append(
        Row(
          mark: number == present ? "*" : "", step: "\(number)", tick: "\(tick)",
          command: TextWidth.truncated(WarRoom.shown(changes.cause), to: Self.commandWidth),
          change: (number > present ? "(undone) " : "")
            + ChangeText.summary(of: changes).joined(separator: ", ")))
    }
    // The point before the first row is shown where it is the present, or the beginning of what is kept.
    if first == present || first == kept.lowerBound {
      let tick = past[0, in: room.clocks]?.tick ?? 0
      rows.append(
        Row(
          mark: first == present ? "*" : "", step: "\(first)", tick: "\(tick)",
          command: first == 0 ? "(the beginning)" : "(the oldest that is kept)", change: ""))
    }
    rows.reverse()
  }

  /// The lines of the table, with a line above it when it does not begin at the beginning.
  var lines: [String] {
    let kept = room.keptPoints
    var lines: [String] = []
    if kept.lowerBound > 0 {
      let steps = kept.lowerBound == 1 ? "step 1 was" : "steps 1-\(kept.lowerBound) were"
      lines.append("\(steps) forgotten, see “set history” and “set changes”")
    }
    let header = Row(step: "step", tick: "tick", command: "command", change: "changed")
    let all = [header] + rows
    let stepWidth = all.map { $0.step.count }.max() ?? 0
    let tickWidth = all.map { $0.tick.count }.max() ?? 0
    let commandWidth = all.map { TextWidth.columns(of: $0.command) }.max() ?? 0
    for row in all {
      var line = row.mark.isEmpty ? "  " : "\(row.mark) "
      line += Self.padding(stepWidth - row.step.count) + row.step + "  "
      line += Self.padding(tickWidth - row.tick.count) + row.tick + "  " + row.command
      if !row.change.isEmpty {
        line += Self.padding(commandWidth - TextWidth.columns(of: row.command) + 2) + row.change
      }
      lines.append(line)
    }
    return lines
  }

  private static func padding(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}

extension WarRoom {
  func log(_ count: Int?) {
    guard !keptPoints.isEmpty || store.history.present > 0 else { return output.writeLine("no steps yet") }
    for line in StepLog(of: self, last: count ?? StepLog.usualCount).lines { output.writeLine(line) }
    let hidden = keptPoints.count - (count ?? StepLog.usualCount)
    if hidden > 0, count == nil {
      output.writeLine(
        "  \(hidden) earlier step\(hidden == 1 ? " is" : "s are") kept: “log \(keptPoints.count)”")
    }
  }

  /// Prints what differs between two points of the history.
  func diff(_ first: Int, _ second: Int?) throws {
    try checkPoint(first, argument: 0)
    let last = second ?? store.history.present
    try checkPoint(last, argument: 1)
    let past = store.pastState()
    while past.position < min(first, last) { past.stepForward() }
    while past.position > min(first, last) { past.stepBack() }
    var net = NetChanges()
    while past.position < max(first, last), let changes = past.stepForward() { net.append(changes) }
    var changes = ChangeSet(cause: "", changes: net.changes)
    if first > last { changes = changes.inverted(cause: "") }
    let lines = changes.changes.compactMap { $0 as? any RecordedChange }.flatMap { ChangeText.parts(of: $0) }
    for line in lines {
      output.writeLine(line.hasPrefix("+ ") || line.hasPrefix("- ") ? line : "~ \(line)")
    }
    if lines.isEmpty { output.writeLine("nothing differs between step \(first) and step \(last)") }
  }
}
