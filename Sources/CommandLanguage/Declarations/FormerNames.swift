/// The current names of renamed commands, kinds, properties and words.
///
/// Looked up only when a name is unknown or a text is updated, so nothing is stored. Each lookup goes through the
/// declarations.
struct FormerNames {
  let language: Language

  func command(_ name: String) -> String? {
    if language.command(named: name) != nil { return nil }
    return language.commands.last { $0.formerNames.contains(name) }?.name
  }

  /// Returns the current name of a kind that is used as a function or for the row of a selection.
  func kind(_ name: String) -> String? {
    if language.kinds.contains(where: { $0.name == name }) { return nil }
    return language.kinds.last { $0.formerNames.contains(name) }?.name
  }

  /// Returns the current plural of a kind. The plural of a former name is regular or is itself listed.
  func plural(_ name: String) -> String? {
    if language.kinds.contains(where: { $0.plural == name }) { return nil }
    return language.kinds.last { kind in
      !kind.plural.isEmpty && kind.formerNames.contains { $0 == name || $0 + "s" == name }
    }?.plural
  }

  /// Returns the current word; `nil` if the properties that had the word do not agree on it.
  func word(_ name: String) -> String? {
    if language.vocabulary.contains(name) { return nil }
    return agreed(language.kinds.flatMap(\.properties).compactMap { $0.formerWords[name] })
  }

  /// Returns the current name of a kind's property. For an unknown kind, returns the name if all kinds that had the
  /// property agree on it.
  func property(_ name: String, ofKind index: Int?) -> String? {
    let kinds = index.map { [language.kinds[$0]] } ?? language.kinds
    return agreed(
      kinds.compactMap { kind in
        kind.propertyIndex(name) == nil ? kind.properties.last { $0.formerNames.contains(name) }?.name : nil
      })
  }

  private func agreed(_ names: [String]) -> String? {
    names.allSatisfy { $0 == names.first } ? names.first : nil
  }
}

extension Language {
  /// The current names of everything that was renamed.
  var formerNames: FormerNames { FormerNames(language: self) }
}

/// The names that a resolver replaces when it updates a text.
struct Renaming {
  let former: FormerNames
  /// Returns a Boolean value that indicates whether the host has an object with the name.
  let isName: (String) -> Bool
}
