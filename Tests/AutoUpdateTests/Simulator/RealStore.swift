import AutoUpdate

/// The real store, for a program.
@MainActor final class RealStore: SimulatedStore {
  let stage: Stage
  let store = DataStore()
  let elsewhere = DataStore()
  let pieces: Table<Piece>
  let marks: Table<Mark>
  private var open: [Transaction] = []
  private var observers: [(target: Target, token: Subscription?, view: AnyObject?)] = []
  /// What the store let go of, in its order.
  private(set) var schedule: [Settled] = []
  /// A part that was made for a write, and that ends with it if the write changes nothing.
  private var offered = 0
  private(set) var livingParts: Set<Int> = []

  init(_ stage: Stage, isTraced: Bool) {
    self.stage = stage
    pieces = store.table(of: Piece.self)
    marks = store.table(of: Mark.self)
    if isTraced { store.tracer = SimulatedTracer { [unowned stage] in stage.traced($0) } }
    store.onFault = { [unowned self] in
      schedule.append(.fault)
      self.stage.fault($0.description)
    }
  }

  func partEnded(_ part: Int) {
    livingParts.remove(part)
    if part == offered { return }
    schedule.append(.part(part))
    stage.ended(part)
  }

  func transaction(_ cause: String, _ kind: Operation.Kind, _ body: @escaping () -> Void) -> String {
    if kind == .plain {
      store.transaction(cause) { run(body, in: $0) }
      return ""
    }
    do {
      try store.transaction(cause) { transaction in
        run(body, in: transaction)
        if kind == .throwing { throw Refused() }
      }
      return ""
    } catch {
      return "\(error)"
    }
  }

  private func run(_ body: () -> Void, in transaction: Transaction) {
    open.append(transaction)
    defer { open.removeLast() }
    body()
  }

  func respond(_ cause: String, isBad: Bool, _ body: @escaping () -> Void) {
    store.respond(cause) { [unowned self] transaction in
      run(body, in: transaction)
      if isBad { throw Refused() }
    }
  }

  func write(_ table: Int, _ id: Int, _ value: Value?) {
    guard let transaction = open.last else { return }
    if let value {
      offered = value.part
      save(table, id, value, transaction)
      offered = 0
    } else if table == 0 {
      transaction.delete(HookedID(number: id), from: pieces)
    } else {
      transaction.delete(id, from: marks)
    }
  }

  /// Whatever a model of this is not stored has ended when it returns.
  @inline(never)
  private func save(_ table: Int, _ id: Int, _ value: Value, _ transaction: Transaction) {
    if table == 0 {
      livingParts.insert(value.part)
      transaction.save(Piece(id: HookedID(number: id), number: value.number, part: SimulatedPart(value.part)))
    } else {
      transaction.save(Mark(id: id, number: value.number))
    }
  }

  func writeElsewhere() {
    open.last?.save(Mark(id: 0, number: 1), in: elsewhere.table(of: Mark.self))
  }

  // MARK: Observing

  func observe(_ observer: Int, _ target: Target) {
    observers.append((target, nil, nil))
    var token: Subscription?
    switch target {
    case .row(0, let id):
      let view = SimulatedView<Piece> { [unowned stage] in stage.told(observer, text($0?.number)) }
      observers[observer].view = view
      view.autoUpdate(HookedID(number: id), from: store)
    case .row(_, let id):
      let view = SimulatedView<Mark> { [unowned stage] in stage.told(observer, text($0?.number)) }
      observers[observer].view = view
      view.autoUpdate(id, from: store)
    case .table(0):
      token = observe(pieces, observer, target, table: 0) {
        $0.id.number
      } number: {
        $0.number
      }
    case .table:
      token = observe(marks, observer, target, table: 1) {
        $0.id
      } number: {
        $0.number
      }
    case .store:
      token = store.observe(name: name(target)) { [unowned stage] update in
        switch update {
        case .initial: stage.told(observer, "initial")
        case .changes(let changes):
          let lines =
            changes.changes(of: Piece.self).map {
              line(0, $0.before, $0.after, { $0.id.number }, { $0.number })
            }
            + changes.changes(of: Mark.self).map { line(1, $0.before, $0.after, { $0.id }, { $0.number }) }
          stage.told(observer, "\(changes.cause): \(lines.joined(separator: " "))")
        }
      }
    }
    if let token { observers[observer].token = token }
  }

  private func observe<Model>(
    _ table: Table<Model>, _ observer: Int, _ target: Target, table index: Int, id: @escaping (Model) -> Int,
    number: @escaping (Model) -> Int
  ) -> Subscription {
    table.observe(name: name(target)) { [unowned stage] update in
      switch update {
      case .initial: stage.told(observer, "initial")
      case .changes(let changes):
        stage.told(
          observer, changes.map { line(index, $0.before, $0.after, id, number) }.joined(separator: " "))
      }
    }
  }

  func rebind(_ observer: Int, to id: Int) {
    if let view = observers[observer].view as? SimulatedView<Piece> {
      view.autoUpdate(HookedID(number: id), from: store)
    } else if let view = observers[observer].view as? SimulatedView<Mark> {
      view.autoUpdate(id, from: store)
    }
  }

  func cancel(_ observer: Int, isReleased: Bool) {
    if isReleased {
      observers[observer].view = nil
    } else {
      (observers[observer].view as? SimulatedView<Piece>)?.stopUpdating()
      (observers[observer].view as? SimulatedView<Mark>)?.stopUpdating()
    }
    observers[observer].token?.cancel()
    observers[observer].token = nil
  }

  // MARK: History

  func move(_ kind: Operation.Kind, to point: Int, _ cause: String) -> String {
    let history = store.history
    do throws(StoreError) {
      switch kind {
      case .undo: return "\(try history.undo(cause: cause))"
      case .redo: return "\(try history.redo(cause: cause))"
      default: return "\(try history.move(to: history.steps.lowerBound + point, cause: cause))"
      }
    } catch {
      return error.description
    }
  }

  func setLimit(steps: Int, changes: Int) {
    store.history.limit = HistoryLimit(steps: steps, changes: changes)
  }

  func setCascadeLimit(_ limit: Int) { store.cascadeLimit = limit }

  func past(_ count: Int) -> String {
    let past = store.pastState()
    for _ in 0..<count { past.stepBack() }
    let numbers =
      (0..<4).map { past[HookedID(number: $0), in: pieces]?.number }
      + (0..<4).map { past[$0, in: marks]?.number }
    return "past: " + numbers.map(text).joined(separator: " ")
  }

  var summary: String {
    let history = store.history
    let rows = [
      (0..<4).map { pieces[HookedID(number: $0)]?.number }, (0..<4).map { marks[$0]?.number },
    ]
    if pieces.count != rows[0].compactMap(\.self).count || pieces.models.count != pieces.count {
      stage.write("the table counts \(pieces.count)")
    }
    return describe(
      rows: rows, observerCounts: [pieces.observerCount, marks.observerCount],
      commitCount: Int(store.commitCount), start: history.steps.lowerBound, present: history.present,
      steps: history.steps.map { "\(history[$0]?.cause ?? "") \(history[$0]?.changeCount ?? 0)" })
  }
}

private func text(_ number: Int?) -> String { number.map { "\($0)" } ?? "-" }

private func line<Model>(
  _ table: Int, _ before: Model?, _ after: Model?, _ id: (Model) -> Int, _ number: (Model) -> Int
) -> String {
  "\(table).\((after ?? before).map(id) ?? -1) \(text(before.map(number)))→\(text(after.map(number)))"
}
