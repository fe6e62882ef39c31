import TerminalText

extension TypeChecker {
  mutating func negated(_ node: Node) -> ValueType {
    let type = type(of: node.first)
    switch Sort(type) {
    case .number, .duration: return type.wrapped
    case nil: return .unknown
    default:
      note(.wrongOperand(of: "-", .number), self[node.first].range)
      return .unknown
    }
  }

  /// Checks `operand {mark operand}` from the left.
  mutating func binary(_ node: Node) -> ValueType {
    let start = self[node.first].range.lowerBound
    var left = type(of: node.first)
    var leftIndex = node.first
    var mark = self[node.first].next
    while mark >= 0 {
      let rightIndex = self[mark].next
      let right = type(of: rightIndex)
      guard let sign = Operator(rawValue: self[mark].payload) else { return .unknown }
      let range = start..<self[rightIndex].range.upperBound
      if sign.compares {
        compare(sign, left, leftIndex, right, rightIndex, range)
        left = .truth
      } else {
        left = calculate(sign, left, right, range)
      }
      (leftIndex, mark) = (rightIndex, self[rightIndex].next)
    }
    return left
  }

  private mutating func calculate(
    _ sign: Operator, _ left: ValueType, _ right: ValueType, _ range: Range<Int>
  ) -> ValueType {
    let (a, b) = (Sort(left), Sort(right))
    if sign == .add, left.wrapped == .text || right.wrapped == .text { return .text }
    switch (a, b) {
    case (.number, .number):
      return left.wrapped == .decimal || right.wrapped == .decimal ? .decimal : .number
    case (nil, nil), (nil, .number), (.number, nil), (nil, .duration), (.duration, nil): return .unknown
    case (.duration, .duration) where sign != .multiply: return sign == .divide ? .number : .duration
    case (.duration, .number) where sign == .multiply || sign == .divide: return .duration
    case (.number, .duration) where sign == .multiply: return .duration
    case (.list, .list) where sign == .add: return left == right ? left : .list(.unknown)
    case (nil, _) where sign == .add, (_, nil) where sign == .add: return .unknown
    case (.text, _) where sign == .add && isWritten(left), (_, .text) where sign == .add && isWritten(right):
      return .text
    default:
      // If the type of one side is unknown, the error names only the other side.
      let (one, other) = (
        a == nil ? right.valueNoun : left.valueNoun, b == nil ? left.valueNoun : right.valueNoun
      )
      note(
        sign == .add ? .notJoinable(one, other) : .wrongOperands(of: sign.symbol, one, other), range)
      return .unknown
    }
  }

  /// Returns a Boolean value that indicates whether values of the type are texts, as opposed to objects with names.
  private func isWritten(_ type: ValueType) -> Bool {
    switch type.wrapped {
    case .text, .word, .form: true
    default: false
    }
  }

  /// Reports a comparison that fails or always has the same result.
  private mutating func compare(
    _ sign: Operator, _ left: ValueType, _ leftIndex: Int32, _ right: ValueType, _ rightIndex: Int32,
    _ range: Range<Int>
  ) {
    if uses != nil, sign != .isCase { noteWords(left, leftIndex, right, rightIndex) }
    if sign == .contains { return search(left, leftIndex, right, rightIndex, range) }
    if sign == .isCase { return checkCase(of: left, leftIndex, rightIndex) }
    if isWordAndName(left, rightIndex) || isWordAndName(right, leftIndex) {
      if !isPossible(left, leftIndex, right, rightIndex) { return }
      _ = isPossible(right, rightIndex, left, leftIndex)
      return
    }
    guard let a = Sort(left), let b = Sort(right) else { return }
    let isEquality = sign == .equal || sign == .unequal
    guard a == b else {
      // Two optional values may both be `none`.
      if isEquality, case .optional = left, case .optional = right { return }
      return note(.notComparable(left.valueNoun, right.valueNoun), range)
    }
    guard isEquality else {
      if a == .list { note(.notComparable(left.valueNoun, right.valueNoun), range) }
      return
    }
    if isPossible(left, leftIndex, right, rightIndex) {
      _ = isPossible(right, rightIndex, left, leftIndex)
    }
  }

