/// A random expression for a whole number, with the number that it should have.
///
/// Like a ``RandomProgram``, the number is computed by a model that shares no code with the interpreter. Each function
/// and operator for whole numbers, texts and their lists occurs, except those whose results depend on Unicode.
package struct RandomExpression {
  /// The text of the expression.
  package let text: String
  /// Returns the number for the values of the variables.
  package let value: ([String: Int]) -> Int

  /// Creates a random expression.
  ///
  /// - Parameter variables: the names of variables with small numbers that it may contain.
  package init(variables: [String] = [], _ choices: TrialChoices) {
    self.init(Builder(choices: choices, variables: variables).number(depth: 2))
  }

  private init(_ number: Part<Int>) { (text, value) = (number.text, number.value) }

  /// A part of an expression. The text needs no parentheses within other parts.
  private struct Part<Value> {
    let text: String
    let value: ([String: Int]) -> Value

    init(_ text: String, _ value: @escaping ([String: Int]) -> Value) {
      self.text = text
      self.value = value
    }
  }

  private struct Builder {
    let choices: TrialChoices
    var variables: [String]

    private func binary<Operand, Value>(
      _ name: String, _ one: Part<Operand>, _ other: Part<Operand>,
      _ value: @escaping (Operand, Operand) -> Value
    ) -> Part<Value> {
      Part("(\(one.text) \(name) \(other.text))") { value(one.value($0), other.value($0)) }
    }

    private func call<Operand, Value>(
      _ name: String, _ one: Part<Operand>, _ value: @escaping (Operand) -> Value
    ) -> Part<Value> {
      Part("\(name)(\(one.text))") { value(one.value($0)) }
    }

    private func literal(_ number: Int) -> Part<Int> { Part("\(number)") { _ in number } }

    func number(depth: Int) -> Part<Int> {
      if depth <= 0 || choices.oneIn(5) {
        guard let variable = choices.one(of: variables), choices.oneIn(2) else {
          return literal(choices.below(10))
        }
        return Part(variable) { $0[variable] ?? 0 }
      }
      func some() -> Part<Int> { number(depth: depth - 1) }
      func numbers() -> Part<[Int]> { list(depth: depth - 1) }
      switch choices.below(16) {
      case 0: return binary("+", some(), some(), +)
      case 1: return binary("-", some(), some(), -)
      case 2: return binary("*", some(), literal(2 + choices.below(3)), *)
      case 3: return binary("/", some(), literal(1 + choices.below(4)), /)
      case 4: return binary("%", some(), literal(1 + choices.below(4)), %)
      case 5: return call("abs", some()) { abs($0) }
      case 6:
        let (one, other) = (some(), some())
        return Part("max(\(one.text), \(other.text))") { max(one.value($0), other.value($0)) }
      case 7: return call("count", numbers()) { $0.count }
      case 8: return call("sum", numbers()) { $0.reduce(0, +) }
      case 9: return call("min", filled(depth - 1)) { $0.min() ?? 0 }
      case 10: return call("last", filled(depth - 1)) { $0.last ?? 0 }
      case 11: return call("first", filled(depth - 1)) { $0.first ?? 0 }
      case 12: return call("length", word(depth: depth - 1)) { $0.count }
      case 13:
        let list = filled(depth - 1)
        return Part("\(list.text)[-1]") { list.value($0).last ?? 0 }
      case 14: return call("number", call("text", some()) { "\($0)" }) { Int($0) ?? 0 }
      default:
        let truth = truth(depth: depth - 1)
        return Part("count([each for each in [1] where \(truth.text)])") { truth.value($0) ? 1 : 0 }
      }
    }

    /// Returns a list with at least one element.
    private func filled(_ depth: Int) -> Part<[Int]> {
      let (last, list) = (number(depth: 0), list(depth: depth))
      return Part("(\(list.text) + [\(last.text)])") { list.value($0) + [last.value($0)] }
    }

    private func list(depth: Int) -> Part<[Int]> {
      if depth <= 0 || choices.oneIn(4) {
        let elements = (0..<choices.below(5)).map { _ in number(depth: 0) }
        return Part("[\(elements.map(\.text).joined(separator: ", "))]") { state in
          elements.map { $0.value(state) }
        }
      }
      func some() -> Part<[Int]> { list(depth: depth - 1) }
      switch choices.below(7) {
      case 0:
        let (from, to) = (choices.below(5), choices.below(7))
        return Part("range(\(from), \(to))") { _ in from <= to ? Array(from...to) : [] }
      case 1: return call("reverse", some()) { $0.reversed() }
      case 2: return call("sort", some()) { $0.sorted() }
      case 3:
        return call("distinct", some()) { $0.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
      case 4: return binary("+", some(), some(), +)
      case 5:
        let (list, from, to) = (some(), choices.below(3), choices.below(5))
        return Part("\(list.text)[\(from):\(to)]") { state in
          list.value(state).enumerated().filter { from <= $0.offset && $0.offset < to }.map(\.element)
        }
      default:
        // Named by its depth, so that no inner list has the same variable.
        let variable = "each\(depth)"
        var inner = self
        inner.variables.append(variable)
        let (list, element, condition) = (some(), inner.number(depth: 1), inner.truth(depth: 1))
        return Part("[\(element.text) for \(variable) in \(list.text) where \(condition.text)]") { state in
          list.value(state).map { state.merging([variable: $0]) { $1 } }
            .filter(condition.value).map(element.value)
        }
      }
    }

    private func truth(depth: Int) -> Part<Bool> {
      if depth > 0, choices.oneIn(3) {
        let (one, other) = (truth(depth: depth - 1), truth(depth: depth - 1))
        switch choices.below(3) {
        case 0: return binary("and", one, other) { $0 && $1 }
        case 1: return binary("or", one, other) { $0 || $1 }
        default: return Part("(not \(one.text))") { !one.value($0) }
        }
      }
      func some() -> Part<Int> { number(depth: depth - 1) }
      switch choices.below(9) {
      case 0: return binary("<", number(depth: 0), some(), <)
      case 1: return binary(">=", number(depth: 0), some(), >=)
      case 2: return binary("==", number(depth: 0), some(), ==)
      case 3: return binary("!=", number(depth: 0), some(), !=)
      case 4:
        let (number, list) = (number(depth: 0), list(depth: depth - 1))
        return Part("(\(number.text) in \(list.text))") { list.value($0).contains(number.value($0)) }
      case 5: return call("empty", list(depth: depth - 1)) { $0.isEmpty }
      case 6:
        return binary("<", word(depth: depth - 1), word(depth: 0)) {
          $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
      case 7:
        let (one, other) = (word(depth: depth - 1), word(depth: 0))
        return Part("starts(\(one.text), \(other.text))") { one.value($0).hasPrefix(other.value($0)) }
      default: return binary("==", word(depth: depth - 1), word(depth: 0), ==)
      }
    }

    /// Returns a text of ASCII letters.
    private func word(depth: Int) -> Part<String> {
      if depth <= 0 || choices.oneIn(3) {
        let word = ["", "a", "b", "ab", "Ba"][choices.below(5)]
        return Part("\"\(word)\"") { _ in word }
      }
      func some() -> Part<String> { word(depth: depth - 1) }
      switch choices.below(7) {
      case 0: return binary("+", some(), some(), +)
      case 1: return call("upper", some()) { String($0.map { $0 == "a" ? "A" : $0 == "b" ? "B" : $0 }) }
      case 2: return call("lower", some()) { String($0.map { $0 == "A" ? "a" : $0 == "B" ? "b" : $0 }) }
      case 3: return call("reverse", some()) { String($0.reversed()) }
      case 4:
        let word = some()
        return Part("replace(\(word.text), \"a\", \"bb\")") { state in
          word.value(state).map { $0 == "a" ? "bb" : "\($0)" }.joined()
        }
      case 5:
        let word = some()
        return Part("trim(\" \" + \(word.text) + \"  \")", word.value)
      default:
        let list = list(depth: depth - 1)
        return Part("join(\(list.text), \"-\")") { list.value($0).map { "\($0)" }.joined(separator: "-") }
      }
    }
  }
}
