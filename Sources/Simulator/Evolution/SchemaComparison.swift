import Journaling

/// A comparison of two schemas, which pairs the kinds, fields and words of one schema with those of the other.
struct SchemaComparison {
  /// A declaration in the earlier schema, in the later one, or in both.
  struct Pair<Item> {
    var old: Item?
    var new: Item?
  }

  let kinds: [Pair<StoredSchema.Kind>]
  let schedules: [Pair<StoredSchema.Schedule>]
  let old: StoredSchema
  let new: StoredSchema
  /// A Boolean value that indicates whether the later schema belongs to an older program. If so, the former
  /// names are in the earlier schema.
  private let isInverted: Bool

  init(_ old: StoredSchema, _ new: StoredSchema, isInverted: Bool = false) {
    (self.old, self.new, self.isInverted) = (old, new, isInverted)
    kinds = Self.pairs(old.kinds, new.kinds, isInverted: isInverted)
    schedules = Self.pairs(old.schedules, new.schedules, isInverted: isInverted)
  }

  func fields(_ old: StoredSchema.Kind, _ new: StoredSchema.Kind) -> [Pair<StoredSchema.Field>] {
    Self.pairs(old.fields, new.fields, isInverted: isInverted)
  }

  func words(_ old: StoredSchema.Field, _ new: StoredSchema.Field) -> [String: String] {
    if !isInverted { return Self.words(old, new) }
    var words: [String: String] = [:]
    for (former, present) in Self.words(new, old) { words[present] = former }
    return words
  }

  /// - Parameter isInverted: Indicates whether the former names are in the earlier declarations.
  private static func pairs<Item: Renamed>(
    _ old: [Item], _ new: [Item], isInverted: Bool
  ) -> [Pair<Item>] {
    isInverted ? pairs(new, old).map { Pair(old: $0.new, new: $0.old) } : pairs(old, new)
  }

  /// Pairs each later declaration with the earlier one that has its former name or, if there is none, the same name. A
  /// former name does not count if the earlier declaration with the present name has it, too.
  static func pairs<Item: Renamed>(_ old: [Item], _ new: [Item]) -> [Pair<Item>] {
    var indices: [String: Int] = [:]
    for (index, item) in old.enumerated() { indices[item.name] = index }
    var former: [Int: Int] = [:]
    var isTaken = Set<Int>()
    // Match former names first, because a declaration may take a name that a rename has freed.
    for (index, item) in new.enumerated() {
      let renamed = indices[item.name].map { old[$0].formerNames } ?? []
      let known = item.formerNames.lazy.filter { !renamed.contains($0) }.compactMap { indices[$0] }
        .first { !isTaken.contains($0) }
      guard let known else { continue }
      former[index] = known
      isTaken.insert(known)
    }
    var pairs: [Pair<Item>] = []
    for (index, item) in new.enumerated() {
      var known = former[index]
      if known == nil, let same = indices[item.name], isTaken.insert(same).inserted { known = same }
      pairs.append(Pair(old: known.map { old[$0] }, new: item))
    }
    for (index, item) in old.enumerated() where !isTaken.contains(index) {
      pairs.append(Pair(old: item, new: nil))
    }
    return pairs
  }

  /// Returns the present words by former word. For states, the words are the names of cases and the beginnings of
  /// texts.
  static func words(_ old: StoredSchema.Field, _ new: StoredSchema.Field) -> [String: String] {
    let paths = old.paths
    var renamed = new.renamedWords.filter { former, present in
      let isOlder = old.renamedWords.contains { $0 == (former, present) }
      return paths.contains(former) && !(isOlder && paths.contains(present))
    }
    // A word that both schemas have was not renamed, unless another rename has freed it.
    while true {
      let rest = renamed.filter { pair in
        !paths.contains(pair.present) || renamed.contains { $0.former == pair.present }
      }
      if rest.count == renamed.count { break }
      renamed = rest
    }
    return Dictionary(renamed.map { ($0.former, $0.present) }) { _, last in last }
  }

  // MARK: Differences

  /// The fields that only the later schema has, in kinds that both schemas have.
  var missingFields: [SchemaChange] {
    var changes: [SchemaChange] = []
    for pair in kinds {
      guard let old = pair.old, let new = pair.new else { continue }
      for field in fields(old, new) where field.old == nil {
        if let name = field.new?.name { changes.append(.fieldUnavailable(new.name, name)) }
      }
    }
    return changes
  }

