import TerminalText
public import Values
import ViewEvents

extension SessionEvent {
  /// The version of the format, which increases when the meaning of a member changes. Readers ignore unknown members
  /// and types.
  public static let jsonVersion = 1

  /// The first bytes of a file of events.
  public static let jsonBeginning = #"{"type":"start","format":"events","#

  /// The event as one JSON object on a single line, without a line end.
  ///
  /// Characters that a terminal would interpret are escaped. Invalid UTF-8 in a line becomes replacement characters.
  public var json: String { JSONWriter.string { $0.event(self) } }
}

extension JSONWriter {
  /// Writes the line that begins a file of events.
  ///
  /// - Parameter members: writes further members.
  public mutating func startEvents(_ members: (inout JSONWriter) -> Void) {
    object {
      $0.text("start", as: "type")
      $0.text("events", as: "format")
      $0.number(SessionEvent.jsonVersion, as: "version")
      members(&$0)
    }
    endLine()
  }

  /// Writes a line with an event.
  public mutating func line(_ event: SessionEvent) {
    self.event(event)
    endLine()
  }

  fileprivate mutating func event(_ event: SessionEvent) {
    object {
      switch event {
      case .lineBegan(let line):
        $0.text("line", as: "type")
        if let number = line.number {
          $0.number(number, as: "number")
          $0.text(String(decoding: line.text, as: UTF8.self), as: "text")
        }
      case .text(let text):
        $0.text("text", as: "type")
        $0.text(text, as: "text")
      case .diagnostic(let failure):
        $0.text("diagnostic", as: "type")
        $0.members(of: failure)
      case .committed(let transaction):
        $0.text("transaction", as: "type")
        $0.members(of: transaction)
      case .told(let delivery):
        $0.text("told", as: "type")
        $0.members(of: delivery)
      case .view(let event, let source):
        $0.text("view", as: "type")
        $0.members(of: event)
        $0.members(of: source)
      case .lineEnded(let outcome):
        $0.text("end", as: "type")
        $0.text(outcome.rawValue, as: "outcome")
      }
    }
  }

  private mutating func members(of failure: CommandFailure) {
    let (explanation, range) = (failure.diagnostic.explanation, failure.diagnostic.range)
    if let kind = explanation.kind { text(Explanation.code(ofKind: kind), as: "code") }
    text(explanation.message, as: "message")
    if let suggestion = explanation.suggestion { text(suggestion, as: "suggestion") }
    if let limit = explanation.limit { text(limit, as: "limit") }
    if !explanation.notes.isEmpty { texts(explanation.notes, as: "notes") }
    // A failure without text has no location.
    if failure.text.isEmpty { return }
    text(String(decoding: failure.text, as: UTF8.self), as: "text")
    array([range.lowerBound, range.upperBound], as: "range") { $0.number($1) }
  }

  private mutating func members(of transaction: CommittedTransaction) {
    text(transaction.cause, as: "cause")
    if let step = transaction.step { number(step, as: "step") }
    if let part = transaction.part { number(part, as: "part") }
    if transaction.isUndone { truth(true, as: "undone") }
    if transaction.isRedone { truth(true, as: "redone") }
    if let changes = transaction.changes { array(changes, as: "changes") { $0.change($1) } }
  }

  private mutating func change(_ change: CommittedTransaction.Change) {
    object {
      $0.text(change.action.rawValue, as: "action")
      $0.text(change.kind, as: "kind")
      $0.value(change.id, as: "id")
      if let name = change.name { $0.text(name, as: "name") }
      if let rule = change.rule { $0.text(rule, as: "rule") }
      $0.array(change.fields, as: "fields") { json, field in
        json.object {
          $0.text(field.name, as: "name")
          if let old = field.old { $0.value(old, as: "old") }
          if let new = field.new { $0.value(new, as: "new") }
          if let kind = field.referencedKind { $0.text(kind, as: "refersTo") }
          if let id = field.oldID { $0.value(id, as: "oldID") }
          if let id = field.newID { $0.value(id, as: "newID") }
        }
      }
    }
  }

  private mutating func members(of delivery: Delivery) {
    array(delivery.calls, as: "to") { json, call in
      json.object {
        $0.text(call.name, as: "name")
        if call.lineCount > 0 { $0.number(call.lineCount, as: "lines") }
      }
    }
    number(delivery.passingCount, as: "passed")
  }

  // MARK: Views

  private mutating func members(of source: ViewSource?) {
    switch source {
    case .object(let kind, let id):
      text(kind, as: "kind")
      raw(id, as: "id")
    case .facts(let facts): texts(facts, as: "facts")
    case nil: break
    }
  }

  private mutating func members(of event: ViewEvent) {
    let change =
      switch event {
      case .opened: "opened"
      case .closed: "closed"
      case .appeared: "appeared"
      case .disappeared: "disappeared"
      case .changed: "changed"
      case .moved: "moved"
      }
    text(change, as: "change")
    text(event.path.description, as: "path")
    switch event {
    case .opened, .closed: break
    case .appeared(_, let row, let fields, let columns), .disappeared(_, let row, let fields, let columns):
      members(row, fields, nil, columns)
    case .changed(_, let row, let old, let new, let columns): members(row, old, new, columns)
    case .moved(_, let row, let end, let old, let new, let columns):
      members(row, to: end, old, new, columns)
    }
  }

  /// Writes the row, counted from 1, and its fields: `text`, or `old` and `new` if they differ.
  private mutating func members(
    _ row: Int?, to end: Int? = nil, _ old: Fields, _ new: Fields?, _ columns: Columns
  ) {
    if let row { number(row + 1, as: "row") }
    if let end { number(end + 1, as: "to") }
    let (before, after) = (old.texts, (new ?? old).texts)
    array(0..<max(before.count, after.count), as: "fields") { json, index in
      json.object {
        if columns.columns.indices.contains(index) {
          $0.text(columns.columns[index].name, as: "name")
          let unit = columns.columns[index].unit.description
          if !unit.isEmpty { $0.text(unit, as: "unit") }
        }
        let was = before.indices.contains(index) ? before[index] : ""
        let now = after.indices.contains(index) ? after[index] : ""
        if was == now {
          $0.text(now, as: "text")
        } else {
          $0.text(was, as: "old")
          $0.text(now, as: "new")
        }
      }
    }
  }
}
