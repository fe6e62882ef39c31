/// The uses of those names whose meaning depends on types, recorded while a text is type-checked.
struct NameUses {
  enum Meaning: Equatable {
    /// A property of a kind; `nil` for an unknown kind.
    case property(KindID?)
    /// The name of a kind, by its index.
    case kind(Int)
    /// A word, a case or the text of a state, which is one of the given ones.
    case word([String])
  }

  /// The meanings, keyed by the ranges of the names, including quotation marks.
  private(set) var meanings: [Range<Int>: Meaning] = [:]
  /// The words that captured variables are compared with, by the index of the variable.
  private(set) var words: [Int: [[String]]] = [:]
  /// Returns the type of the object with a name; `nil` if there is none.
  let typeOfObject: (String) -> ValueType?

  init(typeOfObject: @escaping (String) -> ValueType?) { self.typeOfObject = typeOfObject }

  mutating func note(_ meaning: Meaning, at range: Range<Int>) { meanings[range] = meaning }

  mutating func note(_ words: [String], of variable: Int) { self.words[variable, default: []].append(words) }
}

extension TypeChecker {
  mutating func noteUse(_ meaning: NameUses.Meaning, at range: Range<Int>) { uses?.note(meaning, at: range) }

  private mutating func noteUse(_ words: [String], of variable: Int) { uses?.note(words, of: variable) }

  /// Records the words in an expression that is compared with values of a type.
  mutating func noteWords(_ type: ValueType, _ index: Int32) {
    guard uses != nil else { return }
    let node = self[index]
    switch node.kind {
    case .group: noteWords(type, node.first)
    case .list: for child in children(node) { noteWords(type, child) }
    case .constant, .string, .worldName:
      let element = type.elementType
      if case .form(let forms) = element, node.kind == .string, forms.texts.contains(texts[node.payload]) {
        noteUse(.word(forms.texts), at: node.range)
      } else if !element.caseNames.isEmpty {
        noteUse(.word(element.caseNames), at: node.range)
      }
    case .local where !type.elementType.caseNames.isEmpty:
      noteUse(type.elementType.caseNames, of: node.payload)
    default: break
    }
  }

  /// Records the words of both sides of a comparison.
  mutating func noteWords(
    _ left: ValueType, _ leftIndex: Int32, _ right: ValueType, _ rightIndex: Int32
  ) {
    if !isWritten(leftIndex) { noteWords(left, rightIndex) }
    if !isWritten(rightIndex) { noteWords(right, leftIndex) }
  }

  /// Returns a Boolean value that indicates whether an expression is a literal word, string or list.
  private func isWritten(_ index: Int32) -> Bool {
    let node = self[index]
    return switch node.kind {
    case .group: isWritten(node.first)
    case .constant, .string, .list: true
    default: false
    }
  }
}