  /// Checks `STATE is CASE`.
  private mutating func checkCase(of type: ValueType, _ leftIndex: Int32, _ rightIndex: Int32) {
    let names = type.caseNames
    if uses != nil, !names.isEmpty { noteUse(.word(names), at: self[ungrouped(rightIndex)].range) }
    if names.isEmpty {
      if let sort = Sort(type), sort != .text || !isWritten(type) {
        note(.wrongOperand(of: Operator.isCase.symbol, .state), self[leftIndex].range)
      }
      return
    }
    guard let name = writtenWord(rightIndex), !names.contains(name) else { return }
    if let present = language.presentCase(name, of: type) {
      // A name in quotes is replaced by a name in quotes.
      let isQuoted = source[self[rightIndex].range.lowerBound] == UInt8(ascii: "\"")
      let text = isQuoted ? Quoting.literal(present) : present
      return note(.renamed(name, present: text), self[rightIndex].range)
    }
    note(
      .unknownWord(
        what: String(decoding: source[self[leftIndex].range], as: UTF8.self), name,
        suggestion: NearNames.nearest(to: name, among: names), known: names),
      self[rightIndex].range)
  }

  /// Checks `element in list` or `part in text`.
  private mutating func search(
    _ left: ValueType, _ leftIndex: Int32, _ right: ValueType, _ rightIndex: Int32, _ range: Range<Int>
  ) {
    switch right.wrapped {
    case .unknown: return
    case .text, .word, .form:
      if Sort(left) != nil, !isWritten(left) { note(.notComparable(left.valueNoun, right.valueNoun), range) }
    case .list(let element):
      let inner = ungrouped(rightIndex)
      if self[inner].kind == .list {
        let elements = children(self[inner]).map { (index: $0, type: typeWithoutErrors(of: $0)) }
        func isOfOtherSort(_ type: ValueType) -> Bool {
          if let a = Sort(left), let b = Sort(type) { a != b } else { false }
        }
        // The result can be true if only one element is of the same sort.
        if elements.allSatisfy({ isOfOtherSort($0.type) }) {
          for (child, type) in elements {
            note(.notComparable(left.valueNoun, type.valueNoun), self[child].range)
          }
          return
        }
        for (child, type) in elements where !isOfOtherSort(type) {
          _ = isPossible(left, leftIndex, type, child)
        }
      } else if let a = Sort(left), let b = Sort(element), a != b {
        note(.notComparable(left.valueNoun, element.valueNoun), range)
      } else {
        _ = isPossible(left, leftIndex, element, rightIndex)
      }
    default: note(.notSearchable(right.valueNoun), range)
    }
  }

  private func ungrouped(_ index: Int32) -> Int32 {
    var index = index
    while self[index].kind == .group { index = self[index].first }
    return index
  }

  private func typeWithoutErrors(of index: Int32) -> ValueType {
    var checker = self
    return checker.type(of: index)
  }

  /// Returns a Boolean value that indicates whether values of two types of one sort can be equal. If they cannot,
  /// reports the reason.
  private mutating func isPossible(
    _ left: ValueType, _ leftIndex: Int32, _ right: ValueType, _ rightIndex: Int32
  ) -> Bool {
    switch (left.wrapped, right.wrapped) {
    case (.word(let words), _) where self[ungrouped(leftIndex)].kind != .constant:
      if let word = writtenWord(rightIndex) ?? settledName(rightIndex), !words.contains(word) {
        if let present = language.presentWord(word), words.contains(present) {
          // A word in quotes is replaced by a word in quotes.
          let isText = self[ungrouped(rightIndex)].kind == .string
          note(
            .renamed(word, present: isText ? Quoting.literal(present) : present),
            self[ungrouped(rightIndex)].range)
          return false
        }
        note(
          .unknownWord(
            what: String(decoding: source[self[leftIndex].range], as: UTF8.self), word,
            suggestion: NearNames.nearest(to: word, among: words), known: words),
          self[rightIndex].range)
        return false
      }
      if isNoneInQuotes(leftIndex, rightIndex) { return false }
      if case .word(let others) = right.wrapped, self[ungrouped(rightIndex)].kind != .constant,
        words.allSatisfy({ !others.contains($0) })
      {
        note(
          .neverEqual(
            "one of \(English.enumeration(words))", "one of \(English.enumeration(others))", notes: []),
          self[rightIndex].range)
        return false
      }
    case (.form, _): return isPossibleState(left, leftIndex, rightIndex)
    case (.object(let kind), .word(let words)):
      note(
        neverEqual(kind, words, isWord: self[ungrouped(rightIndex)].kind == .constant), self[rightIndex].range
      )
      return false
    case (.object(let kind), .object(let other)) where kind != other && areDeclared(kind, other):
      note(
        .neverEqual(English.article(kind.name), English.article(other.name), notes: []),
        self[rightIndex].range)
      return false
    default: break
    }
    return true
  }

