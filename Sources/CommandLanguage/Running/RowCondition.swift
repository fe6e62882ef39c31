/// A selection's condition that takes no interpreter: it compares properties of the row with each other and with what
/// is the same for all rows. It is made once, and asked of each row.
///
/// It says only what the interpreter would say: where that is a failure, or something is charged, it says nothing.
final class RowCondition {
  private let form: Form
  private let parts: [RowCondition]
  /// How deep the interpreter would go into it.
  private let levels: Int

  private enum Form {
    case all, any, not
    case truth(Operand)
    case comparison(Operand, Operator, Operand)
  }

  private enum Operand {
    case property(Int)
    case constant(Value)

    func value(_ read: (Int) -> Value) -> Value {
      switch self {
      case .property(let place): read(place)
      case .constant(let value): value
      }
    }
  }

  private init(_ form: Form, _ parts: [RowCondition] = [], levels: Int) {
    self.form = form
    self.parts = parts
    self.levels = levels
  }

  /// The condition at a node; `nil` for one that takes the interpreter.
  ///
  /// - Parameter variable: the value of a variable that stays as it is.
  static func make(
    _ program: Program, _ index: Int32, _ language: Language, _ variable: (Node) -> Value?
  ) -> RowCondition? {
    func operand(_ index: Int32) -> Operand? {
      let node = program[index]
      switch node.kind {
      case .property: return .property(node.payload)
      case .number, .decimal, .truth, .nothing, .string, .constant:
        return .constant(program.literal(node, language))
      case .local, .global: return variable(node).map { .constant($0) }
      default: return nil
      }
    }
    let node = program[index]
    switch node.kind {
    case .group, .and, .or, .not:
      var parts: [RowCondition] = []
      for child in program.children(of: index) {
        guard let part = make(program, child, language, variable) else { return nil }
        parts.append(part)
      }
      let form: Form = node.kind == .or ? .any : node.kind == .not ? .not : .all
      return RowCondition(form, parts, levels: (parts.map(\.levels).max() ?? 0) + 1)
    case .binary:
      let mark = program[node.first].next
      let last = program[mark].next
      guard program[last].next < 0, let kind = Operator(rawValue: program[mark].payload),
        let left = operand(node.first), let right = operand(last)
      else { return nil }
      return RowCondition(.comparison(left, kind, right), levels: 1)
    default:
      return operand(index).map { RowCondition(.truth($0), levels: 0) }
    }
  }

  /// Whether a row fulfils it; `nil` when the interpreter has to say that.
  ///
  /// - Parameter read: the value of the row's property at a place.
  func holds(within budget: Budget, _ read: (Int) -> Value) -> Bool? {
    budget.hasRoom(for: levels) ? holds(read) : nil
  }

  private func holds(_ read: (Int) -> Value) -> Bool? {
    switch form {
    case .comparison(let left, let kind, let right):
      return kind.compare(left.value(read), right.value(read))
    case .truth(let operand):
      if case .truth(let truth) = operand.value(read) { return truth }
      return nil
    case .all: return holds(read, until: false)
    case .any: return holds(read, until: true)
    case .not: return holds(read, until: true).map { !$0 }
    }
  }

  /// What the first part says that says `end`, or else the opposite.
  private func holds(_ read: (Int) -> Value, until end: Bool) -> Bool? {
    for part in parts {
      guard let holds = part.holds(read) else { return nil }
      if holds == end { return end }
    }
    return !end
  }
}

extension Operator {
  /// What comparing two values gives; `nil` where it is charged, fails, or takes more than the two.
  fileprivate func compare(_ left: Value, _ right: Value) -> Bool? {
    if Budget.chargedSteps(toCompare: left, right) > 0 { return nil }
    switch self {
    case .equal: return left.isSame(as: right)
    case .unequal: return left.isSame(as: right).map { !$0 }
    case .less: return left.order(to: right).map { $0 < 0 }
    case .lessOrEqual: return left.order(to: right).map { $0 <= 0 }
    case .greater: return left.order(to: right).map { $0 > 0 }
    case .greaterOrEqual: return left.order(to: right).map { $0 >= 0 }
    case .contains, .add, .subtract, .multiply, .divide, .remainder: return nil
    }
  }
}
