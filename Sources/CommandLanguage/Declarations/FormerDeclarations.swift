/// A kind of objects with the names that a stored text uses, and the current ones.
package struct FormerKind {
  package var name: String
  /// The plurals that a text may use.
  package var plurals: [String]
  /// The current name; `nil` if the kind was removed.
  package var present: String?
  package var properties: [FormerProperty]
  /// The current names of the stored properties. The other properties of the current kind have the same names in texts.
  package var storedNames: Set<String> = []

  package init(name: String, plurals: [String], present: String?, properties: [FormerProperty]) {
    (self.name, self.plurals, self.present, self.properties) = (name, plurals, present, properties)
  }
}

/// A property with the names that a stored text uses, and the current ones.
package struct FormerProperty {
  package var name: String
  package var type: ValueType
  /// The current name; `nil` if the property was removed.
  package var present: String?
  /// The words of its values, or the cases of its states.
  package var vocabularies: [FormerVocabulary]

  package init(name: String, type: ValueType, present: String?, vocabularies: [FormerVocabulary]) {
    (self.name, self.type, self.present, self.vocabularies) = (name, type, present, vocabularies)
  }
}

/// The words of a type, or the names or texts of a state's cases, and the current ones.
package struct FormerVocabulary {
  package var names: [String]
  /// A Boolean value that indicates whether expressions can use the names without quotes.
  package var areWords: Bool
  /// The current names of the renamed ones, keyed by the former names.
  package var present: [String: String]

  package init(names: [String], areWords: Bool, present: [String: String]) {
    (self.names, self.areWords, self.present) = (names, areWords, present)
  }
}

/// The reason why a stored text cannot be translated.
package struct UntranslatableText: Error {
  package let reason: String
}

