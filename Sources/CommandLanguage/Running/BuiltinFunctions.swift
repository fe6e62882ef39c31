/// The functions that every host has.
enum BuiltinFunctions {
  static let all: [ErasedFunction] = [
    ErasedFunction("count", "How many elements a list or selection has", 1...1) { _, values in
      guard case .list(let elements) = values[0] else { throw noList("count") }
      return .number(elements.count)
    },
    ErasedFunction("sum", "The sum of a list of numbers", 1...1) { _, values in
      guard case .list(let elements) = values[0] else { throw noList("sum") }
      return try elements.reduce(.number(0)) { sum, element in
        guard case .number(let a) = sum, case .number(let b) = element else {
          throw LanguageError.wrongOperand(of: "sum", .listOfNumbers)
        }
        let (result, overflow) = a.addingReportingOverflow(b)
        if overflow { throw LanguageError.resultTooLarge }
        return .number(result)
      }
    },
    ErasedFunction("min", "The least of a list or of the arguments", 1...Int.max) { interpreter, values in
      try extreme(values, interpreter) { $0 < 0 }
    },
    ErasedFunction("max", "The greatest of a list or of the arguments", 1...Int.max) { interpreter, values in
      try extreme(values, interpreter) { $0 > 0 }
    },
    ErasedFunction("first", "The first element of a list, or none", 1...1) { _, values in
      guard case .list(let elements) = values[0] else { throw noList("first") }
      return elements.first ?? .none
    },
    ErasedFunction("last", "The last element of a list, or none", 1...1) { _, values in
      guard case .list(let elements) = values[0] else { throw noList("last") }
      return elements.last ?? .none
    },
    ErasedFunction("empty", "Whether a list, selection or text has no element", 1...1) { _, values in
      switch values[0] {
      case .list(let elements): return .bool(elements.isEmpty)
      case .text(let text): return .bool(text.isEmpty)
      default: throw noList("empty")
      }
    },
    ErasedFunction("range", "The numbers from one to another, both included", 2...2) { interpreter, values in
      guard case .number(let from) = values[0], case .number(let to) = values[1] else {
        throw LanguageError.wrongOperand(of: "range", .twoNumbers)
      }
      let (span, overflow) = to.subtractingReportingOverflow(from)
      if from > to { return .list([]) }
      guard !overflow, span < interpreter.bounds.list else { throw interpreter.listLimit() }
      return .list((from...to).map { .number($0) })
    },
    ErasedFunction("abs", "A number without its sign", 1...1) { _, values in
      guard case .number(let number) = values[0] else { throw LanguageError.wrongOperand(of: "abs", .number) }
      guard number != .min else { throw LanguageError.resultTooLarge }
      return .number(Swift.abs(number))
    },
    ErasedFunction("length", "How many characters a text has", 1...1) { _, values in
      guard case .text(let text) = values[0] else { throw LanguageError.wrongOperand(of: "length", .text) }
      return .number(text.count)
    },
    ErasedFunction("text", "A value as a text", 1...1) { interpreter, values in
      .text(interpreter.plainText(values[0]))
    },
    ErasedFunction("number", "A text as a number, or none", 1...1) { interpreter, values in
      let bytes = Array(interpreter.plainText(values[0]).utf8)
      return bytes.withUnsafeBufferPointer { Number.parse($0) }.map { .number($0) } ?? .none
    },
    ErasedFunction("join", "A list's elements as one text, with a text between them", 2...2) {
      interpreter, values in
      guard case .list(let elements) = values[0], case .text(let between) = values[1] else {
        throw LanguageError.wrongOperand(of: "join", .listAndText)
      }
      let text = elements.map { interpreter.plainText($0) }.joined(separator: between)
      guard text.utf8.count <= interpreter.bounds.text else {
        throw interpreter.textLimit(text.utf8.count)
      }
      return .text(text)
    },
  ]

  private static func noList(_ name: String) -> LanguageError { .wrongOperand(of: name, .list) }

  private static func extreme(
    _ values: [Value], _ interpreter: Interpreter, _ isBetter: (Int) -> Bool
  ) throws -> Value {
    var candidates = values
    if values.count == 1 {
      guard case .list(let elements) = values[0] else { return values[0] }
      candidates = elements
    }
    guard var best = candidates.first else { return .none }
    for candidate in candidates.dropFirst() {
      try interpreter.step()
      if isBetter(try interpreter.order(candidate, best)) { best = candidate }
    }
    return best
  }
}
