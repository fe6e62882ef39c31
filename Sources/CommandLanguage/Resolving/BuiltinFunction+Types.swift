extension BuiltinFunction {
  /// The operand of a function that takes a list.
  var listOperand: LanguageError.Operand { self == .empty || self == .reverse ? .listOrText : .list }

  func unfitting(_ types: [ValueType]) -> LanguageError.Operand? {
    func isKnown(_ type: ValueType, butNot sorts: TypeChecker.Sort...) -> Bool {
      TypeChecker.Sort(type).map { !sorts.contains($0) } ?? false
    }
    let first = types[0]
    switch self {
    case .count, .first, .last, .distinct, .sort, .sum, .avg:
      if isKnown(first, butNot: .list) { return listOperand }
      if self == .sum || self == .avg, case .list(let element) = first.wrapped,
        isKnown(element, butNot: .number, .duration)
      {
        return .listOfNumbers
      }
    case .empty, .reverse:
      if isKnown(first, butNot: .list, .text) || first.kind != nil && !first.isList { return listOperand }
    case .join:
      if isKnown(first, butNot: .list) || isKnown(types[1], butNot: .text) { return .listAndText }
    case .range: if types.contains(where: { isKnown($0, butNot: .number) }) { return .twoNumbers }
    case .starts, .ends, .split, .replace:
      if types.contains(where: { isKnown($0, butNot: .text) }) { return .twoTexts }
    case .contains:
      if isKnown(first, butNot: .list, .text) { return .twoTexts }
    case .upper, .lower, .trim, .length: if isKnown(first, butNot: .text) { return .text }
    case .abs: if isKnown(first, butNot: .number, .duration) { return .number }
    case .round: if isKnown(first, butNot: .number) { return .number }
    case .min, .max, .text, .number, .old: break
    }
    return nil
  }

  func result(of first: ValueType, count: Int) -> ValueType {
    switch self {
    case .first, .last, .min, .max:
      if case .list(let element) = first.wrapped {
        return element == .unknown ? .unknown : .optional(element)
      }
      return count > 1 && first != .unknown ? first : .unknown
    case .distinct, .sort, .reverse: return first.wrapped
    // The row may not have existed before the command.
    case .old: return first == .unknown ? .unknown : .optional(first.wrapped)
    case .count, .length: return .number
    case .sum:
      if case .list(let element) = first.wrapped, element == .duration || element == .decimal {
        return element
      }
      return first == .list(.number) ? .number : .unknown
    case .round: return count == 1 ? .number : .unknown
    case .abs: return first.wrapped
    case .avg: return first == .list(.number) ? .optional(.decimal) : .unknown
    case .range: return .list(.number)
    case .split: return .list(.text)
    case .empty, .contains, .starts, .ends: return .truth
    case .join, .upper, .lower, .trim, .replace, .text: return .text
    case .number: return .optional(.number)
    }
  }
}
