extension NaiveStore {
  /// What an observer is told of some changes; nothing when they are not its.
  func own(_ changes: [Change], _ observer: Int) -> String {
    switch observers[observer].target {
    case .row(let table, let id):
      return changes.first { $0.table == table && $0.id == id }.map { text($0.after) } ?? ""
    case .table(let table): return changes.filter { $0.table == table }.map(text).joined(separator: " ")
    case .store: return openCause + ": " + changes.map(text).joined(separator: " ")
    }
  }

  func past(_ count: Int) -> String {
    var rows = levels.isEmpty ? rows : before
    for step in steps[..<(present - start)].suffix(count).reversed() {
      for change in step.changes.reversed() { rows[change.table][change.id] = change.before }
    }
    return "past: " + rows.joined().map(text).joined(separator: " ")
  }

  var summary: String {
    let counts = [0, 1].map { table in
      observers.filter { observer in
        if case .row(table, _) = observer.target { observer.sequence != nil } else { false }
      }.count
    }
    return describe(
      rows: rows.map { $0.map { $0?.number } }, observerCounts: counts, commitCount: commitCount,
      start: start,
      present: present, steps: steps.map { "\($0.cause) \($0.changes.count)" })
  }

  func text(_ value: Value?) -> String { value.map { "\($0.number)" } ?? "-" }
  func text(_ change: Change) -> String {
    "\(change.table).\(change.id) \(text(change.before))→\(text(change.after))"
  }
}

/// What is written down of a store after each operation.
func describe(
  rows: [[Int?]], observerCounts: [Int], commitCount: Int, start: Int, present: Int, steps: [String]
) -> String {
  let tables = rows.map { "\($0.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " "))" }
  return "  \(tables.joined(separator: " | ")) observers \(observerCounts) commits \(commitCount)"
    + " from \(start) at \(present): \(steps)"
}

/// What a tracer calls the observers of a target.
func name(_ target: Target) -> String {
  switch target {
  case .row(let table, _): table == 0 ? "Piece" : "Mark"
  case .table(let table): "table \(table)"
  case .store: "store"
  }
}