  /// The differences, in the order of the later schema, followed by removed declarations.
  var changes: [SchemaChange] {
    var changes: [SchemaChange] = []
    for pair in kinds {
      switch (pair.old, pair.new) {
      case (nil, let new?): changes.append(.kindAdded(new.name))
      case (let old?, nil): changes.append(.kindRemoved(old.name))
      case (let old?, let new?):
        if old.name != new.name { changes.append(.kindRenamed(new.name, from: old.name)) }
        for field in Self.pairs(old.fields, new.fields) { changes += self.changes(field, of: new.name) }
      case (nil, nil): break
      }
    }
    return changes + changesOfRules + changesOfSchedules + changesOfMigrations
  }

  private func changes(_ pair: Pair<StoredSchema.Field>, of kind: String) -> [SchemaChange] {
    guard let new = pair.new else { return pair.old.map { [.fieldRemoved(kind, $0.name)] } ?? [] }
    guard let old = pair.old else { return [.fieldAdded(kind, new.name)] }
    var changes: [SchemaChange] = []
    if old.name != new.name { changes.append(.fieldRenamed(kind, new.name, from: old.name)) }
    let renamed = Self.words(old, new)
    for former in old.paths {
      if let word = renamed[former] { changes.append(.wordRenamed(kind, new.name, word, from: former)) }
    }
    if old.type == new.type, old.target.map(present(kind:)) == new.target {
      let kept = old.words.map { StoredSchema.Field.renamed($0, renamed) }
      let lost = kept.filter { !new.words.contains($0) }
      let added = new.words.filter { !kept.contains($0) }
      if !lost.isEmpty { changes.append(.wordsLost(kind, new.name, lost)) }
      if !added.isEmpty { changes.append(.wordsAdded(kind, new.name, added)) }
    } else {
      changes.append(.typeChanged(kind, new.name, from: old.shownType, to: new.shownType))
    }
    if (old.least, old.most) != (new.least, new.most) {
      changes.append(.rangeChanged(kind, new.name, from: old.range, to: new.range))
    }
    if old.transitions(renamed).sorted() != new.transitions.sorted() {
      changes.append(.transitionsChanged(kind, new.name))
    }
    return changes
  }

  private func present(kind name: String) -> String {
    kinds.first { $0.old?.name == name }?.new?.name ?? name
  }

  private var changesOfRules: [SchemaChange] {
    var changes: [SchemaChange] = []
    for rule in new.rules {
      let known = old.rules.first { $0.name == rule.name }
      if known == rule { continue }
      changes.append(
        known == nil ? .ruleAdded(role: rule.role, rule.name) : .ruleChanged(role: rule.role, rule.name))
    }
    for rule in old.rules where !new.rules.contains(where: { $0.name == rule.name }) {
      changes.append(.ruleRemoved(role: rule.role, rule.name))
    }
    return changes
  }

  private var changesOfSchedules: [SchemaChange] {
    schedules.compactMap { pair in
      switch (pair.old, pair.new) {
      case (nil, let new?): .scheduleAdded(new.name)
      case (let old?, nil): .scheduleRemoved(old.name)
      case (let old?, let new?): old.name == new.name ? nil : .scheduleRenamed(new.name, from: old.name)
      case (nil, nil): nil
      }
    }
  }

  private var changesOfMigrations: [SchemaChange] {
    new.migrations.filter { !old.migrations.contains($0) }.map { .migrationPending($0) }
      + old.migrations.filter { !new.migrations.contains($0) }.map { .migrationUnknown($0) }
  }
}

extension StoredSchema.Field {
  /// The words, or the names of a state's cases.
  var cases: [String] {
    var cases: [String] = []
    for word in words {
      let name = ValueType.caseName(of: word)
      if !cases.contains(name) { cases.append(name) }
    }
    return cases
  }

  /// The words, or the texts of a state and their beginnings: `halted`, `halted ringing`, `halted ringing N`.
  var paths: [String] {
    var paths = cases
    for text in words {
      for end in text.indices.dropFirst() where text[end] == " " { append(text[..<end], to: &paths) }
      append(text[...], to: &paths)
    }
    return paths
  }

  private func append(_ path: Substring, to paths: inout [String]) {
    let path = String(path)
    if !paths.contains(path) { paths.append(path) }
  }

  static func renamed(_ word: String, _ words: [String: String]) -> String {
    JournalNames.Kind.renamed(word, words) ?? word
  }

  func transitions(_ words: [String: String]) -> [String] {
    transitions.map { line in
      let parts = line.split(separator: " ").map { part in
        let word = part.hasSuffix(":") || part.hasSuffix(",") ? part.dropLast() : part
        return words[String(word)].map { $0 + part.dropFirst(word.count) } ?? String(part)
      }
      return parts.joined(separator: " ")
    }
  }

  var range: String { least.flatMap { least in most.map { "from \(least) to \($0)" } } ?? "any value" }
}
