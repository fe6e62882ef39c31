import AutoUpdate

/// Looks in the history for the command that made a view show what it shows, or hid it.
struct ReasonSearch {
  /// A step at which something became as it is now.
  struct Turn {
    let step: Int
    let cause: String
    /// What was noted before and after it.
    let before: [FieldValue]
    let after: [FieldValue]

    var place: String { "by \(WarRoom.shown(cause)) (step \(step))" }
  }

  let room: WarRoom

  /// The last step that changed a value.
  ///
  /// - Parameter note: what else is wanted of the states before and after it.
  func lastTurn(
    of value: (any ModelReader) -> some Equatable, note: (any ModelReader) -> [FieldValue] = { _ in [] }
  ) -> Turn? {
    let past = room.store.pastState()
    let now = value(past)
    while true {
      let after = note(past)
      guard let changes = past.stepBack() else { return nil }
      if value(past) != now {
        return Turn(step: past.position + 1, cause: changes.cause, before: note(past), after: after)
      }
    }
  }

  /// Why something is visible or not, and since when.
  func visibility(of reasons: Reasons) -> (line: String, step: Int, isVisible: Bool) {
    // Of each condition: whether it holds, then its facts.
    let note = { (reader: any ModelReader) in
      reasons.conditions.flatMap { condition in
        [.truth(condition.holds(reader))] + condition.facts.map { $0.value(in: reader) }
      }
    }
    let now = note(Present())
    let turn = lastTurn(of: { reasons.isVisible(in: $0) }, note: note)
    let isVisible = reasons.isVisible(in: Present())
    // What is hidden tells of what hid it then, and of what else hides it now.
    var texts: [String] = []
    var later: [String] = []
    var place = 0
    for condition in reasons.conditions {
      defer { place += condition.facts.count + 1 }
      func text(_ old: [FieldValue], _ new: [FieldValue]) -> String {
        let facts = condition.facts.enumerated().map { index, fact in
          fact.text(from: old[place + 1 + index], to: new[place + 1 + index])
        }.filter { !$0.isEmpty }
        let complaint = isVisible ? nil : condition.complaint.map { " (\($0))" }
        return facts.joined(separator: ", ") + (facts.isEmpty ? "" : complaint ?? "")
      }
      if isVisible {
        texts.append(text(turn?.before ?? now, turn?.after ?? now))
      } else if let turn, turn.after[place] == .truth(false) {
        texts.append(text(turn.before, turn.after))
      } else if now[place] == .truth(false) {
        if turn == nil { texts.append(text(now, now)) } else { later.append(text(now, now)) }
      }
    }
    let also = later.isEmpty ? "" : "; now also \(later.joined(separator: ", "))"
    return (line(isVisible ? "shown" : "hidden", turn, texts) + also, turn?.step ?? 0, isVisible)
  }

  /// Why something shows the text that it shows: all facts, or only those that its last step changed.
  func content(
    of reasons: Reasons, verb: String, changedAlone: Bool = false
  ) -> (line: String, step: Int)? {
    guard let text = reasons.text else { return nil }
    let turn = lastTurn(of: text) { reader in reasons.content.map { $0.value(in: reader) } }
    let now = reasons.content.map { $0.value(in: Present()) }
    let texts = reasons.content.indices.compactMap { index -> String? in
      let (old, new) = turn.map { ($0.before[index], $0.after[index]) } ?? (now[index], now[index])
      return changedAlone && old == new ? nil : reasons.content[index].text(from: old, to: new)
    }
    return (line(verb, turn, texts), turn?.step ?? 0)
  }

  private func line(_ verb: String, _ turn: Turn?, _ texts: [String]) -> String {
    var line = verb + " "
    let oldest = room.keptPoints.lowerBound
    if let turn {
      line += turn.place
    } else if oldest == 0 {
      line += "since the beginning"
    } else {
      line += "since before step \(oldest + 1), the oldest that is kept"
    }
    let facts = texts.filter { !$0.isEmpty }
    return facts.isEmpty ? line : line + ": " + facts.joined(separator: ", ")
  }

  // MARK: Answers

  /// The lines about a view, within a screen or on its own.
  func lines(about reasons: Reasons, in screen: Reasons? = nil) -> [String] {
    var lines: [String] = []
    var step = 0
    var isVisible = true
    if reasons.conditions.isEmpty {
      let isEmpty = reasons.text?(Present()).isEmpty ?? false
      if let content = content(of: reasons, verb: isEmpty ? "hidden" : "shown") { lines.append(content.line) }
    } else {
      let visibility = visibility(of: reasons)
      (step, isVisible) = (visibility.step, visibility.isVisible)
      lines.append(visibility.line)
      if isVisible, let content = content(of: reasons, verb: "changed", changedAlone: true),
        content.step > step
      {
        lines.append(content.line)
      }
    }
    guard let screen else { return lines }
    let around = visibility(of: screen)
    if !around.isVisible { return [around.line] + (isVisible ? [] : lines) }
    if isVisible, around.step > step { lines.append(around.line) }
    return lines
  }
}
