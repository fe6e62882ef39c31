extension CommandSession {
  /// Returns a random condition that holds in every state, with a name for the law that it follows; `nil` if there is none.
  ///
  /// It holds by the rules of logic alone, so a state that breaks it shows a fault of the evaluation: two ways to compute the
  /// same thing differ. The method is that of “metamorphic” tests of databases (Rigger and Su, “Finding Bugs in Database
  /// Systems via Query Partitioning”, 2020).
  public func trialLaw(_ choices: TrialChoices) -> (name: String, condition: String)? {
    let trials = ArgumentTrials(interpreter: interpreter, arguments: [])
    return RandomTrials(trials: trials, choices: choices).law()
  }
}

extension RandomTrials {
  /// The maximum number of rows that a law tests, as it is evaluated again after each change.
  private static let rowCountMax = 2_000

  private func size(of kind: Kind) -> Int {
    interpreter.language.kindIndex(kind.id).map { interpreter.kinds[$0].numbers().count } ?? 0
  }

  /// The name of the object of a law, which is no property.
  private var row: String {
    ["x", "y", "row", "other"].first { name in
      !trials.kinds.contains { $0.propertyIndex(name) != nil }
    } ?? "object"
  }

  fileprivate func law() -> (name: String, condition: String)? {
    guard let kind = choices.one(of: trials.kinds.filter { !$0.isDerived }),
      size(of: kind) <= Self.rowCountMax,
      let first = condition(on: kind), let second = condition(on: kind)
    else { return nil }
    let rows = "\(kind.plural) as \(row) where"
    func count(_ condition: String) -> String { "count(\(rows) \(condition))" }
    switch choices.below(6) {
    case 0:
      return ("law_of_parts", "\(count(first)) + \(count("not (\(first))")) == count(\(kind.plural))")
    case 1:
      return ("law_of_order", "\(count("\(first) and \(second)")) == \(count("\(second) and \(first)"))")
    case 2:
      let both = "\(count("\(first) or \(second)")) + \(count("\(first) and \(second)"))"
      return ("law_of_union", "\(both) == \(count(first)) + \(count(second))")
    case 3:
      let both = "\(first) and \(second)"
      return ("law_of_any", "(any \(rows) \(both)) == (\(count(both)) > 0)")
    case 4:
      // The condition within one object, where the values of other objects and of the past are read between its parts.
      return ("law_of_each", "not any \(rows) (\(first) and \(second)) != (\(second) and \(first))")
    default:
      let keys = kind.properties.filter { !$0.type.isList && $0.type != .unknown }
      guard let key = choices.one(of: keys) else { return nil }
      let sorted = "\(rows) \(first) by \(key.name)\(choices.oneIn(2) ? " desc" : "")"
      let limit = 1 + choices.below(3)
      return ("law_of_limit", "(\(sorted) limit \(limit)) == (\(sorted))[0:\(limit)]")
    }
  }

  /// Returns a condition on the object that can be computed in every state: a comparison of one of its properties, now or
  /// before the command, or the existence of objects that refer to it or share a value with it.
  private func condition(on kind: Kind) -> String? {
    // A value of an unknown type may become one that cannot be compared.
    guard let property = choices.one(of: kind.properties.filter { $0.type != .unknown }) else { return nil }
    switch choices.below(4) {
    case 0:
      return value(of: property, in: kind).map { "old(\(row).\(property.name)) == \($0)" }
    case 1:
      guard let inner = choices.one(of: trials.kinds.filter({ !$0.isDerived })),
        size(of: kind) * size(of: inner) <= Self.rowCountMax,
        let pair = choices.one(of: pairs(of: inner, with: kind))
      else { return nil }
      return "count(\(inner.plural) where \(pair)) > \(choices.below(2))"
    default: return test(of: property, in: kind, prefix: "\(row).")
    }
  }

  /// Returns the comparisons of a property with a property of the object of the same type, or with the object itself. Half
  /// of them have a form that no index answers.
  private func pairs(of inner: Kind, with kind: Kind) -> [String] {
    let isIndexed = choices.oneIn(2)
    func equal(_ one: String, _ other: String) -> String {
      isIndexed ? "\(one) == \(other)" : "not (\(one) != \(other))"
    }
    return inner.properties.flatMap { property in
      let type = property.type.wrapped
      if type.isList { return [String]() }
      return (type.kind == kind.id ? [equal(property.name, row)] : [])
        + kind.properties.filter { $0.type.wrapped == type }.map { equal(property.name, "\(row).\($0.name)") }
    }
  }
}
