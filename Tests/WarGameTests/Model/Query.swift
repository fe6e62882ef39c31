/// A selection of units as a value, as text, and as a function.
struct Query: Equatable {
  indirect enum Condition: Equatable {
    case isWord(property: String, String)
    case compares(Number, String, Number)
    case isNamed(String, String)
    case and(Condition, Condition)
    case or(Condition, Condition)
    case not(Condition)

    var text: String {
      switch self {
      case .isWord(let property, let word): "\(property) == \(word)"
      case .compares(let left, let sign, let right): "\(left.text) \(sign) \(right.text)"
      case .isNamed(let sign, let name): "name \(sign) \"\(name)\""
      case .and(let left, let right): "(\(left.text) and \(right.text))"
      case .or(let left, let right): "(\(left.text) or \(right.text))"
      case .not(let condition): "not (\(condition.text))"
      }
    }

    func holds(for unit: GameModel.Unit) -> Bool {
      switch self {
      case .isWord(let property, let word): unit.word(property) == word
      case .compares(let left, let sign, let right):
        Self.compare(left.value(of: unit), sign, right.value(of: unit))
      case .isNamed(let sign, let name): Self.compare(Query.order(unit.name, name), sign, 0)
      case .and(let left, let right): left.holds(for: unit) && right.holds(for: unit)
      case .or(let left, let right): left.holds(for: unit) || right.holds(for: unit)
      case .not(let condition): !condition.holds(for: unit)
      }
    }

    private static func compare(_ left: Int, _ sign: String, _ right: Int) -> Bool {
      switch sign {
      case "<": left < right
      case "<=": left <= right
      case ">": left > right
      case ">=": left >= right
      case "==": left == right
      default: left != right
      }
    }
  }

  indirect enum Number: Equatable {
    case constant(Int)
    case hp
    case max
    case sum(Number, Number)
    case product(Number, Int)
    case remainder(Number, Int)

    var text: String {
      switch self {
      case .constant(let number): "\(number)"
      case .hp: "hp"
      case .max: "max"
      case .sum(let left, let right): "(\(left.text) + \(right.text))"
      case .product(let left, let factor): "(\(left.text) * \(factor))"
      case .remainder(let left, let divisor): "(\(left.text) % \(divisor))"
      }
    }

    func value(of unit: GameModel.Unit) -> Int {
      switch self {
      case .constant(let number): number
      case .hp: unit.hp
      case .max: unit.max
      case .sum(let left, let right): left.value(of: unit) + right.value(of: unit)
      case .product(let left, let factor): left.value(of: unit) * factor
      case .remainder(let left, let divisor): left.value(of: unit) % divisor
      }
    }
  }

  struct Key: Equatable {
    var property: String
    var isDescending: Bool
  }

  var condition: Condition?
  var keys: [Key] = []
  var limit: Int?

  var text: String {
    let order = keys.map { $0.property + ($0.isDescending ? " desc" : "") }.joined(separator: ", ")
    return "units" + (condition.map { " where \($0.text)" } ?? "") + (keys.isEmpty ? "" : " by \(order)")
      + (limit.map { " limit \($0)" } ?? "")
  }

  /// Compares texts or words by their bytes. The result is negative if the left one comes first, and 0 if they are
  /// equal.
  static func order(_ left: String, _ right: String) -> Int {
    left == right ? 0 : left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
  }

  /// Returns the selected units; equal ones are in the order of spawning.
  func rows(of units: [GameModel.Unit]) -> [GameModel.Unit] {
    let found = units.filter { condition?.holds(for: $0) ?? true }.enumerated()
    let sorted = found.sorted { left, right in
      for key in keys {
        let order = left.element.order(by: key.property, right.element)
        if order != 0 { return (order < 0) != key.isDescending }
      }
      return left.offset < right.offset
    }
    return Array(sorted.map(\.element).prefix(limit ?? .max))
  }
}

extension GameModel.Unit {
  func word(_ property: String) -> String {
    switch property {
    case "side": side
    case "type": isTower ? "tower" : "hero"
    default: status
    }
  }

  fileprivate func order(by property: String, _ other: Self) -> Int {
    switch property {
    case "hp": hp - other.hp
    case "max": max - other.max
    case "name": Query.order(name, other.name)
    default: Query.order(word(property), other.word(property))
    }
  }
}
