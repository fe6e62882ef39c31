import TerminalText

struct BuiltinFunctions {
  let operations: ValueOperations

  func call(_ function: BuiltinFunction, _ values: [Value]) throws -> Value {
    guard function.arity.contains(values.count), let first = values.first else {
      throw LanguageError.wrongCount(of: function.rawValue, function.arity, given: values.count)
    }
    for case .list(let elements) in values { try operations.budget.charge(elements.count / 8) }
    switch function {
    case .count: return .number(try list(first, function).count)
    case .sum: return try sum(list(first, function), function)
    case .avg: return try mean(list(first, function), function)
    case .min: return try extreme(values) { $0 < 0 }
    case .max: return try extreme(values) { $0 > 0 }
    case .first: return try list(first, function).first ?? .none
    case .last: return try list(first, function).last ?? .none
    case .empty:
      if case .text(let text) = first { return .truth(text.isEmpty) }
      return .truth(try list(first, function).isEmpty)
    case .range: return try range(values)
    case .distinct: return try distinct(list(first, function))
    case .sort:
      let elements = try list(first, function)
      try operations.budget.make(elements.count * Value.elementByteCount)
      return .list(
        try elements.sorted { a, b in
          try operations.budget.charge()
          return try operations.sortOrder(a, b) < 0
        })
    case .reverse:
      if case .text(let text) = first {
        try operations.budget.charge(rewritingOf: text)
        return try made(String(text.reversed()))
      }
      let elements = try list(first, function)
      try operations.budget.make(elements.count * Value.elementByteCount)
      return .list(elements.reversed())
    case .join: return try join(values)
    case .contains:
      if case .list = first { return .truth(try operations.contains(first, values[1])) }
      let (whole, part) = try twoTexts(values, function)
      return .truth(try Texts(operations.budget).contains(whole, part))
    case .starts:
      let (whole, part) = try twoTexts(values, function)
      try operations.budget.charge(charactersOf: part)
      return .truth(whole.starts(with: part))
    case .ends:
      let (whole, part) = try twoTexts(values, function)
      try operations.budget.charge(charactersOf: part)
      return .truth(whole.reversed().starts(with: part.reversed()))
    case .split:
      let (whole, part) = try twoTexts(values, function)
      return .list(
        try Texts(operations.budget).split(whole, part, most: operations.limits.list).map { .text($0) })
    case .replace:
      let (whole, part) = try twoTexts(values, function)
      guard case .text(let other) = values[2] else {
        throw LanguageError.wrongOperand(of: "replace", .twoTexts)
      }
      return .text(try Texts(operations.budget).replace(whole, part, other, most: operations.limits.text))
    case .upper: return try made(oneText(first, function).uppercased())
    case .lower: return try made(oneText(first, function).lowercased())
    case .trim: return try made(Texts.trimmed(oneText(first, function)))
    case .length:
      let text = try oneText(first, function)
      try operations.budget.charge(bytes: text.utf8.count)
      return .number(text.count)
    case .text: return try made(operations.text(of: first))
    case .number: return number(try operations.text(of: first))
    case .abs: return try absolute(first)
    case .round: return try rounded(values)
    case .old: return first
    }
  }

  private func made(_ text: String) throws -> Value {
    let count = text.utf8.count
    guard count <= operations.limits.text else {
      throw LanguageError.reached(.text(operations.limits.text, given: count))
    }
    try operations.budget.make(count)
    return .text(text)
  }

  // MARK: Arguments

  private func list(_ value: Value, _ function: BuiltinFunction) throws -> [Value] {
    if case .list(let elements) = value { return elements }
    throw LanguageError.wrongOperand(of: function.rawValue, function.listOperand)
  }

  private func oneText(_ value: Value, _ function: BuiltinFunction) throws -> String {
    if case .text(let text) = value { return text }
    throw LanguageError.wrongOperand(of: function.rawValue, .text)
  }

  private func twoTexts(_ values: [Value], _ function: BuiltinFunction) throws -> (String, String) {
    guard case .text(let a) = values[0], case .text(let b) = values[1] else {
      throw LanguageError.wrongOperand(of: function.rawValue, .twoTexts)
    }
    try operations.budget.charge(bytes: a.utf8.count)
    return (a, b)
  }

