extension CommandSession {
  /// Returns a random condition that holds in every state, with the name of the law that it follows; `nil` if there is
  /// none.
  ///
  /// The condition holds by the rules of logic alone. A state that violates it reveals a bug in the evaluation: two
  /// ways to compute the same result differ. The method follows “metamorphic” tests of databases (Rigger and Su,
  /// “Finding Bugs in Database Systems via Query Partitioning”, 2020).
  public func trialLaw(_ choices: TrialChoices) -> (name: String, condition: String)? {
    let trials = ArgumentTrials(interpreter: interpreter, arguments: [])
    return RandomTrials(trials: trials, choices: choices).law()
  }
}

extension CommandSession {
  /// Returns a random line that sets a variable and declares an invariant about the value that the invariant captures,
  /// which later changes of the variable must not affect.
  public func trialVariable(_ choices: TrialChoices) -> String {
    RandomTrials(trials: ArgumentTrials(interpreter: interpreter, arguments: []), choices: choices)
      .lawOfVariable()
  }

  /// Returns a random line that computes a number, and an invariant that states the number: of an expression, of a
  /// program of loops with a global variable, of one in a definition, or of two variables that the invariant captures.
  /// If the line fails, which it should not, it declares an invariant that is broken.
  public func trialProgram(_ choices: TrialChoices) -> String {
    let name = "tried"
    func stated(_ program: String) -> String {
      "try { \(program) } else { invariant law_of_failures 1 == 2 }"
    }
    switch choices.below(6) {
    case 0:
      let (first, second) = (choices.below(10), choices.below(10))
      let invariant = "invariant law_of_captures first * 10 + second == \(first * 10 + second)"
      return stated("for first in [\(first)] { for second in [\(second)] { \(invariant) } }")
    case 1:
      let program = RandomProgram(setting: "n", choices)
      let call = stated("let \(name) = trial(); invariant law_of_programs \(name) == \(program.result)")
      return "def trial { \(program.text); return n }; \(call)"
    case 2...3:
      let program = RandomProgram(setting: name, choices)
      // The first statement makes the variable a global one.
      let invariant = "invariant law_of_programs \(name) == \(program.result)"
      return "let \(name) = 0; \(stated("\(program.text); \(invariant)"))"
    default:
      let expression = RandomExpression(choices)
      return stated("invariant law_of_expressions \(expression.text) == \(expression.value([:]))")
    }
  }

  /// Returns a random line that sets a variable, with a watch whose condition captures it; `nil` if no kind has a
  /// number to compare.
  public func trialCapture(_ choices: TrialChoices) -> String? {
    RandomTrials(trials: ArgumentTrials(interpreter: interpreter, arguments: []), choices: choices).capture()
  }

  /// Returns a random line with a `leads to` invariant that is never late in a walk; `nil` if no kind has a property to
  /// compare.
  public func trialPromise(_ choices: TrialChoices) -> String? {
    RandomTrials(trials: ArgumentTrials(interpreter: interpreter, arguments: []), choices: choices).promise()
  }
}

extension RandomTrials {
  /// The maximum number of rows that a law tests, as it is evaluated again after each change.
  private static let rowCountMax = 2_000

  /// The name of the object in a law, which is not the name of a property.
  private var row: String {
    ["x", "y", "row", "other"].first { name in
      !trials.kinds.contains { $0.propertyIndex(name) != nil }
    } ?? "object"
  }

  fileprivate func law() -> (name: String, condition: String)? {
    guard let kind = populous(trials.kinds.filter { !$0.isDerived }), size(of: kind) <= Self.rowCountMax,
      let one = condition(on: kind), let other = condition(on: kind), let second = condition(on: kind)
    else { return nil }
    let first = choices.oneIn(3) ? "\(one) and \(other)" : one
    let rows = "\(kind.plural) as \(row) where"
    func count(_ condition: String) -> String { "count(\(rows) \(condition))" }
    switch choices.below(10) {
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
      // This compares the two orders for each object, so that other objects are read between the parts of a condition.
      return ("law_of_each", "not any \(rows) (\(first) and \(second)) != (\(second) and \(first))")
    case 5:
      let limited = "\(rows) \(first)"
      let limit = 1 + choices.below(3)
      return ("law_of_count", "count(\(limited) limit \(limit)) == count((\(limited))[0:\(limit)])")
    case 6: return lawOfIndex(kind)
    case 7: return lawOfKeys(kind, "\(rows) \(first)")
    case 8: return lawOfTotal(kind, first)
    default:
      let keys = kind.properties.filter { !$0.type.isList && $0.type != .unknown }
      guard let key = choices.one(of: keys) else { return nil }
      let sorted = "\(rows) \(first) by \(key.name)\(choices.oneIn(2) ? " desc" : "")"
      let limit = 1 + choices.below(3)
      return ("law_of_limit", "(\(sorted) limit \(limit)) == (\(sorted))[0:\(limit)]")
    }
  }

