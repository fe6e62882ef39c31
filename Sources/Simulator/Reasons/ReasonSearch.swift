import AutoUpdate

/// A search in the history for the command that changed or hid a view.
struct ReasonSearch {
  let simulation: Simulation

  private var rewind: Rewind { Rewind(simulation: simulation) }

  /// Returns the reason for the visibility of a view, and the step since which it lasts.
  func visibility(of reasons: Reasons) throws -> (line: String, part: Int, isVisible: Bool) {
    // For each condition: its truth value, then the values of its facts.
    let note = { () -> [Value?] in
      reasons.conditions.flatMap { condition in
        [.truth(condition.holds(in: simulation))] + condition.facts.map { $0.value(simulation) }
      }
    }
    let now = note()
    let isVisible = reasons.isVisible(in: simulation)
    if readsViews({ reasons.isVisible(in: simulation) }) {
      return (Self.unknown(isVisible ? "shown" : "hidden"), -1, isVisible)
    }
    let turn = try rewind.lastTurn(of: { reasons.isVisible(in: simulation) }, note: note)
    // For a hidden view, list the conditions that hid it then, and others that hide it now.
    var texts: [String] = []
    var later: [String] = []
    var position = 0
    for condition in reasons.conditions {
      defer { position += condition.facts.count + 1 }
      func text(_ old: [Value?], _ new: [Value?]) -> String {
        let facts = condition.facts.enumerated().map { index, fact in
          fact.text(from: old[position + 1 + index], to: new[position + 1 + index], in: simulation)
        }.filter { !$0.isEmpty }
        let complaint = isVisible ? nil : condition.complaint(in: simulation)
        if facts.isEmpty { return condition.facts.isEmpty ? complaint ?? "" : "" }
        return facts.joined(separator: ", ") + (complaint.map { " (\($0))" } ?? "")
      }
      if isVisible {
        texts.append(text(turn?.before ?? now, turn?.after ?? now))
      } else if let turn, turn.after[position] == .truth(false) {
        texts.append(text(turn.before, turn.after))
      } else if now[position] == .truth(false) {
        if turn == nil { texts.append(text(now, now)) } else { later.append(text(now, now)) }
      }
    }
    texts = changes(turn, of: reasons.conditionKinds, besides: texts) + texts
    let also = later.isEmpty ? "" : "; now also \(later.joined(separator: ", "))"
    return (line(isVisible ? "shown" : "hidden", turn, texts) + also, turn?.turn.part ?? -1, isVisible)
  }

  /// Returns the reasons for a text: all facts, or only those that were changed by the step that last changed the text.
  func content(
    of reasons: Reasons, verb: String, changedAlone: Bool = false
  ) throws -> (line: String, part: Int)? {
    guard let text = reasons.text else { return nil }
    if readsViews({ text(simulation) }) { return (Self.unknown(verb), -1) }
    let note = { reasons.content.map { $0.value(simulation) } }
    let now = note()
    let turn = try rewind.lastTurn(of: { text(simulation) }, note: note)
    var texts = reasons.content.indices.compactMap { index -> String? in
      let (old, new) = turn.map { ($0.before[index], $0.after[index]) } ?? (now[index], now[index])
      return changedAlone && old == new
        ? nil : reasons.content[index].text(from: old, to: new, in: simulation)
    }
    texts += changes(turn, of: reasons.contentKinds, besides: texts)
    return (line(verb, turn, texts), turn?.turn.part ?? -1)
  }

  /// Returns a Boolean value that indicates whether code reads the contents of views, which are unknown for
  /// earlier states.
  private func readsViews<Content>(_ value: () -> Content) -> Bool {
    var reads = Reads()
    _ = simulation.store.note(&reads) { value() }
    return simulation.stage.isRead(in: reads)
  }

  private static func unknown(_ verb: String) -> String {
    "\(verb) because of other views; what they showed earlier is not known"
  }

  /// Returns the changes that a step made to objects of some kinds, except those already listed. If there are many,
  /// returns only the first.
  private func changes(_ turn: Rewind.Turn?, of kinds: [String], besides texts: [String]) -> [String] {
    guard let turn, !kinds.isEmpty else { return [] }
    let changes = turn.changes.filter { change in
      (change as? any ModelChange).map { kinds.contains($0.kindName) } ?? false
    }
    let parts = ChangeText(simulation: simulation).parts(of: changes)
    let others = parts.filter { part in !texts.contains { $0.hasPrefix(part) } }
    return Array(others.prefix(HistoryService.printedChangeLimit))
  }

  private func line(_ verb: String, _ turn: Rewind.Turn?, _ texts: [String]) -> String {
    PastSearch(simulation: simulation).line(verb, turn?.turn, texts.filter { !$0.isEmpty })
  }

  // MARK: Answers

  func lines(about reasons: Reasons, in screen: Reasons? = nil) throws -> [String] {
    var lines: [String] = []
    var part = -1
    var isVisible = true
    if reasons.conditions.isEmpty {
      isVisible = reasons.text.map { !$0(simulation).isEmpty } ?? true
      if let content = try content(of: reasons, verb: isVisible ? "shown" : "hidden") {
        lines.append(content.line)
        part = content.part
      }
    } else {
      let visibility = try visibility(of: reasons)
      (part, isVisible) = (visibility.part, visibility.isVisible)
      lines.append(visibility.line)
      if isVisible, let content = try content(of: reasons, verb: "changed", changedAlone: true),
        content.part > part
      {
        lines.append(content.line)
      }
    }
    guard let screen else { return lines }
    let around = try visibility(of: screen)
    if !around.isVisible { return [around.line] + (isVisible ? [] : lines) }
    if isVisible, around.part > part || lines.isEmpty { lines.append(around.line) }
    return lines
  }
}
