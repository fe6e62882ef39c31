// The current names of renamed commands, kinds, properties and words. They are looked up only when a name is unknown or
// a text is updated, so nothing is stored, and each lookup goes through the declarations.
extension Language {
  /// Returns the current name of a command that is called by a former name; `nil` for any other command.
  func presentAlias(ofCommand index: Int) -> String? {
    let alias = commands[index]
    guard alias.formerNames.contains(alias.name) else { return nil }
    return commands.first { $0.formerNames == alias.formerNames && !$0.formerNames.contains($0.name) }?.name
  }

  func presentCommand(_ name: String) -> String? {
    if command(named: name) != nil { return nil }
    return commands.last { $0.formerNames.contains(name) }?.name
  }

  /// Returns the current name of a kind that is used as a function or for the row of a selection.
  func presentKind(_ name: String) -> String? {
    if kinds.contains(where: { $0.name == name }) { return nil }
    return kinds.last { $0.formerNames.contains(name) }?.name
  }

  /// Returns the current plural of a kind. The plural of a former name is regular or is itself listed.
  func presentPlural(_ name: String) -> String? {
    if kinds.contains(where: { $0.plural == name }) { return nil }
    return kinds.last { kind in
      !kind.plural.isEmpty && kind.formerNames.contains { $0 == name || $0 + "s" == name }
    }?.plural
  }

  /// Returns the current word; `nil` if the properties that had the word do not agree on it.
  func presentWord(_ name: String) -> String? {
    if vocabulary.contains(name) { return nil }
    return agreed(kinds.flatMap(\.properties).compactMap { $0.formerWords[name] })
  }

  /// Returns the current name of a state's case; `nil` if the properties with these cases do not agree on it.
  func presentCase(_ name: String, of type: ValueType) -> String? {
    let names = type.caseNames
    if names.isEmpty || names.contains(name) { return nil }
    return agreed(
      kinds.flatMap(\.properties).filter { $0.type.caseNames == names }.compactMap { $0.formerWords[name] })
  }

  /// Returns the current name of a kind's property. For an unknown kind, returns the name if all kinds that had the
  /// property agree on it.
  func presentProperty(_ name: String, ofKind index: Int?) -> String? {
    let possible = index.map { [kinds[$0]] } ?? kinds
    return agreed(
      possible.compactMap { kind in
        kind.propertyIndex(name) == nil ? kind.properties.last { $0.formerNames.contains(name) }?.name : nil
      })
  }

  private func agreed(_ names: [String]) -> String? {
    names.allSatisfy { $0 == names.first } ? names.first : nil
  }
}
