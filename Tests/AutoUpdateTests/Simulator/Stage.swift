import AutoUpdate

/// A number in a row, and the part that the row's model has; 0 for none.
struct Value: Equatable {
  var number: Int
  var part: Int
}

enum Target {
  case row(table: Int, id: Int)
  case table(Int)
  case store
}

/// What happened when a store let go of things: a part of a model ended, or a fault was told.
enum Settled: Equatable {
  case part(Int)
  case fault
}

/// A store as a program sees it: the real one, and the naive one that says what the real one should do.
@MainActor protocol SimulatedStore: AnyObject {
  /// Runs a transaction; returns what it threw, or nothing.
  func transaction(_ cause: String, _ kind: Operation.Kind, _ body: @escaping () -> Void) -> String
  func respond(_ cause: String, isBad: Bool, _ body: @escaping () -> Void)
  /// Writes in the innermost open transaction.
  func write(_ table: Int, _ id: Int, _ value: Value?)
  func writeElsewhere()
  func observe(_ observer: Int, _ target: Target)
  func rebind(_ observer: Int, to id: Int)
  func cancel(_ observer: Int, isReleased: Bool)
  /// Moves the store to a point of its history; returns whether it did, or what it threw.
  func move(_ kind: Operation.Kind, to point: Int, _ cause: String) -> String
  func setLimit(steps: Int, changes: Int)
  func setCascadeLimit(_ limit: Int)
  /// What the store held some steps ago.
  func past(_ count: Int) -> String
  /// All that can be asked of the store.
  var summary: String { get }
}

/// Runs a program on a store, and writes down all that can be seen.
@MainActor final class Stage {
  let program: Operation
  var store: (any SimulatedStore)?
  private(set) var log: [String] = []
  private var nextCause = 0
  private var nextPart = 1
  /// What each observer still does when it is told.
  private var reactions: [[Operation]] = []
  /// What each observes, and how many calls are under way that begin to.
  private var observers: [(target: Target, beginnings: Int)] = []
  private var hooks: [Operation.Kind: [Operation]] = [:]

  init(_ program: Operation) {
    self.program = program
    for child in program.children where child.kind.isReaction { hooks[child.kind, default: []].append(child) }
  }

  func run() {
    for operation in program.children where !operation.kind.isReaction {
      write("\(operation.headline):")
      execute([operation])
      write(store?.summary ?? "")
    }
  }

  func write(_ line: String) { log.append(line) }

  // MARK: What a store calls

  func told(_ observer: Int, _ text: String) {
    write("observer \(observer): \(text)")
    guard !reactions[observer].isEmpty else { return }
    execute(reactions[observer].removeFirst().children)
  }

  func fault(_ fault: String) { react(.whenFault, "fault: \(fault)") }
  func ended(_ part: Int) { react(.whenEnded, "end of part \(part)") }
  func traced(_ line: String) { react(.whenTraced, line) }

  private func react(_ kind: Operation.Kind, _ line: String) {
    write(line)
    if let reaction = takeReaction(kind) { execute(reaction.children) }
  }

  /// The next reaction of a kind, which is due now.
  func takeReaction(_ kind: Operation.Kind) -> Operation? {
    guard let reaction = hooks[kind]?.first else { return nil }
    if kind == .whenCompared || kind == .whenHashed, reaction.numbers[0] > 0 {
      hooks[kind]?[0].numbers[0] -= 1
      return nil
    }
    hooks[kind]?.removeFirst()
    return reaction
  }

  // MARK: Operations

  private func execute(_ operations: [Operation], isInBody: Bool = false) {
    for operation in operations { execute(operation, isInBody) }
  }

  private func execute(_ operation: Operation, _ isInBody: Bool) {
    guard let store else { return }
    let numbers = operation.numbers
    nextCause += 1
    let cause = "c\(nextCause)"
    let body = { [self] in execute(operation.children, isInBody: true) }
    switch operation.kind {
    case .save, .delete:
      var value: Value?
      if operation.kind == .save {
        value = Value(number: numbers[2], part: numbers[0] == 0 ? nextPart : 0)
        nextPart += 1
      }
      if isInBody { return store.write(numbers[0], numbers[1], value) }
      note(store.transaction(cause, .transaction) { store.write(numbers[0], numbers[1], value) })
    case .foreign:
      if isInBody { return store.writeElsewhere() }
      note(store.transaction(cause, .transaction) { store.writeElsewhere() })
    case .transaction, .throwing, .plain: note(store.transaction(cause, operation.kind, body))
    case .respond, .badRespond: store.respond(cause, isBad: operation.kind == .badRespond, body)
    case .observeRow: observe(.row(table: numbers[0], id: numbers[1]), operation.children)
    case .observeTable: observe(.table(numbers[0]), operation.children)
    case .observeStore: observe(.store, operation.children)
    case .rebind, .cancel, .release: change(numbers[0], operation)
    case .undo, .redo, .move: note("moved: " + store.move(operation.kind, to: numbers.first ?? 0, cause))
    case .limit: store.setLimit(steps: numbers[0], changes: numbers[1])
    case .cascadeLimit: store.setCascadeLimit(numbers[0])
    case .past: note(store.past(numbers[0]))
    case .program, .whenTold, .whenFault, .whenTraced, .whenEnded, .whenCompared, .whenHashed: break
    }
  }

  private func observe(_ target: Target, _ reactions: [Operation]) {
    let observer = self.reactions.count
    self.reactions.append(reactions)
    observers.append((target, 1))
    store?.observe(observer, target)
    observers[observer].beginnings -= 1
  }

  /// Whoever is just told for the first time has no token yet, and a view is held by its caller then.
  private func change(_ observer: Int, _ operation: Operation) {
    guard observer < observers.count else { return }
    let (target, beginnings) = observers[observer]
    if case .row = target {
      if operation.kind == .rebind {
        observers[observer].beginnings += 1
        store?.rebind(observer, to: operation.numbers[1])
        observers[observer].beginnings -= 1
      } else if operation.kind == .cancel || beginnings == 0 {
        store?.cancel(observer, isReleased: operation.kind == .release)
      }
    } else if operation.kind != .rebind, beginnings == 0 {
      store?.cancel(observer, isReleased: operation.kind == .release)
    }
  }

  private func note(_ outcome: String) { if !outcome.isEmpty { write(outcome) } }
}