  /// Returns the law that rows sorted by two keys are those sorted by the second key and then, in a stable way, by the
  /// first; `nil` if the kind has no such keys.
  private func lawOfKeys(_ kind: Kind, _ rows: String) -> (name: String, condition: String)? {
    let keys = kind.properties.filter { !$0.type.isList && $0.type != .unknown }
    guard let one = choices.one(of: keys), let other = choices.one(of: keys) else { return nil }
    func order(_ key: Property) -> String { key.name + (choices.oneIn(2) ? " desc" : "") }
    let (first, second) = (order(one), order(other))
    return ("law_of_keys", "(\(rows) by \(first), \(second)) == ((\(rows) by \(second)) by \(first))")
  }

  /// Returns the law that the sum, the minimum or the maximum of all numbers follows from the results for two parts;
  /// `nil` if the kind has no whole number.
  private func lawOfTotal(_ kind: Kind, _ condition: String) -> (name: String, condition: String)? {
    guard let property = choices.one(of: kind.properties.filter { $0.type == .number }) else { return nil }
    func numbers(_ rest: String) -> String {
      "[\(row).\(property.name) for \(row) in \(kind.plural)\(rest)]"
    }
    let (part, others) = (numbers(" where \(condition)"), numbers(" where not (\(condition))"))
    let all = numbers("")
    if choices.oneIn(2) { return ("law_of_sum", "sum(\(part)) + sum(\(others)) == sum(\(all))") }
    let name = choices.oneIn(2) ? "max" : "min"
    return (
      "law_of_\(name)",
      "empty(\(part)) or empty(\(others)) or \(name)(\(name)(\(part)), \(name)(\(others))) == \(name)(\(all))"
    )
  }

  /// Returns the law that an index finds the same objects as a test of each object.
  private func lawOfIndex(_ kind: Kind) -> (name: String, condition: String)? {
    let name = "law_of_index"
    if choices.oneIn(2) {
      guard let property = choices.one(of: kind.properties.filter { $0.type != .unknown }),
        let value = value(of: property, in: kind)
      else { return nil }
      let (rows, one) = ("\(kind.plural) as \(row) where", "\(row).\(property.name)")
      return (name, "count(\(rows) \(one) == \(value)) == count(\(rows) not (\(one) != \(value)))")
    }
    guard let inner = populous(trials.kinds.filter({ !$0.isDerived })),
      size(of: kind) * size(of: inner) <= Self.rowCountMax,
      let pair = choices.one(of: pairs(of: inner, with: kind))
    else { return nil }
    func count(_ pair: Pair, isIndexed: Bool) -> String {
      "count(\(inner.plural) where \(pair.equal(isIndexed: isIndexed)))"
    }
    return (
      name,
      "not any \(kind.plural) as \(row) where \(count(pair, isIndexed: true)) != \(count(pair, isIndexed: false))"
    )
  }

  /// Returns a line that sets a variable and declares an invariant about the value that the invariant captures, which
  /// later changes of the variable must not affect. If a kind has a number to compare, the invariant compares it with
  /// the variable too.
  ///
  /// The line also sets a variable, so it is not one of the conditions of ``law()``.
  fileprivate func lawOfVariable() -> String {
    let number = neighbour() ?? choices.below(100)
    let line = "let tried = \(number); invariant law_of_variable tried == \(number)"
    guard let kind = populous(trials.kinds.filter { !$0.isDerived }), size(of: kind) <= Self.rowCountMax,
      let property = choices.one(of: kind.properties.filter { $0.type == .number })
    else { return line }
    let rows = "\(kind.plural) as \(row) where \(row).\(property.name)"
    return "\(line) and count(\(rows) < tried) == count(\(rows) < \(number))"
  }

