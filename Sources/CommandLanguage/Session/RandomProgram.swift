/// A random program of loops, conditions and failures that computes a whole number, with the number that it should
/// compute.
///
/// The number is computed by a model that shares no code with the interpreter, so a different result reveals a fault of
/// the interpreter.
package struct RandomProgram {
  /// The statements; the variable with the name that the program was created with has the result.
  package let text: String
  /// The result.
  package let result: Int

  /// Creates a random program that sets a variable.
  ///
  /// - Parameter name: the name of the variable.
  package init(setting name: String, _ choices: TrialChoices) {
    let builder = Builder(name: name, choices: choices)
    let start = choices.below(4)
    let statements = (0..<1 + choices.below(2)).map { _ in builder.statement(depth: 0, loops: []) }
    var state = State(number: start)
    _ = state.run(statements)
    text = (["let \(name) = \(start)"] + statements.map { $0.text(name) }).joined(separator: "; ")
    result = state.number
  }

  private indirect enum Statement {
    case add(RandomExpression), multiply(Int)
    case `repeat`(Int, [Statement])
    case forEach(String, [Int], [Statement])
    case ifRemainder(Int, [Statement], else: [Statement])
    case fail, leave, skip
    case attempt([Statement], else: [Statement])

    /// - Parameter name: the name of the variable that the program sets.
    func text(_ name: String) -> String {
      func block(_ statements: [Statement]) -> String {
        "{ \(statements.map { $0.text(name) }.joined(separator: "; ")) }"
      }
      switch self {
      case .add(let expression): return "let \(name) = (\(name) + \(expression.text)) % \(State.modulus)"
      case .multiply(let factor): return "let \(name) = \(name) * \(factor) % \(State.modulus)"
      case .repeat(let count, let body): return "repeat \(count) \(block(body))"
      case .forEach(let variable, let elements, let body):
        return "for \(variable) in [\(elements.map(String.init).joined(separator: ", "))] \(block(body))"
      case .ifRemainder(let remainder, let body, let other):
        let condition = "if \(name) % \(State.divisor) == \(remainder) \(block(body))"
        return other.isEmpty ? condition : "\(condition) else \(block(other))"
      case .fail: return "let \(name) = \(name) / 0"
      case .leave: return "break"
      case .skip: return "continue"
      case .attempt(let body, let other): return "try \(block(body)) else \(block(other))"
      }
    }
  }

  /// The model: the number and the variables of the loops around the present statement.
  private struct State {
    static let modulus = 1_000
    static let divisor = 3

    enum Flow { case next, leave, skip, failed }

    var number: Int
    var variables: [String: Int] = [:]

    init(number: Int) { self.number = number }

    mutating func run(_ statements: [Statement]) -> Flow {
      for statement in statements {
        let flow = run(statement)
        if flow != .next { return flow }
      }
      return .next
    }

    private mutating func run(_ statement: Statement) -> Flow {
      switch statement {
      case .add(let expression): number = (number + expression.value(variables)) % Self.modulus
      case .multiply(let factor): number = number * factor % Self.modulus
      case .repeat(let count, let body):
        for _ in 0..<count {
          let flow = run(body)
          if flow == .leave { break }
          if flow == .failed { return flow }
        }
      case .forEach(let variable, let elements, let body):
        for element in elements {
          variables[variable] = element
          let flow = run(body)
          if flow == .leave { break }
          if flow == .failed { return flow }
        }
      case .ifRemainder(let remainder, let body, let other):
        return run(number % Self.divisor == remainder ? body : other)
      case .fail: return .failed
      case .leave: return .leave
      case .skip: return .skip
      case .attempt(let body, let other):
        let flow = run(body)
        return flow == .failed ? run(other) : flow
      }
      return .next
    }
  }

  private struct Builder {
    let name: String
    let choices: TrialChoices
    static let depthMax = 3

    /// - Parameters:
    ///   - loops: the variables of the enclosing loops, outermost first; `nil` for a loop without one.
    ///   - canFail: whether a failure would be caught.
    func statement(depth: Int, loops: [String?], canFail: Bool = false) -> Statement {
      let variables = loops.compactMap(\.self)
      if depth >= Self.depthMax || choices.oneIn(3) {
        switch choices.below(6) {
        case 0 where !loops.isEmpty: return .leave
        case 1 where !loops.isEmpty: return .skip
        case 2 where canFail: return .fail
        case 3: return .multiply(2 + choices.below(3))
        default: return .add(RandomExpression(variables: variables, choices))
        }
      }
      func block(in loops: [String?], canFail: Bool) -> [Statement] {
        (0..<1 + choices.below(3)).map { _ in statement(depth: depth + 1, loops: loops, canFail: canFail) }
      }
      switch choices.below(5) {
      case 0: return .repeat(1 + choices.below(3), block(in: loops + [nil], canFail: canFail))
      case 1...2:
        let variable = "\(name)\(loops.count)"
        let elements = (0..<1 + choices.below(3)).map { _ in choices.below(5) }
        return .forEach(variable, elements, block(in: loops + [variable], canFail: canFail))
      case 3:
        return .attempt(block(in: loops, canFail: true), else: block(in: loops, canFail: canFail))
      default:
        let other = choices.oneIn(2) ? block(in: loops, canFail: canFail) : []
        return .ifRemainder(
          choices.below(State.divisor), block(in: loops, canFail: canFail), else: other)
      }
    }
  }
}
