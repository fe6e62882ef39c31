import CommandLanguage
import Journaling
import Values

/// The translation of texts that objects store, such as conditions. It replaces the names that were valid when a text
/// was written with the program's names.
final class StoredTexts {
  private unowned let simulation: Simulation
  private var lineage: SchemaLineage?
  private var declarations: [Int: (declarations: FormerDeclarations, kinds: [String: String])] = [:]
  /// The present kinds of the store's objects, by the object's name.
  private var objectKinds: [String: String] = [:]
  private var hasLearned = false
  private var hasMissed = false
  private var isOfOtherSchema = false

  init(of simulation: Simulation) { self.simulation = simulation }

  /// - Parameter isOfOtherSchema: Indicates whether the store has a schema other than the program's, so that names in
  ///   texts must be checked.
  func begin(_ lineage: SchemaLineage, isOfOtherSchema: Bool) {
    (self.lineage, self.isOfOtherSchema, declarations) = (lineage, isOfOtherSchema, [:])
  }

  /// The kinds whose objects store texts, with the names of their other fields.
  var kinds: [(name: String, others: Set<String>)] {
    func kind(_ declared: some AnySchema) -> (name: String, others: Set<String>)? {
      let schema = declared.schema
      if schema.restoring?.storing == nil { return nil }
      return (schema.name, Set(schema.stored.map { schema.fields[$0].name }))
    }
    return simulation.schemas.schemas.compactMap { kind($0) }
  }

  // MARK: Objects

  /// Records the names of the store's objects, including the former names in the history.
  ///
  /// - Returns: `true` if the texts must be read again, because an earlier text has a name that was unknown until now.
  func learn(_ content: JournalContent) -> Bool {
    if !isOfOtherSchema { return false }
    var nameFields: [String: String] = [:]
    for schema in simulation.schemas.schemas { nameFields[schema.kindName] = schema.nameOfNameField }
    func note(_ key: JournalKey, _ value: Value?) {
      if case .text(let name)? = value { objectKinds[name] = key.kind }
    }
    for change in content.steps.flatMap(\.changes) {
      for field in change.fields where field.name == nameFields[change.key.kind] {
        note(change.key, field.before)
        note(change.key, field.after)
      }
    }
    for object in content.objects {
      for field in object.fields ?? [] where field.name == nameFields[object.key.kind] {
        note(object.key, field.value)
      }
    }
    defer { (hasLearned, hasMissed) = (true, false) }
    return hasMissed && !hasLearned
  }

  /// Returns the present kind of the object with a name; `nil` if no object has or had it.
  func kind(ofObject name: String) -> String? {
    if let kind = objectKinds[name] { return kind }
    if case .object(let object)? = simulation.value(named: Array(name.utf8).span) { return object.kind.name }
    hasMissed = true
    return nil
  }

  // MARK: Translating

  /// Returns a stored text with the present names. A text that cannot be translated is returned with the reason as a
  /// variable without a name, so that its object is set aside.
  ///
  /// - Parameter position: The position of the schema with which the text was written.
  func present(_ value: Value, from position: Int) -> Value {
    guard let interpreter = simulation.interpreter, case .list(let parts) = value,
      case .text(let text)? = parts.first, let former = declarations(at: position, interpreter)
    else { return value }
    var variables: [(name: String, value: Value)] = []
    for part in parts.dropFirst() {
      guard case .list(let pair) = part, pair.count == 2, case .text(let name) = pair[0], !name.isEmpty
      else { return value }
      variables.append((name, Self.evaluated(pair[1], former.kinds)))
    }
    do {
      let (present, values) = try interpreter.translated(
        text, variables: variables, from: former.declarations
      ) {
        [unowned self] name in kind(ofObject: name).map { former.kinds[$0] ?? $0 }
      }
      var result: [Value] = [.text(present)]
      for (index, part) in parts.dropFirst().enumerated() {
        let isSame = values[index] == variables[index].value
        result.append(isSame ? part : .list([.text(variables[index].name), values[index]]))
      }
      return .list(result)
    } catch {
      return .list(parts + [.list([.text(""), .text("“\(text)” cannot be translated: \(error.reason)")])])
    }
  }

