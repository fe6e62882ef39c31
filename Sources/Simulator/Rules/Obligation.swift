import AutoUpdate
import CommandLanguage

/// An open obligation of a ``LeadsTo``: an object, or the world as a whole, has yet to meet the second condition.
struct Obligation: Model {
  /// The object's identity and the rule's name. An object has at most one obligation of a rule.
  let id: String
  let rule: String
  let object: Identity?
  /// The last tick at which the obligation can be met, or the number of commands left.
  var limit: Int

  /// The identity of an object of any kind. Unlike the object's number, it is the same in every session of a store.
  struct Identity: FieldCodable {
    static var fieldType: ValueType { .unknown }
    let fieldValue: Value

    init(fieldValue: Value) { self.fieldValue = fieldValue }
  }

  init(of rule: String, object: Identity?, limit: Int) {
    id = Self.id(of: rule, object: object)
    self.rule = rule
    self.object = object
    self.limit = limit
  }

  static func id(of rule: String, object: Identity?) -> String {
    "\(object.map { $0.fieldValue.plainText ?? "\($0.fieldValue)" } ?? "") \(rule)"
  }

  static let schema = Simulator.Schema<Obligation>(
    "obligation", plural: "", label: { $0.id }, isInternal: true,
    restoring: Restoring { id, fields in
      fields.value("rule", as: String.self).map {
        Obligation(of: $0, object: fields.value("object", as: Identity.self), limit: 0)
      }
    }
  ) {
    Field("rule", reading: { $0.rule })
    Field("object", reading: { $0.object })
    Field("limit", \.limit)
  }
}

/// The obligations of a session's rules.
///
/// The transaction that causes an obligation also writes it, so that both are undone and saved together.
struct Obligations {
  private unowned let simulation: Simulation
  private let table: Table<Obligation>

  init(in simulation: Simulation) {
    self.simulation = simulation
    table = simulation.table(of: Obligation.self)
  }

  var isEmpty: Bool { table.count == 0 }

  func remove(of rule: String, in transaction: Transaction) {
    for obligation in table.models where obligation.rule == rule {
      transaction.delete(obligation.id, from: table)
    }
  }

  /// Opens the obligations of the given rules that the open transaction causes, and ends those that it meets.
  ///
  /// - Parameter all: All rules. Obligations of other rules are removed.
  func update(_ rules: [Rule], of all: [Rule], in transaction: Transaction) throws {
    let changes = simulation.hasOpenChange
    for rule in rules where rule.goal != nil { try update(rule, transaction, counting: changes) }
    if isEmpty { return }
    let names = Set(all.lazy.filter { $0.goal != nil }.map(\.name))
    for obligation in table.models where !names.contains(obligation.rule) {
      transaction.delete(obligation.id, from: table)
    }
  }

  private func update(_ rule: Rule, _ transaction: Transaction, counting: Bool) throws {
    guard let goal = rule.goal else { return }
    let (begun, met): (RuleBreaches, RuleBreaches)
    do {
      (begun, met) = try simulation.evaluatingOpenTransaction {
        (
          try rule.afterOpenTransaction(in: simulation), try goal.rule.afterOpenTransaction(in: simulation)
        )
      }
    } catch is ViewRead {
      return rule.fail("it reads what the screens show")
    } catch {
      return rule.fail(try Explanation(unlessEndingLine: error).message)
    }
    for var obligation in table.models where obligation.rule == rule.name {
      if isMet(obligation, rule, met) {
        transaction.delete(obligation.id, from: table)
      } else if case .steps = goal.bound, counting, obligation.limit > 0 {
        obligation.limit -= 1
        transaction.save(obligation, in: table)
      }
    }
    let limit =
      switch goal.bound {
      // A greater bound is a problem of the world, which may run nevertheless.
      case .ticks(let count): simulation.tick + min(count, Schedule.range.upperBound)
      case .steps(let count): count
      }
    let objects = objects(of: rule)
    for number in begun.objects.sorted().map(Optional.some) + (begun.isBroken ? [nil] : []) {
      let object = number.flatMap { objects?.fieldID(of: $0) }.map { Obligation.Identity(fieldValue: $0) }
      if met.isBroken || number.map(met.objects.contains) ?? false
        || table[Obligation.id(of: rule.name, object: object)] != nil
      {
        continue
      }
      transaction.save(Obligation(of: rule.name, object: object, limit: limit), in: table)
    }
  }

  private func objects(of rule: Rule) -> AnyObjects? {
    rule.kind.flatMap { simulation.objects(ofKindNamed: $0.name) }
  }

  /// Returns a Boolean value that indicates whether an obligation is met or its object is gone.
  ///
  /// - Parameter met: What meets the obligations of the rule. The world as a whole meets those of all objects.
  private func isMet(_ obligation: Obligation, _ rule: Rule, _ met: RuleBreaches) -> Bool {
    if met.isBroken { return true }
    guard let object = obligation.object else { return false }
    guard let objects = objects(of: rule), let number = objects.number(of: object.fieldValue),
      objects.contains(number)
    else { return true }
    return met.objects.contains(number)
  }

  func late(_ rule: Rule) -> RuleBreaches {
    var late = RuleBreaches()
    guard let goal = rule.goal else { return late }
    late.failure = rule.known?.firstFailure ?? goal.rule.known?.firstFailure
    if isEmpty { return late }
    let tick = simulation.tick
    for obligation in table.models where obligation.rule == rule.name {
      let isLate =
        switch goal.bound {
        case .ticks: tick > obligation.limit
        // The last step is over when its command has ended; the last tick is not over yet.
        case .steps: obligation.limit <= 0
        }
      guard isLate else { continue }
      if let object = obligation.object {
        if let number = objects(of: rule)?.number(of: object.fieldValue) { late.objects.insert(number) }
      } else {
        late.isBroken = true
      }
    }
    return late
  }

  /// Returns the number of ticks until the first open obligation is late; `nil` if all are late already, or none is due
  /// at a tick.
  ///
  /// - Parameter rules: The rules whose obligations count.
  func ticksToDeadline(of rules: [Rule]) -> Int? {
    let tick = simulation.tick
    var least: Int?
    for obligation in table.models where obligation.limit >= tick {
      guard let goal = rules.first(where: { $0.name == obligation.rule })?.goal, case .ticks = goal.bound
      else { continue }
      least = min(least ?? .max, obligation.limit - tick + 1)
    }
    return least
  }

  /// The limits of the open obligations by their identities.
  var limits: [String: Int] {
    isEmpty ? [:] : Dictionary(uniqueKeysWithValues: table.models.lazy.map { ($0.id, $0.limit) })
  }

  func isWrong(_ rule: Rule) -> Bool {
    guard let goal = rule.goal, let met = try? goal.rule.breaches(in: simulation) else { return false }
    return table.models.contains { $0.rule == rule.name && isMet($0, rule, met) }
  }
}
