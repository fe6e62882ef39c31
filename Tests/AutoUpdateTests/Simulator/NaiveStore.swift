import AutoUpdate

/// What a store should do, in arrays that are copied and searched through.
@MainActor final class NaiveStore: SimulatedStore {
  typealias Rows = [[Value?]]
  struct Change { var table, id: Int; var before, after: Value? }
  struct Step { var cause: String; var changes: [Change] }
  struct Observer { var target: Target; var sequence: Int?; var isReleased = false }
  struct Answer {
    var cause: String; var isBad: Bool; var body: () -> Void; var causes: [String]; var step: Int?
    var root: Int?
  }
  struct Level { var rows: Rows; var touched: [(Int, Int)]; var answers: Int; var refusal: StoreError? }

  unowned let stage: Stage
  let isTraced: Bool
  /// In which order the real store let go of what it might.
  var schedule: [Settled]
  var (isDelivering, isAnswering, isSettling) = (false, false, false)
  var rows: Rows = [[Value?](repeating: nil, count: 4), [Value?](repeating: nil, count: 4)]
  var before: Rows = []
  var touched: [(Int, Int)] = []
  var levels: [Level] = []
  var (openCause, causes, step): (String, [String], Int?) = ("", [], nil)
  /// The transaction that changed nothing and led to the current one, and the last such one whose answers are a step.
  var (root, lastRoot, stepOfRoot, transactionCount): (Int?, Int?, Int?, Int) = (nil, nil, nil, 0)
  var answers: [Answer] = []
  var (answerTotal, cascadeLimit, commitCount, nextSequence) = (0, 100, 0, 0)
  var steps: [Step] = []
  var (start, present) = (0, 0)
  var limit = (steps: 0, changes: 0)
  var observers: [Observer] = []
  var faults: [StoreError] = []
  /// The parts that were stored and have not ended.
  var parts: Set<Int> = []
  var shown: [Value?] = []

  init(_ stage: Stage, isTraced: Bool, schedule: [Settled]) {
    (self.stage, self.isTraced, self.schedule) = (stage, isTraced, schedule)
  }

  var isIdle: Bool { !isDelivering && levels.isEmpty && !isAnswering }
  var end: Int { start + steps.count }

  func transaction(_ cause: String, _ kind: Operation.Kind, _ body: @escaping () -> Void) -> String {
    if isDelivering {
      let refusal = StoreError.delivering(cause: cause, of: openCause)
      guard kind == .plain else { return refusal.description }
      faults.append(refusal)
      body()
      return ""
    }
    if levels.isEmpty {
      (openCause, before, touched) = (cause, rows, [])
      transactionCount += 1
    }
    levels.append(Level(rows: rows, touched: touched, answers: answers.count))
    body()
    let level = levels.removeLast()
    guard kind == .throwing || level.refusal != nil else {
      if levels.isEmpty { commit(from: level.answers, to: nil) }
      return ""
    }
    (rows, touched) = (level.rows, level.touched)
    answerTotal -= answers.count - level.answers
    answers.removeLast(answers.count - level.answers)
    if levels.isEmpty { finish() }
    guard kind != .throwing, let refusal = level.refusal else { return "Refused()" }
    guard kind == .plain else { return refusal.description }
    faults.append(refusal)
    settle()
    return ""
  }

  func write(_ table: Int, _ id: Int, _ value: Value?) {
    guard !levels.isEmpty, rows[table][id]?.number != value?.number else { return }
    if let value, value.part > 0 { parts.insert(value.part) }
    rows[table][id] = value
    if !touched.contains(where: { $0 == (table, id) }) { touched.append((table, id)) }
  }

  func writeElsewhere() {
    guard let last = levels.indices.last else { return }
    levels[last].refusal = levels[last].refusal ?? .foreignTable(model: "Mark")
  }

  func commit(from firstAnswer: Int, to point: Int?) {
    let changes = touched.sorted { $0.0 < $1.0 }.map {
      Change(table: $0.0, id: $0.1, before: before[$0.0][$0.1], after: rows[$0.0][$0.1])
    }.filter { $0.before?.number != $0.after?.number }
    if !changes.isEmpty || point != nil {
      isDelivering = true
      commitCount += 1
      if let point { (present, step) = (point, nil) } else { record(changes) }
      complete(from: firstAnswer, isEmpty: false)
      deliver(changes)
      isDelivering = false
    } else {
      complete(from: firstAnswer, isEmpty: true)
    }
    finish()
  }

