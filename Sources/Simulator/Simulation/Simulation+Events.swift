import AutoUpdate
import CommandLanguage
public import TextViews
import Values

/// The events of a session that is observed.
extension Simulation {
  public func recordEvents(_ isOn: Bool) {
    if isOn {
      console.beginRecording()
      transactionNotes.point = store.history.present
    } else {
      console.endRecording()
    }
  }

  public var shownEvents: [ViewEvent] { ScreenImage(of: stage.views).events }

  private var transactionNotes: TransactionNotes { service { _ in TransactionNotes() } }

  /// Notes the transactions that were committed or taken back since the last call.
  func noteTransactions() {
    let notes = transactionNotes
    let present = store.history.present
    if notes.point == present { return }
    var noted: [(part: Int, transaction: CommittedTransaction)] = []
    while notes.point < present {
      noted.append((notes.point, transaction(notes.point, isUndone: false)))
      notes.point += 1
    }
    while notes.point > present {
      notes.point -= 1
      noted.append((notes.point, transaction(notes.point, isUndone: true)))
    }
    // The history takes its steps in only now: it may drop what it keeps too much of.
    let steps = past.steps
    for (part, transaction) in noted {
      var transaction = transaction
      let number = steps.number(ofPart: part)
      if let parts = steps[number]?.parts, parts.contains(part) {
        (transaction.step, transaction.part) = (number, part - parts.lowerBound + 1)
      }
      output.note(transaction)
    }
  }

  private func transaction(_ part: Int, isUndone: Bool) -> CommittedTransaction {
    let kept = store.history.changes(of: part)
    let changes = isUndone ? kept?.inverted(cause: "") : kept
    return CommittedTransaction(
      cause: kept?.cause ?? "", isUndone: isUndone,
      changes: changes?.changes.compactMap { ($0 as? any ModelChange).flatMap { self.change($0) } })
  }

  private func change<C: ModelChange>(_ change: C) -> CommittedTransaction.Change? {
    let schema = C.Model.schema
    guard !schema.isInternal, let object = change.after ?? change.before else { return nil }
    let fields = schema.fields.filter { field in
      guard field.isStored else { return false }
      guard let before = change.before, let after = change.after else { return true }
      return !field.isSame(before, after)
    }
    return CommittedTransaction.Change(
      kind: schema.name, id: object.id.fieldValue, name: schema.nameOf?(object),
      action: change.before == nil ? .added : change.after == nil ? .removed : .changed,
      fields: fields.map { field in
        CommittedTransaction.Field(
          name: field.name, old: change.before.map { named(field.read($0)) },
          new: change.after.map { named(field.read($0)) })
      })
  }

  /// A value in which objects are their names; an object without one is its identity.
  private func named(_ value: Value) -> Value {
    switch value {
    case .reference(let kind, let id):
      // To ask for the number of an object without a name may give it one.
      guard let place = schemas.place(named: kind), schemas.schemas[place].hasNames,
        let number = objects[place].number(of: id), let name = objects[place].name(of: number)
      else { return id }
      return .text(name)
    case .list(let values): return .list(values.map(named))
    default: return value
    }
  }
}

/// The point of the history up to which transactions have been noted.
private final class TransactionNotes: SessionService {
  var point = 0

  func reset() { point = 0 }
}
