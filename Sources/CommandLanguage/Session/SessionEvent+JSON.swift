import TerminalText
import Values
import ViewEvents

/// Events as JSON, for other programs.
extension SessionEvent {
  /// The version of the format, which increases when the meaning of a member changes. Readers ignore unknown members
  /// and types.
  public static let jsonVersion = 1

  /// The first bytes of a file of events.
  public static let jsonBeginning = #"{"type":"start","format":"events","#

  /// Returns the JSON object that begins a file of events.
  ///
  /// - Parameter members: additional members, as JSON.
  public static func jsonStart(_ members: [(name: String, value: String)] = []) -> String {
    JSON.object(
      [("type", Quoting.json("start")), ("format", Quoting.json("events")), ("version", String(jsonVersion))]
        + members)
  }

  /// The event as one JSON object on a single line, without a line end.
  ///
  /// Characters that a terminal would interpret are escaped. Invalid UTF-8 in a line becomes replacement characters.
  public var json: String {
    switch self {
    case .lineBegan(let line):
      Self.object(
        "line",
        line.number.map { [("number", String($0)), ("text", Self.text(line.text))] } ?? [])
    case .text(let text): Self.object("text", [("text", Quoting.json(text))])
    case .diagnostic(let failure): Self.object("diagnostic", Self.members(of: failure))
    case .committed(let transaction):
      Self.object("transaction", Self.members(of: transaction))
    case .told(let delivery): Self.object("told", Self.members(of: delivery))
    case .view(let event, let source): Self.object("view", Self.members(of: event, source))
    case .lineEnded(let outcome): Self.object("end", [("outcome", Quoting.json("\(outcome)"))])
    }
  }

  private typealias Members = [(name: String, value: String)]

  private static func object(_ type: String, _ members: Members) -> String {
    JSON.object([("type", Quoting.json(type))] + members)
  }

  private static func text(_ bytes: [UInt8]) -> String {
    Quoting.json(String(decoding: bytes, as: UTF8.self))
  }

  private static func members(of failure: CommandFailure) -> Members {
    let (explanation, range) = (failure.diagnostic.explanation, failure.diagnostic.range)
    var members: Members = []
    if let kind = explanation.kind { members.append(("code", Quoting.json(Explanation.code(ofKind: kind)))) }
    members.append(("message", Quoting.json(explanation.message)))
    if let suggestion = explanation.suggestion { members.append(("suggestion", Quoting.json(suggestion))) }
    if let limit = explanation.limit { members.append(("limit", Quoting.json(limit))) }
    if !explanation.notes.isEmpty {
      members.append(("notes", JSON.array(explanation.notes.map(Quoting.json))))
    }
    // A failure without text has no location.
    if !failure.text.isEmpty {
      members.append(("text", text(failure.text)))
      members.append(("range", JSON.array([String(range.lowerBound), String(range.upperBound)])))
    }
    return members
  }

  private static func members(of transaction: CommittedTransaction) -> Members {
    var members: Members = [("cause", Quoting.json(transaction.cause))]
    if let step = transaction.step { members.append(("step", String(step))) }
    if let part = transaction.part { members.append(("part", String(part))) }
    if transaction.isUndone { members.append(("undone", "true")) }
    if let changes = transaction.changes { members.append(("changes", JSON.array(changes.map(json)))) }
    return members
  }

  private static func json(_ change: CommittedTransaction.Change) -> String {
    var members: Members = [
      ("action", Quoting.json(change.action.rawValue)), ("kind", Quoting.json(change.kind)),
      ("id", change.id.json { _ in .none }),
    ]
    if let name = change.name { members.append(("name", Quoting.json(name))) }
    if let rule = change.rule { members.append(("rule", Quoting.json(rule))) }
    return JSON.object(members + [("fields", JSON.array(change.fields.map(json)))])
  }

  private static func json(_ field: CommittedTransaction.Field) -> String {
    var members: Members = [("name", Quoting.json(field.name))]
    if let old = field.old { members.append(("old", old.json { _ in .none })) }
    if let new = field.new { members.append(("new", new.json { _ in .none })) }
    return JSON.object(members)
  }

  private static func members(of delivery: Delivery) -> Members {
    let calls = delivery.calls.map { call in
      JSON.object(
        [("name", Quoting.json(call.name))] + (call.lineCount > 0 ? [("lines", String(call.lineCount))] : []))
    }
    return [("to", JSON.array(calls)), ("passed", String(delivery.passingCount))]
  }

  // MARK: Views

  private static func members(of event: ViewEvent, _ source: ViewSource?) -> Members {
    let path = ("path", Quoting.json(event.path.description))
    let members = Self.members(of: event, path)
    return switch source {
    case .object(let kind, let id): members + [("kind", Quoting.json(kind)), ("id", id)]
    case .facts(let facts): members + [("facts", JSON.array(facts.map(Quoting.json)))]
    case nil: members
    }
  }

  private static func members(of event: ViewEvent, _ path: (String, String)) -> Members {
    switch event {
    case .opened: [change("opened"), path]
    case .closed: [change("closed"), path]
    case .appeared(_, let row, let fields, let columns):
      [change("appeared"), path] + members(row, fields, nil, columns)
    case .disappeared(_, let row, let fields, let columns):
      [change("disappeared"), path] + members(row, fields, nil, columns)
    case .changed(_, let row, let old, let new, let columns):
      [change("changed"), path] + members(row, old, new, columns)
    case .moved(_, let row, let end, let old, let new, let columns):
      [change("moved"), path] + members(row, to: end, old, new, columns)
    }
  }

  private static func change(_ name: String) -> (String, String) { ("change", Quoting.json(name)) }

  /// Returns the row, counted from 1, and its fields: `text`, or `old` and `new` if they differ.
  private static func members(
    _ row: Int?, to end: Int? = nil, _ old: Fields, _ new: Fields?, _ columns: Columns
  ) -> Members {
    let (before, after) = (old.texts, (new ?? old).texts)
    let fields = (0..<max(before.count, after.count)).map { index in
      var members: Members = []
      if columns.columns.indices.contains(index) {
        members.append(("name", Quoting.json(columns.columns[index].name)))
        let unit = columns.columns[index].unit.description
        if !unit.isEmpty { members.append(("unit", Quoting.json(unit))) }
      }
      let was = before.indices.contains(index) ? before[index] : ""
      let now = after.indices.contains(index) ? after[index] : ""
      if was == now {
        members.append(("text", Quoting.json(now)))
      } else {
        members += [("old", Quoting.json(was)), ("new", Quoting.json(now))]
      }
      return JSON.object(members)
    }
    var members: Members = []
    if let row { members.append(("row", String(row + 1))) }
    if let end { members.append(("to", String(end + 1))) }
    return members + [("fields", JSON.array(fields))]
  }
}
