import AutoUpdate
public import CommandLanguage
import TextViews
import Values

extension Simulation {
  public func recordEvents(_ isOn: Bool) {
    if isOn {
      console.beginRecording()
      (transactionNotes.point, transactionNotes.moveCount) = (store.history.present, past.moveCount)
    } else {
      console.endRecording()
    }
    past.observeDeliveries(isOn)
  }

  public var initialEvents: [SessionEvent] {
    let changes = schemas.schemas.flatMap { added($0) }
    let objects: [SessionEvent] =
      changes.isEmpty ? [] : [.committed(CommittedTransaction(cause: "", changes: changes))]
    return objects + ScreenImage.events(of: stage.views).map { .view($0.event, of: $0.source) }
  }

  /// Returns the objects of a kind as additions.
  private func added<S: AnySchema>(_ schema: S) -> [CommittedTransaction.Change] {
    if schema.isForSession { return [] }
    let schema = S.Object.schema
    return all(S.Object.self).compactMap {
      schema.operations.describe(schema, Change(before: nil, after: $0), named)
    }
  }

  private var transactionNotes: TransactionNotes { service { _ in TransactionNotes() } }

  /// Reports the transactions that were committed or undone since the last call.
  func noteTransactions() {
    let notes = transactionNotes
    let present = store.history.present
    let delivery = past.takeDelivery()
    // A move is reported before the next command runs.
    let hasMoved = notes.moveCount != past.moveCount
    notes.moveCount = past.moveCount
    if notes.point == present, notes.unreported.isEmpty { return }
    var noted = notes.unreported
    notes.unreported = []
    while notes.point < present {
      noted.append((notes.point, transaction(notes.point, isUndone: false)))
      noted[noted.count - 1].transaction.isRedone = hasMoved
      notes.point += 1
    }
    while notes.point > present {
      notes.point -= 1
      noted.append((notes.point, transaction(notes.point, isUndone: true)))
    }
    // Read the history's steps only now, because that may drop steps that exceed its limits.
    let steps = past.steps
    for (part, transaction) in noted {
      var transaction = transaction
      let number = steps.number(ofPart: part)
      if let parts = steps[number]?.parts, parts.contains(part) {
        (transaction.step, transaction.part) = (number, part - parts.lowerBound + 1)
      }
      output.note(transaction)
    }
    if let delivery { output.note(delivery) }
  }

  /// Reads the committed transactions that have not been reported, before the history may drop them.
  func readTransactions() {
    let notes = transactionNotes
    // The transactions of a move are undone or redone ones, which stay in the history.
    guard output.isObserved, notes.moveCount == past.moveCount else { return }
    while notes.point < store.history.present {
      notes.unreported.append((notes.point, transaction(notes.point, isUndone: false)))
      notes.point += 1
    }
  }

  /// Drops transactions that were read and then rolled back.
  func dropRolledBackTransactions() {
    let (notes, present) = (transactionNotes, store.history.present)
    guard notes.point > present, !notes.unreported.isEmpty else { return }
    notes.unreported.removeAll { $0.part >= present }
    notes.point = present
  }

  private func transaction(_ part: Int, isUndone: Bool) -> CommittedTransaction {
    let kept = store.history.changes(of: part)
    let changes = isUndone ? kept?.inverted(cause: "") : kept
    return CommittedTransaction(
      cause: kept?.cause ?? "", isUndone: isUndone,
      changes: changes?.changes.compactMap { change in
        let objects = transactionNotes.kinds(of: objects)[ObjectIdentifier(type(of: change))]
        guard var noted = objects?.describe(change, named) else { return nil }
        if !isUndone { noted.rule = rule(of: change) }
        return noted
      })
  }

  /// Returns the reason, in words, why a change of one field changed others; `nil` if none applies.
  func rule(of change: any AnyChange) -> String? {
    for reason in parts.reasons {
      if let text = reason(change) { return text }
    }
    return nil
  }

  /// Returns a value in which references are replaced with names, or with identities for objects without names.
  private func named(_ value: Value) -> Value {
    switch value {
    case .reference(let kind, let id):
      // Looking up the number of an object without a name may assign one.
      guard let index = schemas.index(named: kind), schemas.schemas[index].hasNames,
        let number = objects[index].number(of: id), let name = objects[index].name(of: number)
      else { return id }
      return .text(name)
    case .list(let values): return .list(values.map(named))
    default: return value
    }
  }
}

/// The point of the history up to which transactions have been read.
private final class TransactionNotes: SessionService {
  var point = 0
  /// The number of moves through the history that have been reported.
  var moveCount = 0
  /// The transactions before the point that have been read, but not reported.
  var unreported: [(part: Int, transaction: CommittedTransaction)] = []
  private var kindsByType: [ObjectIdentifier: AnyObjects] = [:]

  func kinds(of all: [AnyObjects]) -> [ObjectIdentifier: AnyObjects] {
    if kindsByType.isEmpty {
      for objects in all { if let type = objects.changeType { kindsByType[type] = objects } }
    }
    return kindsByType
  }

  func reset() { (point, moveCount, unreported) = (0, 0, []) }
}

extension CommittedTransaction.Field {
  /// Creates a field from its stored values, in which `named` replaces references with names.
  @usableFromInline
  init(_ name: String, _ old: Value?, _ new: Value?, _ named: (Value) -> Value) {
    self.init(name: name, old: old.map(named), new: new.map(named))
    for (value, id) in [(old, \Self.oldID), (new, \Self.newID)] {
      guard let value, let kind = value.referencedKind else { continue }
      referencedKind = kind
      self[keyPath: id] = value.withIdentities
    }
  }
}

extension Value {
  /// The kind of the objects to which the value refers; `nil` if it refers to none.
  fileprivate var referencedKind: String? {
    switch self {
    case .reference(let kind, _): kind
    case .list(let values): values.lazy.compactMap(\.referencedKind).first
    default: nil
    }
  }

  /// The value with identities instead of references.
  fileprivate var withIdentities: Value {
    switch self {
    case .reference(_, let id): id
    case .list(let values): .list(values.map(\.withIdentities))
    default: self
    }
  }
}

extension ViewSource {
  /// Creates a source that identifies a model's rows.
  init<M: Model>(of model: M) {
    self = .object(kind: M.kindName, id: JSONWriter.string { $0.value(model.id.fieldValue) })
  }
}
