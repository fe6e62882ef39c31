/// The current names of renamed commands, kinds, properties and words.
///
/// Computed only when a name is unknown or a text is updated.
struct FormerNames {
  private var commands: [String: String] = [:]
  /// Kinds by their singular and plural names.
  private var kinds: [String: String] = [:]
  private var plurals: [String: String] = [:]
  /// Indexed by kind.
  private var properties: [[String: String]] = []
  private var words: [String: String] = [:]

  init(of language: Language) {
    for command in language.commands {
      for former in command.formerNames where language.command(named: former) == nil {
        commands[former] = command.name
      }
    }
    var ambiguous: Set<String> = []
    for kind in language.kinds {
      for former in kind.formerNames {
        if !language.kinds.contains(where: { $0.name == former }) { kinds[former] = kind.name }
        if kind.plural.isEmpty { continue }
        // The plural of a former name is regular or is itself listed.
        for plural in [former + "s", former] where !language.kinds.contains(where: { $0.plural == plural }) {
          plurals[plural] = kind.plural
        }
      }
      var names: [String: String] = [:]
      for property in kind.properties {
        for former in property.formerNames where kind.propertyIndex(former) == nil {
          names[former] = property.name
        }
        for (former, word) in property.formerWords where !language.vocabulary.contains(former) {
          if let other = words[former], other != word { ambiguous.insert(former) }
          words[former] = word
        }
      }
      properties.append(names)
    }
    for word in ambiguous { words[word] = nil }
  }

  func command(_ name: String) -> String? { commands[name] }

  /// Returns the current name of a kind that is used as a function or for the row of a selection.
  func kind(_ name: String) -> String? { kinds[name] }

  func plural(_ name: String) -> String? { plurals[name] }

  func word(_ name: String) -> String? { words[name] }

  /// Returns the current name of a kind's property. For an unknown kind, returns the name if all kinds that had the
  /// property agree on it.
  func property(_ name: String, ofKind index: Int?) -> String? {
    if let index { return properties[index][name] }
    let found = Set(properties.compactMap { $0[name] })
    return found.count == 1 ? found.first : nil
  }
}

extension Language {
  /// The current names of everything that was renamed.
  var formerNames: FormerNames { FormerNames(of: self) }
}

/// The names that a resolver replaces when it updates a text.
struct Renaming {
  let former: FormerNames
  /// Returns a Boolean value that indicates whether the host has an object with the name.
  let isName: (String) -> Bool
}