  /// Returns a captured value as expressions represent it, with the former kinds of objects.
  private static func evaluated(_ value: Value, _ kinds: [String: String]) -> Value {
    switch value {
    case .word(let text): .text(text)
    case .reference(let kind, _): .object(KindID(kinds[kind] ?? kind), 0)
    case .list(let values): .list(values.map { evaluated($0, kinds) })
    default: value
    }
  }

  private func declarations(
    at position: Int, _ interpreter: Interpreter
  ) -> (declarations: FormerDeclarations, kinds: [String: String])? {
    if let known = declarations[position] { return known }
    guard let lineage else { return nil }
    var (kinds, names): ([FormerKind], [String: String]) = ([], [:])
    let former = lineage.kinds(asOf: position)
    for (kind, present) in former {
      let current = lineage.program.kind(named: present.name)
      if let current { names[current.name] = kind.name }
      let schema = simulation.schemas.index(named: present.name).map { simulation.schemas.schemas[$0] }
      var plurals = kind.name == present.name ? [schema?.pluralName ?? ""] : [kind.name + "s"]
      if kind.name != present.name {
        // An irregular plural is also a former name.
        plurals += (schema?.formerNames ?? []).filter { name in
          name != plurals[0] && !former.contains { $0.kind.name == name }
        }
      }
      var made = FormerKind(
        name: kind.name, plurals: plurals, present: current?.name,
        properties: kind.fields.map { FormerProperty(of: $0, present, current) })
      made.storedNames = Set(current?.fields.map(\.name) ?? [])
      kinds.append(made)
    }
    let found = (FormerDeclarations(kinds, of: interpreter), names)
    declarations[position] = found
    return found
  }
}

extension FormerProperty {
  fileprivate init(of field: StoredSchema.Field, _ names: JournalNames.Kind, _ current: StoredSchema.Kind?) {
    let present = names.fields[field.name] ?? field.name
    self.init(
      name: field.name, type: field.valueType, present: current?.field(named: present) == nil ? nil : present,
      vocabularies: FormerVocabulary.all(of: field.valueType, names.words[present] ?? [:]))
  }
}

extension FormerVocabulary {
  /// Returns the words of a type, or the cases, texts and contained words of a state.
  ///
  /// - Parameter path: The names of the enclosing cases, each followed by a space.
  fileprivate static func all(
    of type: ValueType, _ words: [String: String], path: String = ""
  ) -> [FormerVocabulary] {
    func vocabulary(_ names: [String], areWords: Bool) -> FormerVocabulary {
      var present: [String: String] = [:]
      for name in names {
        guard let text = JournalNames.Kind.renamed(path + name, words) else { continue }
        // The names of the enclosing cases may have changed, too.
        let depth = path.split(separator: " ").count
        let parts = text.split(separator: " ", maxSplits: depth)
        if depth < parts.count { present[name] = String(parts[depth]) }
      }
      return FormerVocabulary(names: names, areWords: areWords, present: present)
    }
    switch type {
    case .optional(let type), .list(let type): return all(of: type, words, path: path)
    case .word(let names): return [vocabulary(names, areWords: true)]
    case .form(let forms):
      let contents = type.caseNames.flatMap { name in
        type.content(ofCase: name).map { all(of: $0, words, path: path + name + " ") } ?? []
      }
      return [vocabulary(type.caseNames, areWords: false), vocabulary(forms.texts, areWords: false)]
        + contents
    default: return []
    }
  }
}

extension StoredSchema.Field {
  /// The type in expressions; unknown unless it has words or refers to objects.
  fileprivate var valueType: ValueType {
    var (rest, isList, isOptional) = (type[...], false, false)
    let (list, optional) = ("a list, each ", " or none")
    if rest.hasPrefix(list) { (rest, isList) = (rest.dropFirst(list.count), true) }
    if rest.hasSuffix(optional) { (rest, isOptional) = (rest.dropLast(optional.count), true) }
    var type: ValueType =
      switch rest {
      case "a word": .word(words)
      case "a state": .form(StateForms(words))
      case "an object": target.map { .object(KindID($0)) } ?? .unknown
      default: .unknown
      }
    if isOptional { type = .optional(type) }
    return isList ? .list(type) : type
  }
}