  /// Returns a line such as `let tried = 30; watch captured = units where hp < tried`.
  ///
  /// The name and the text are often those of an earlier line, which captured another value.
  fileprivate func capture() -> String? {
    guard let kind = populous(trials.kinds.filter { !$0.isDerived }),
      let property = kind.properties.first(where: { $0.type == .number })
    else { return nil }
    let condition = "\(property.name) \(choices.oneIn(2) ? "<" : ">=") tried"
    return
      "let tried = \(neighbour() ?? choices.below(100)); watch captured = \(kind.plural) where \(condition)"
  }

  /// Returns a line with a `leads to` invariant that has a distant deadline, or whose goal is reached as time passes;
  /// `nil` if no kind has a property to compare.
  ///
  /// The invariant opens obligations, which the checks compare with the state. None of them becomes late in a walk:
  /// with `units where hp < 30 and tick == 4 leads to units where tick > 7 within 3 ticks`, none is open after its last
  /// tick.
  fileprivate func promise() -> String? {
    guard let kind = populous(trials.kinds.filter { !$0.isDerived }), size(of: kind) <= Self.rowCountMax,
      let property = choices.one(of: kind.properties.filter { $0.type != .unknown }),
      let test = test(of: property, in: kind)
    else { return nil }
    let rows = "\(kind.plural) where"
    let name = "tick"
    if choices.oneIn(2), kind.propertyIndex(name) == nil,
      let root = interpreter.language.roots.first(where: { $0.name == name }),
      case .number(let now) = root.read(interpreter.host)
    {
      let count = 1 + choices.below(4)
      let condition = "\(rows) \(test) and tick == \(now)"
      return "invariant promise \(condition) leads to \(rows) tick > \(now + count) within \(count) ticks"
    }
    let unit = choices.oneIn(2) ? "ticks" : "steps"
    return "invariant promise \(rows) \(test) leads to \(rows) not (\(test)) within 1000000 \(unit)"
  }

  /// Returns a condition on the object that can be computed in every state: a comparison of one of its properties, or
  /// the existence of objects that refer to it or share a value with it. It does not use `old`, because a selection
  /// with `old` skips the objects that did not change.
  private func condition(on kind: Kind) -> String? {
    // A value of an unknown type may become one that cannot be compared.
    guard let property = choices.one(of: kind.properties.filter { $0.type != .unknown }) else { return nil }
    switch choices.below(5) {
    case 1...2:
      // An index can answer such a condition.
      return value(of: property, in: kind).map { "\(row).\(property.name) == \($0)" }
    case 0:
      guard let inner = choices.one(of: trials.kinds.filter({ !$0.isDerived })),
        size(of: kind) * size(of: inner) <= Self.rowCountMax,
        let pair = choices.one(of: pairs(of: inner, with: kind))
      else { return nil }
      return "count(\(inner.plural) where \(pair.equal(isIndexed: choices.oneIn(2)))) > \(choices.below(2))"
    default: return test(of: property, in: kind, prefix: "\(row).")
    }
  }

  /// Two expressions of one type, which can be equal.
  private struct Pair {
    let one: String
    let other: String

    /// Returns the condition that both are equal, in a form that an index can answer or in one that it cannot.
    func equal(isIndexed: Bool) -> String { isIndexed ? "\(one) == \(other)" : "not (\(one) != \(other))" }
  }

  /// Returns the pairs of a property of `inner` and a property of the law's object with the same type, or the object
  /// itself.
  private func pairs(of inner: Kind, with kind: Kind) -> [Pair] {
    inner.properties.flatMap { property in
      let type = property.type.wrapped
      if type.isList { return [Pair]() }
      return (type.kind == kind.id ? [Pair(one: property.name, other: row)] : [])
        + kind.properties.filter { $0.type.wrapped == type }.map {
          Pair(one: property.name, other: "\(row).\($0.name)")
        }
    }
  }
}