  /// Tells the answers that were given in a transaction what they answer, or refuses them.
  func complete(from first: Int, isEmpty: Bool) {
    let chain = causes + [openCause]
    for index in first..<max(first, answers.count) {
      (answers[index].causes, answers[index].step) = (chain, step)
      answers[index].root = isEmpty ? root ?? transactionCount : nil
    }
    if chain.count <= cascadeLimit { return }
    faults += answers[min(first, answers.count)...].map {
      .cascade(causes: chain + [$0.cause], limit: cascadeLimit)
    }
    answerTotal -= max(0, answers.count - first)
    answers.removeLast(max(0, answers.count - first))
  }

  func deliver(_ changes: [Change]) {
    let told = observers.indices.filter { observers[$0].sequence != nil && !own(changes, $0).isEmpty }
    let sequences = told.map { observers[$0].sequence }
    let order = told.indices.sorted { (sequences[$0] ?? 0) < (sequences[$1] ?? 0) }
    if isTraced { stage.traced("of \(openCause)") }
    for index in order {
      let (observer, sequence) = (told[index], sequences[index])
      if observers[observer].sequence != sequence { continue }
      if isTraced { stage.traced("to \(name(observers[observer].target))") }
      if observers[observer].sequence == sequence { stage.told(observer, own(changes, observer)) }
    }
  }

  func finish() {
    if isAnswering { return }
    isAnswering = true
    while !answers.isEmpty {
      let answer = answers.removeFirst()
      (causes, step, root) = (answer.causes, answer.step, answer.root)
      let error = transaction(answer.cause, answer.isBad ? .throwing : .respond, answer.body)
      if error == "Refused()" {
        faults.append(.responseFailed(cause: answer.cause, message: error))
      } else if !error.isEmpty {
        faults.append(.foreignTable(model: "Mark"))
      }
    }
    (isAnswering, answerTotal, causes, step, root) = (false, 0, [], nil, nil)
    settle()
  }

  func respond(_ cause: String, isBad: Bool, _ body: @escaping () -> Void) {
    let chain = isDelivering ? causes + [openCause] : []
    let bound = max(cascadeLimit * 100, 1)
    if chain.count > cascadeLimit {
      faults.append(.cascade(causes: chain + [cause], limit: cascadeLimit))
    } else if answerTotal >= bound {
      faults.append(.tooManyResponses(cause: cause, limit: bound))
    } else {
      answerTotal += 1
      answers.append(Answer(cause: cause, isBad: isBad, body: body, causes: chain, step: step))
      if isIdle { finish() }
    }
  }

  /// The parts that nothing refers to.
  var ending: Set<Int> {
    let kept = (rows.joined() + shown).compactMap { $0?.part }
    // A change has one value: the row, or its next change, has the other.
    let past = steps.enumerated().flatMap { place, step in
      step.changes.map { (place < present - start ? $0.before : $0.after)?.part ?? 0 }
    }
    return parts.subtracting(kept).subtracting(past)
  }

  func endNext(_ part: Int) {
    schedule.removeFirst()
    parts.remove(part)
    stage.ended(part)
  }

  /// Lets parts end that nothing refers to, and tells of faults, as scheduled.
  func settle() {
    guard isIdle, !isSettling else { return }
    isSettling = true
    defer { isSettling = false }
    while true {
      let ending = ending
      if ending.isEmpty, faults.isEmpty { return }
      if case .part(let part) = schedule.first, ending.contains(part) {
        endNext(part)
      } else if schedule.first == .fault, !faults.isEmpty {
        schedule.removeFirst()
        stage.fault(faults.removeFirst().description)
      } else {
        return stage.write("should end: \(ending.sorted()), faults: \(faults)")
      }
    }
  }

  func observe(_ observer: Int, _ target: Target) {
    nextSequence += 1
    observers.append(Observer(target: target, sequence: nextSequence))
    guard case .row(let table, let id) = target else { return stage.told(observer, "initial") }
    tellFirst(observer, (levels.isEmpty ? rows : before)[table][id])
  }

  /// A view is shown a value that lives as long as the call, whatever is written meanwhile; a store that is
  /// letting go of things further on keeps it still longer.
  func tellFirst(_ observer: Int, _ value: Value?) {
    shown.append(value)
    stage.told(observer, text(value))
    shown.removeLast()
    if let part = value?.part, isIdle, !isSettling, ending.contains(part), schedule.first == .part(part) {
      endNext(part)
    }
  }

  func rebind(_ observer: Int, to id: Int) {
    guard case .row(let table, _) = observers[observer].target, !observers[observer].isReleased else {
      return
    }
    nextSequence += 1
    observers[observer] = Observer(target: .row(table: table, id: id), sequence: nextSequence)
    tellFirst(observer, (levels.isEmpty ? rows : before)[table][id])
  }

  func cancel(_ observer: Int, isReleased: Bool) {
    observers[observer].sequence = nil
    if isReleased { observers[observer].isReleased = true }
  }

  func setCascadeLimit(_ limit: Int) { cascadeLimit = limit }
}
