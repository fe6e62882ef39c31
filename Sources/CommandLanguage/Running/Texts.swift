/// Work on texts, by their bytes, that is charged as it is done.
struct Texts {
  private let budget: Budget

  init(_ budget: Budget) { self.budget = budget }

  /// Where `part` next begins in `whole`.
  func find(_ part: [UInt8], in whole: [UInt8], from start: Int) throws -> Int? {
    guard whole.count - start >= part.count else { return nil }
    guard let first = part.first else { return start }
    var work = 0
    for place in start...whole.count - part.count {
      work += 1
      if whole[place] == first {
        var matched = 1
        while matched < part.count, whole[place + matched] == part[matched] { matched += 1 }
        work += matched
        if matched == part.count { return place }
      }
      if work >= 4_096 {
        try budget.charge(bytes: work)
        work = 0
      }
    }
    try budget.charge(bytes: work)
    return nil
  }

  /// The parts of `whole` between the places where `part` stands; its characters when that is empty.
  func split(_ whole: String, _ part: String, most: Int) throws -> [String] {
    if part.isEmpty {
      try budget.make(whole.count * Value.elementBytes)
      return whole.map { String($0) }
    }
    let (bytes, between) = (Array(whole.utf8), Array(part.utf8))
    var parts: [String] = []
    var start = 0
    while let place = try find(between, in: bytes, from: start) {
      guard parts.count < most - 1 else { throw LanguageError.reached(.list(most)) }
      try budget.make(Value.elementBytes + place - start)
      parts.append(String(decoding: bytes[start..<place], as: UTF8.self))
      start = place + between.count
    }
    parts.append(String(decoding: bytes[start...], as: UTF8.self))
    return parts
  }

  func replace(_ whole: String, _ part: String, _ other: String, most: Int) throws -> String {
    if part.isEmpty { return whole }
    let (bytes, old, new) = (Array(whole.utf8), Array(part.utf8), Array(other.utf8))
    var result: [UInt8] = []
    var start = 0
    while let place = try find(old, in: bytes, from: start) {
      result += bytes[start..<place]
      result += new
      if result.count > most { throw LanguageError.reached(.text(most, given: result.count)) }
      start = place + old.count
    }
    result += bytes[start...]
    if result.count > most { throw LanguageError.reached(.text(most, given: result.count)) }
    try budget.make(result.count)
    return String(decoding: result, as: UTF8.self)
  }

  static func trimmed(_ text: String) -> String {
    let isBlank: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
    let scalars = Array(text.unicodeScalars.drop(while: isBlank))
    let kept = scalars.reversed().drop(while: isBlank).reversed()
    var result = String.UnicodeScalarView()
    result.append(contentsOf: kept)
    return String(result)
  }

  /// Tells values apart as `==` does.
  enum Key: Hashable {
    case none, list
    case truth(Bool)
    case whole(Int)
    case decimal(Double)
    case text(String)
    case object(String, Int)

    init(_ value: Value) {
      switch value {
      case .none: self = .none
      case .bool(let truth): self = .truth(truth)
      case .number(let number): self = .whole(number)
      case .decimal(let number): self = Arithmetic.exact(number).map { .whole($0) } ?? .decimal(number)
      case .text(let text): self = .text(text)
      case .list: self = .list
      case .object(let object): self = .object(object.kind.name, object.id)
      }
    }
  }
}
