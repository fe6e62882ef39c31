/// Operations on texts that charge their work: by bytes for ASCII, otherwise by characters.
struct Texts {
  private let budget: Budget

  init(_ budget: Budget) { self.budget = budget }

  func contains(_ whole: String, _ part: String) throws -> Bool {
    if Self.areASCII(whole, part) { return try find(Array(part.utf8), in: Array(whole.utf8), from: 0) != nil }
    return try find(Array(part), in: characters(of: whole), from: 0) != nil
  }

  private func characters(of text: String) throws -> [Character] {
    try budget.charge(rewritingOf: text)
    return Array(text)
  }

  private static func areASCII(_ texts: String...) -> Bool {
    texts.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
  }

  private func find<Element: Equatable>(
    _ part: [Element], in whole: [Element], from start: Int
  ) throws -> Int? {
    guard whole.count - start >= part.count else { return nil }
    guard let first = part.first else { return start }
    var work = 0
    for offset in start...whole.count - part.count {
      work += 1
      if whole[offset] == first {
        var matched = 1
        while matched < part.count, whole[offset + matched] == part[matched] { matched += 1 }
        work += matched
        if matched == part.count { return offset }
      }
      if work >= 4_096 {
        try budget.charge(bytes: work)
        work = 0
      }
    }
    try budget.charge(bytes: work)
    return nil
  }

  /// Returns the parts of `whole` between the occurrences of `part`, or its characters if `part` is empty.
  func split(_ whole: String, _ part: String, most: Int) throws -> [String] {
    if part.isEmpty {
      try budget.charge(rewritingOf: whole)
      try budget.make(whole.count * Value.elementByteCount)
      return whole.map { String($0) }
    }
    var parts: [String] = []
    func add(_ piece: String) throws {
      guard parts.count < most else { throw LanguageError.reached(.list(most)) }
      try budget.make(Value.elementByteCount + piece.utf8.count)
      parts.append(piece)
    }
    if Self.areASCII(whole, part) {
      try pieces(Array(whole.utf8), Array(part.utf8)) { try add(String(decoding: $0, as: UTF8.self)) }
    } else {
      try pieces(characters(of: whole), Array(part)) { try add(String($0)) }
    }
    return parts
  }

  private func pieces<Element: Equatable>(
    _ whole: [Element], _ part: [Element], _ body: (ArraySlice<Element>) throws -> Void
  ) throws {
    var start = 0
    while let offset = try find(part, in: whole, from: start) {
      try body(whole[start..<offset])
      start = offset + part.count
    }
    try body(whole[start...])
  }

  func replace(_ whole: String, _ part: String, _ other: String, most: Int) throws -> String {
    if part.isEmpty { return whole }
    var result: [UInt8] = []
    var isFirst = true
    func add(_ piece: some Sequence<UInt8>) throws {
      if !isFirst { result += other.utf8 }
      isFirst = false
      result += piece
      if result.count > most { throw LanguageError.reached(.text(most, given: result.count)) }
    }
    if Self.areASCII(whole, part) {
      try pieces(Array(whole.utf8), Array(part.utf8)) { try add($0) }
    } else {
      try pieces(characters(of: whole), Array(part)) { try add(String($0).utf8) }
    }
    try budget.make(result.count)
    return String(decoding: result, as: UTF8.self)
  }

  static func trimmed(_ text: String) -> String {
    let isBlank: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}
