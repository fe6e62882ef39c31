/// Coarse features of a state, which a search uses to choose the states to explore further.
///
/// A state's digest differs whenever any number differs. The outline contains only the approximate number of objects,
/// the words that their properties hold, and the magnitudes of their numbers.
public struct StateOutline: Sendable, Equatable {
  /// A hash for each feature of the state except its words; equal features have equal hashes in every session
  /// of a world.
  public var features: [UInt64] = []
  /// A hash for each word and each case of a state that a property holds.
  public var words: [UInt64] = []
  /// The distinct whole numbers that properties hold, at most ``numberCountMax`` of them.
  public var numbers: [Int] = []

  /// The maximum number of elements in ``numbers``.
  public static let numberCountMax = 32
  /// The number of objects of a kind that are examined.
  private static let objectCountMax = 48

  /// Creates an outline without features.
  public init() {}

  init(of interpreter: Interpreter) {
    let kinds = interpreter.language.kinds
    for position in kinds.indices where !kinds[position].isDerived {
      add(kinds[position].properties, position, interpreter)
    }
  }

  private mutating func add(_ properties: [Property], _ position: Int, _ interpreter: Interpreter) {
    let numbers = interpreter.kinds[position].numbers()
    let base = FeatureHash(UInt64(position))
    features.append(base.adding(Self.bucket(numbers.count)).value)
    if numbers.isEmpty { return }
    let cursor = interpreter.operations.cursor(position)
    for number in numbers.prefix(Self.objectCountMax) where cursor.move(number) {
      // A feature of the whole object: its words, which of its numbers are 0, and the order of successive numbers.
      var whole = base.adding(1 << 32)
      var last: Int?
      for property in properties.indices {
        let value = cursor.read(property)
        let coarse = coarse(value, properties[property].type)
        if case .number(let number) = value {
          if let last { whole = whole.adding(number < last ? 1 : number == last ? 2 : 3) }
          last = number
        }
        let feature = base.adding(UInt64(property) + 2 << 33).adding(coarse.fine).value
        if coarse.isWord { words.append(feature) } else { features.append(feature) }
        whole = whole.adding(coarse.rough)
      }
      features.append(whole.value)
    }
  }

  /// Returns a value as a feature by itself and as a part of its object's feature.
  private mutating func coarse(
    _ value: Value, _ type: ValueType
  ) -> (fine: UInt64, rough: UInt64, isWord: Bool) {
    switch value {
    case .none: return (1, 1, false)
    case .truth(let truth): return truth ? (2, 2, true) : (3, 3, true)
    case .number(let number), .duration(let number):
      if numbers.count < Self.numberCountMax, !numbers.contains(number) { numbers.append(number) }
      let size = Self.bucket(number.magnitude > UInt(Int.max) ? Int.max : Int(number.magnitude))
      let signed = number < 0 ? size + 100 : size
      return (signed + 8, number == 0 ? 4 : 5, false)
    case .decimal(let number):
      // The exponents of 0 and of infinity are the extremes of an integer.
      let size = number == 0 ? 0 : number.isFinite ? UInt64(number.exponent.magnitude) : 5_000
      return (size + 10_000, number == 0 ? 4 : 5, false)
    case .text(let text), .word(let text):
      if case .form = type.wrapped {
        let name = FeatureHash(ValueType.caseName(of: text).utf8).value
        return (name, name, true)
      }
      guard !type.literals.isEmpty else { return text.isEmpty ? (6, 6, false) : (7, 7, false) }
      let word = FeatureHash(text.utf8).value
      return (word, word, true)
    case .list(let elements): return (Self.bucket(elements.count) + 20_000, elements.isEmpty ? 6 : 7, false)
    case .object, .reference: return (300, 7, false)
    }
  }

  /// Returns `count` if it is at most 3; otherwise the same number for all counts between two powers of two.
  private static func bucket(_ count: Int) -> UInt64 {
    count < 4 ? UInt64(max(0, count)) : UInt64(Int.bitWidth - count.leadingZeroBitCount) + 1
  }
}

/// A hash that is the same in every process: FNV-1a over 64-bit words, mixed at the end.
private struct FeatureHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  init(_ number: UInt64) { add(number) }

  init(_ text: String.UTF8View) {
    for byte in text { add(UInt64(byte)) }
  }

  private mutating func add(_ number: UInt64) { state = (state ^ number) &* 0x100_0000_01B3 }

  func adding(_ number: UInt64) -> FeatureHash {
    var hash = self
    hash.add(number)
    return hash
  }

  var value: UInt64 {
    let mixed = (state ^ (state >> 32)) &* 0xD6E8_FEB8_6659_FD93
    return mixed ^ (mixed >> 32)
  }
}

extension CommandSession {
  /// The outline of the current state.
  ///
  /// - Complexity: O(*n*), where *n* is the number of objects.
  public var outline: StateOutline { StateOutline(of: interpreter) }
}
