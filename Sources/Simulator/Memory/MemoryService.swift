import AutoUpdate
import CommandLanguage

/// A service that charges the memory of a session's objects and of the rows of watches to the session's account. The
/// history's steps are charged by ``StepCosts``.
final class MemoryService {
  let account: MemoryAccount
  private unowned let simulation: Simulation
  private var rowByteCount = 0
  // Stored, because every command reads them.
  private lazy var watches = simulation.watches
  private lazy var past = simulation.past
  /// The memory referred to by models that changed since the history was last charged.
  private var changed = MemoryUse()

  init(of simulation: Simulation, _ account: MemoryAccount) {
    self.account = account
    self.simulation = simulation
    for schema in simulation.schemas.schemas { follow(schema) }
    followHistory()
  }

  /// Starts again with an account that has the charges of the initial state.
  func reset() {
    (rowByteCount, changed) = (0, MemoryUse())
    followHistory()
  }

  private func followHistory() {
    simulation.past.steps.costs.takeChangedMemory = { [unowned simulation] in
      simulation.memory?.takeChanges() ?? MemoryUse()
    }
    simulation.past.steps.costs.memory = { [unowned simulation] parts in
      var uses = [MemoryUse](repeating: MemoryUse(), count: parts.count)
      for schema in simulation.schemas.schemas { Self.add(schema, parts, to: &uses, in: simulation) }
      return uses
    }
  }

  private func follow<Declared: AnySchema>(_ declared: Declared) {
    guard let objects = try? simulation.objects(Declared.Object.self) else { return }
    let memory = ModelMemory(declared.schema)
    objects.table.forEach { charge(memory.held(by: $1), rows: 1, of: memory) }
    objects.charge(
      .init(comparisons: memory.comparisons) { [unowned simulation] before, after in
        simulation.memory?.note(before, after, memory)
      })
  }

  private func note<M: Model>(_ before: M?, _ after: M?, _ memory: ModelMemory<M>) {
    // Charge before releasing, so that memory that both models refer to is not released in between.
    if let after { note(memory.held(by: after), rows: 1, of: memory) }
    if let before { note(memory.held(by: before), rows: -1, of: memory) }
  }

  private func note<M: Model>(_ held: MemoryUse, rows: Int, of memory: ModelMemory<M>) {
    charge(held, rows: rows, of: memory)
    changed += held
  }

  /// Charges or releases a row and the memory that its model refers to.
  private func charge<M: Model>(_ held: MemoryUse, rows: Int, of memory: ModelMemory<M>) {
    account.charge(MemoryUse(bytes: rows * memory.rowByteCount), to: .present)
    if rows > 0 { account.charge(held, to: .present) } else { account.release(held, from: .present) }
  }

  /// Adds the memory referred to by a kind's models that changed in parts of the history.
  private static func add<Declared: AnySchema>(
    _ declared: Declared, _ parts: Range<Int>, to uses: inout [MemoryUse], in simulation: Simulation
  ) {
    guard let objects = try? simulation.objects(Declared.Object.self) else { return }
    let memory = ModelMemory(declared.schema)
    declared.schema.operations.forEachResizing(objects.table, declared.schema, parts) { part, before, after in
      if let after { uses[part - parts.lowerBound] += memory.held(by: after) }
      if let before { uses[part - parts.lowerBound] += memory.held(by: before) }
    }
  }

  private func takeChanges() -> MemoryUse {
    let taken = changed
    changed = MemoryUse()
    return taken
  }

  func dropChanges() {
    changed = MemoryUse()
    chargeRows()
  }

  private func chargeRows() {
    let bytes = watches.rowByteCount
    if bytes == rowByteCount { return }
    account.charge(MemoryUse(bytes: bytes - rowByteCount), to: .present)
    rowByteCount = bytes
  }

  func excess(since start: Simulation.CommandStart) -> (any Error)? {
    chargeRows()
    if let excess = account.excess(over: start.memory) { return excess }
    guard past.isLineNeeded else { return nil }
    simulation.readTransactions()
    past.steps.record()
    return account.isExceeded ? account.excess : nil
  }
}

/// The memory use of a kind's models.
struct ModelMemory<M: Model> {
  private let schema: Schema<M>

  init(_ schema: Schema<M>) { self.schema = schema }

  let rowByteCount = MemoryLayout<M>.stride + 224

  func held(by model: M) -> MemoryUse {
    var use = MemoryUse()
    for field in schema.unbounded { use.bytes += field.read(model).byteCount }
    for kept in schema.restoring?.storing?(model) ?? [] { use += kept.content.syntax.memory }
    return use
  }

  /// The comparisons that, together with the comparison of names, determine whether two models refer to the
  /// same data; `nil` if fields alone do not determine it.
  var comparisons: [@Sendable (M, M) -> Bool]? {
    if schema.restoring?.storing != nil { return nil }
    var comparisons: [@Sendable (M, M) -> Bool] = []
    // A key path of a generic type would be slow to instantiate.
    for index in schema.unbounded.indices where !schema.unbounded[index].isName {
      comparisons.append(schema.unbounded[index].isSame)
    }
    return comparisons
  }
}

extension Schema {
  /// Returns a Boolean value that indicates whether two objects are known to refer to the same data.
  @inlinable
  func refersToSame(_ before: Object, _ after: Object) -> Bool {
    if restoring?.storing != nil || nameOf != nil && !hasSameName(before, after) { return false }
    for index in unbounded.indices where !unbounded[index].isName {
      if !unbounded[index].isSame(before, after) { return false }
    }
    return true
  }
}