/// The declarations with which stored texts were written, and their current names.
package final class FormerDeclarations {
  private let kinds: [FormerKind]
  private let present: Language
  let language: Language
  /// Former names of properties that now belong to other properties.
  let reusedProperties: Set<String>
  /// Former words and names of kinds that have another meaning now, with the names that replace them; the name is empty
  /// for a removed kind.
  let reusedWords: [String: Set<String>]

  package init(_ kinds: [FormerKind], of interpreter: Interpreter) {
    let present = interpreter.language
    var formerNames: [String: String] = [:]
    for kind in kinds { if let name = kind.present { formerNames[name] = kind.name } }
    var made: [Kind] = []
    var known: [FormerKind] = []
    for var kind in kinds {
      let current = kind.present.flatMap { name in present.kinds.first { $0.name == name } }
      for property in current?.properties ?? [] where !kind.storedNames.contains(property.name) {
        if kind.properties.contains(where: { $0.name == property.name }) { continue }
        let type = property.type.renamingKinds(formerNames)
        kind.properties.append(
          FormerProperty(name: property.name, type: type, present: property.name, vocabularies: []))
      }
      known.append(kind)
      for plural in kind.plurals {
        made.append(
          Kind(
            kind.name, plural: plural, properties: kind.properties.map { Property($0.name, type: $0.type) },
            hasChildren: current?.hasChildren ?? false, childNames: current?.childNames ?? [],
            hasNames: current?.hasNames ?? true))
      }
    }
    let others = present.kinds.filter { kind in
      formerNames[kind.name] == nil && !known.contains { $0.name == kind.name }
    }
    for other in others {
      let properties = other.properties.map { property in
        Property(property.name, type: property.type.renamingKinds(formerNames))
      }
      made.append(
        Kind(
          other.name, plural: other.plural, properties: properties, hasChildren: other.hasChildren,
          childNames: other.childNames, hasNames: other.hasNames))
    }
    var words: [String] = []
    for kind in known {
      for vocabulary in kind.properties.flatMap(\.vocabularies) where vocabulary.areWords {
        words += vocabulary.names
      }
    }
    for property in made.flatMap(\.properties) { words += property.type.elementType.words }
    var vocabulary: [String] = []
    for word in words where !vocabulary.contains(word) && !["true", "false", "none"].contains(word) {
      vocabulary.append(word)
    }
    let roots = present.roots.map { root in
      guard case .object(let kind) = root.type, kind.name == root.name, let former = formerNames[kind.name]
      else { return root }
      return Root(former, root.summary, type: .object(KindID(former)), read: root.read)
    }
    (self.kinds, self.present) = (known, present)
    language = Language(present, kinds: made, roots: roots, vocabulary: vocabulary)
    (reusedProperties, reusedWords) = Self.reused(known, present)
  }

  private static func reused(
    _ kinds: [FormerKind], _ present: Language
  ) -> (properties: Set<String>, words: [String: Set<String>]) {
    var properties: Set<String> = []
    var words: [String: Set<String>] = [:]
    let names = Set(present.kinds.flatMap { $0.properties.map(\.name) })
    let known = Set(present.vocabulary + present.kinds.flatMap { [$0.name, $0.plural] })
    for kind in kinds {
      if kind.present != kind.name, known.contains(kind.name) {
        words[kind.name, default: []].insert(kind.present ?? "")
      }
      for property in kind.properties {
        if property.present != property.name, names.contains(property.name) {
          properties.insert(property.name)
        }
        for (word, name) in property.vocabularies.flatMap(\.present)
        where word != name && known.contains(word) {
          words[word, default: []].insert(name)
        }
      }
    }
    return (properties, words)
  }

  // MARK: Names

  /// Returns the current name of a property; `nil` if texts keep the name.
  ///
  /// - Parameter kind: the kind; `nil` if it is unknown.
  func presentProperty(_ name: String, of kind: KindID?) throws(UntranslatableText) -> String? {
    var names: Set<String> = []
    for candidate in kinds where kind == nil || candidate.name == kind?.name {
      guard let property = candidate.properties.first(where: { $0.name == name }) else { continue }
      if let current = property.present {
        names.insert(current)
        continue
      }
      let current = present.kinds.first { $0.name == candidate.present }
      if current?.propertyIndex(name) != nil {
        throw UntranslatableText(reason: "“\(name)” was removed, and another field has the name now")
      }
      names.insert(name)
    }
    // Kinds that the store's schema does not contain keep their names.
    if kind == nil, language.kinds.contains(where: { isOther($0) && $0.propertyIndex(name) != nil }) {
      names.insert(name)
    }
    return try agreed(names, on: name)
  }

  private func isOther(_ kind: Kind) -> Bool { !kinds.contains { $0.name == kind.name } }

  /// Returns the current name of a word, of a case or of a state's text; `nil` if texts keep it.
  ///
  /// - Parameter names: the words or cases of the type; `nil` if the type is unknown.
  func presentWord(_ word: String, among names: [String]?) throws(UntranslatableText) -> String? {
    var found: Set<String> = []
    for vocabulary in kinds.flatMap({ $0.properties.flatMap(\.vocabularies) }) {
      guard names.map({ $0 == vocabulary.names }) ?? vocabulary.areWords, vocabulary.names.contains(word)
      else { continue }
      found.insert(vocabulary.present[word] ?? word)
    }
    return try agreed(found, on: word)
  }

  /// Returns the current plural, or the current name, of a kind; `nil` if texts keep it.
  func presentKind(_ index: Int, isPlural: Bool) throws(UntranslatableText) -> String? {
    let former = language.kinds[index]
    guard let kind = kinds.first(where: { $0.name == former.name }) else { return nil }
    let name = isPlural ? former.plural : former.name
    guard let current = present.kinds.first(where: { $0.name == kind.present }) else {
      if present.kinds.contains(where: { (isPlural ? $0.plural : $0.name) == name }) {
        throw UntranslatableText(
          reason: "the kind “\(kind.name)” was removed, and another kind has the name now")
      }
      return nil
    }
    let text = isPlural ? current.plural : current.name
    return text == name || text.isEmpty ? nil : text
  }

  private func agreed(_ names: Set<String>, on name: String) throws(UntranslatableText) -> String? {
    if names.count > 1 {
      let texts = names.sorted().map { "“\($0)”" }.joined(separator: " or ")
      throw UntranslatableText(reason: "“\(name)” may now be \(texts)")
    }
    return names.first == name ? nil : names.first
  }
}

extension ValueType {
  /// The type of a list's elements, or the type itself, without `none`.
  var elementType: ValueType {
    switch self {
    case .optional(let type), .list(let type): type.elementType
    default: self
    }
  }

  fileprivate func renamingKinds(_ names: [String: String]) -> ValueType {
    switch self {
    case .object(let kind): names[kind.name].map { .object(KindID($0)) } ?? self
    case .optional(let type): .optional(type.renamingKinds(names))
    case .list(let type): .list(type.renamingKinds(names))
    default: self
    }
  }
}