  // MARK: Functions

  private func mean(_ elements: [Value], _ function: BuiltinFunction) throws -> Value {
    if elements.isEmpty { return .none }
    if let mean = Arithmetic.mean(ofDurations: elements) { return mean }
    let total: Value
    do { total = try sum(elements, function) } catch LanguageError.resultTooLarge {
      // An average is a decimal, so the sum may be computed as a decimal too.
      total = try sum(elements.map { Arithmetic.decimal($0).map { .decimal($0) } ?? $0 }, function)
    }
    return try Arithmetic.quotient(total, elements.count)
  }

  private func sum(_ elements: [Value], _ function: BuiltinFunction) throws -> Value {
    guard var total = elements.first else { return .number(0) }
    guard Arithmetic.isNegative(total) != nil else {
      throw LanguageError.wrongOperand(of: function.rawValue, .listOfNumbers)
    }
    try operations.budget.charge()
    for element in elements.dropFirst() {
      try operations.budget.charge()
      guard let next = try Arithmetic.calculate(.add, total, element) else {
        throw LanguageError.wrongOperand(of: function.rawValue, .listOfNumbers)
      }
      total = next
    }
    return total
  }

  private func extreme(_ values: [Value], _ isBetter: (Int) -> Bool) throws -> Value {
    var candidates = values
    if values.count == 1 {
      guard case .list(let elements) = values[0] else { return values[0] }
      candidates = elements
    }
    guard var best = candidates.first else { return .none }
    for candidate in candidates.dropFirst() {
      try operations.budget.charge()
      if isBetter(try operations.order(candidate, best)) { best = candidate }
    }
    return best
  }

  private func range(_ values: [Value]) throws -> Value {
    guard case .number(let from) = values[0], case .number(let to) = values[1] else {
      throw LanguageError.wrongOperand(of: "range", .twoNumbers)
    }
    if from > to { return .list([]) }
    let (span, overflow) = to.subtractingReportingOverflow(from)
    guard !overflow, span < operations.limits.list else { throw operations.listLimit }
    try operations.budget.make((span + 1) * Value.elementByteCount)
    return .list((from...to).map { .number($0) })
  }

  private func distinct(_ elements: [Value]) throws -> Value {
    var seen: Set<Value> = []
    /// The names of the objects seen. An object is equal to a text with its name.
    var names: Set<Value> = []
    let hasTexts = elements.contains { if case .text = $0 { true } else { false } }
    var kept: [Value] = []
    for element in elements {
      try operations.budget.make(Value.elementByteCount * 2)
      let value = element.canonical
      if hasTexts, case .object(let object) = element {
        let name = Value.text(operations.name(of: object)).canonical
        if seen.contains(name) { continue }
        names.insert(name)
      } else if names.contains(value) {
        continue
      }
      if seen.insert(value).inserted { kept.append(element) }
    }
    return .list(kept)
  }

  private func join(_ values: [Value]) throws -> Value {
    guard case .list(let elements) = values[0], case .text(let between) = values[1] else {
      throw LanguageError.wrongOperand(of: "join", .listAndText)
    }
    var text = ""
    for (index, element) in elements.enumerated() {
      try operations.budget.charge()
      if index > 0 { text += between }
      try operations.append(element, to: &text, most: operations.limits.text)
    }
    return try made(text)
  }

  private func number(_ text: String) -> Value {
    (try? Value(number: text.utf8.span, as: .literal)) ?? .none
  }

  private func absolute(_ value: Value) throws -> Value {
    guard let isNegative = Arithmetic.isNegative(value) else {
      throw LanguageError.wrongOperand(of: "abs", .number)
    }
    return try isNegative ? Arithmetic.negated(value) ?? value : value
  }

  private func rounded(_ values: [Value]) throws -> Value {
    guard Arithmetic.decimal(values[0]) != nil else { throw LanguageError.wrongOperand(of: "round", .number) }
    guard values.count > 1 else { return try Arithmetic.round(values[0], digits: nil) }
    guard case .number(let digits) = values[1], digits >= 0 else {
      throw LanguageError.wrongOperand(of: "round", .count)
    }
    return try Arithmetic.round(values[0], digits: digits)
  }
}