  private mutating func isPossibleState(_ state: ValueType, _ leftIndex: Int32, _ rightIndex: Int32) -> Bool {
    guard case .form(let forms) = state.wrapped,
      let word = writtenWord(rightIndex) ?? settledName(rightIndex)
    else { return true }
    let (name, names) = (ValueType.caseName(of: word), state.caseNames)
    let text = String(decoding: source[self[leftIndex].range], as: UTF8.self)
    if !names.contains(name) {
      note(
        .unknownWord(
          what: text, word, suggestion: NearNames.nearest(to: word, among: names), known: names),
        self[rightIndex].range)
      return false
    }
    if isNoneInQuotes(leftIndex, rightIndex) { return false }
    let isName = settledName(rightIndex) != nil
    if word != name || !isName && forms.texts.contains(word) { return true }
    note(
      .neverEqual(
        text, isName ? "the name \(Quoting.message(word))" : "the word \(Quoting.message(word)) alone",
        notes: ["write “\(text) is \(word)”"]),
      self[rightIndex].range)
    return false
  }

  /// Returns a Boolean value that indicates whether a word is compared with the text `"none"`, which no word equals; if
  /// so, reports it. The value of the word `none` is the literal `none`, not a text.
  private mutating func isNoneInQuotes(_ leftIndex: Int32, _ rightIndex: Int32) -> Bool {
    guard self[ungrouped(rightIndex)].kind == .string, writtenWord(rightIndex) == "none" else { return false }
    note(
      .neverEqual(
        String(decoding: source[self[leftIndex].range], as: UTF8.self), "the text “none”",
        notes: ["write none without quotation marks"]), self[rightIndex].range)
    return true
  }

  private func areDeclared(_ kind: KindID, _ other: KindID) -> Bool {
    language.kindIndex(kind) != nil && language.kindIndex(other) != nil
  }

  private func neverEqual(_ kind: KindID, _ words: [String], isWord: Bool) -> LanguageError {
    let object = English.article(kind.name)
    guard isWord, let word = words.first else {
      return .neverEqual(object, "one of \(English.enumeration(words))", notes: [])
    }
    var notes: [String] = []
    if let named = language.kinds.first(where: { $0.name == word }), !named.plural.isEmpty {
      notes.append("give the \(word) of a row a name with “\(named.plural) as NAME where …”")
    }
    return .neverEqual(object, "the word \(Quoting.message(word))", notes: notes)
  }

  private func writtenWord(_ index: Int32) -> String? {
    let node = self[ungrouped(index)]
    return switch node.kind {
    case .constant: language.vocabulary[node.payload]
    case .string: texts[node.payload]
    default: nil
    }
  }

  private func isWordAndName(_ type: ValueType, _ index: Int32) -> Bool {
    switch type.wrapped {
    case .word, .form: settledName(index) != nil
    default: false
    }
  }

  /// Returns the name in an expression, if it can only refer to an object.
  private func settledName(_ index: Int32) -> String? {
    let node = self[ungrouped(index)]
    return areNamesSettled && node.kind == .worldName ? texts[node.payload] : nil
  }
}

extension TypeChecker {
  /// The types whose values can be compared with each other; an object is compared with a text by its name.
  enum Sort {
    case truth, number, duration, text, list

    init?(_ type: ValueType) {
      switch type.wrapped {
      case .truth: self = .truth
      case .number, .decimal: self = .number
      case .duration: self = .duration
      case .text, .word, .form, .object, .reference: self = .text
      case .list: self = .list
      case .unknown, .optional: return nil
      }
    }
  }
}
