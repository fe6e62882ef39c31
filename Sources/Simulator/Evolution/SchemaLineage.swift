import Journaling

/// The sequence of a store's schemas and the program's schema, which determines the present name for each
/// former name.
struct SchemaLineage {
  private let schemas: [StoredSchema]
  /// The serials after which each of the store's schemas is valid.
  private let starts: [Int]
  private let steps: [SchemaComparison]
  private let others: JournalNames
  /// The index of the program's schema among the store's if the program is older than the store; otherwise `nil`.
  private let older: Int?

  /// - Parameters:
  ///   - stored: The store's schemas with the serials after which they are valid.
  ///   - program: The schema of the program.
  ///   - others: The names of kinds that are in no schema.
  init(_ stored: [(since: Int, schema: StoredSchema)], _ program: StoredSchema, others: JournalNames) {
    self.others = others
    let known = stored.map(\.schema)
    starts = stored.map(\.since)
    var schemas = known
    var steps = zip(known, known.dropFirst()).map { SchemaComparison($0, $1) }
    older = known.last == program ? nil : known.lastIndex(of: program)
    if known.last == program {
      // The store's schema is the program's.
    } else if let position = older {
      // For an older program, append the way back to its schema.
      for earlier in known[position..<known.count - 1].reversed() {
        steps.append(SchemaComparison(schemas[schemas.count - 1], earlier, isInverted: true))
        schemas.append(earlier)
      }
    } else {
      if let last = known.last { steps.append(SchemaComparison(last, program)) }
      schemas.append(program)
    }
    (self.schemas, self.steps) = (schemas, steps)
  }

  var program: StoredSchema { schemas[schemas.count - 1] }

  /// Returns the kinds of one of the store's schemas with their present names.
  func kinds(asOf position: Int) -> [(kind: StoredSchema.Kind, present: JournalNames.Kind)] {
    schemas[position].kinds.map { ($0, present($0, from: position, nil)) }
  }

  /// Returns the present names of all data in the store.
  func translation(_ texts: StoredTexts) -> JournalTranslation {
    var names: [(since: Int, names: JournalNames)] = []
    // Steps older than the first schema use former names of that schema.
    if starts.first != 0 { names.append((0, self.names(before: schemas[0]))) }
    for (position, since) in starts.enumerated() { names.append((since, self.names(asOf: position))) }
    for (position, offset) in zip(schemas.indices, names.count - starts.count..<names.count) {
      let schedules = scheduleNames(asOf: position)
      if schedules.isEmpty { continue }
      let job = Job.kindName
      names[offset].names.kinds[job, default: JournalNames.Kind(job)].words["for"] = schedules
    }
    for position in names.indices {
      names[position].names.kinds.merge(others.kinds) { own, _ in own }
      // The generator stores its counts by the names of kinds.
      let kinds = names[position].names.kinds.filter { $0.key != $0.value.name }.mapValues(\.name)
      if !kinds.isEmpty {
        let generator = Generator.schema.name
        names[position].names.kinds[generator, default: JournalNames.Kind(generator)].words["last"] = kinds
      }
    }
    let textKinds = texts.kinds
    for (position, offset) in zip(starts.indices, names.count - starts.count..<names.count) {
      if kinds(asOf: position).allSatisfy({ $0.present.isIdentity(of: $0.kind.name) }) { continue }
      for kind in textKinds {
        let translated = JournalNames.Texts(besides: kind.others, schema: position) {
          texts.present($0, from: position)
        }
        let former = names[offset].names.kinds.filter { $0.value.name == kind.name }.map(\.key)
        for name in former + [kind.name] {
          names[offset].names.kinds[name, default: JournalNames.Kind(kind.name)].texts = translated
        }
      }
    }
    return JournalTranslation(names)
  }

  /// A removed field, or a removed word if `kind` is `nil`.
  struct Gone: Hashable {
    var kind: String?
    var name: String
  }

  /// The fields and words of the store's schemas that the program's schema does not have.
  var gone: Set<Gone> {
    let program = schemas[schemas.count - 1]
    let words = Set(program.kinds.flatMap { $0.fields.flatMap(\.words) })
    var gone: Set<Gone> = []
    for (position, schema) in schemas.prefix(starts.count).enumerated() {
      for kind in schema.kinds {
        let name = present(kind, from: position, nil).name
        let present = program.kind(named: name)
        for field in kind.fields {
          if let present, present.field(named: field.name) == nil {
            gone.insert(Gone(kind: name, name: field.name))
          }
          for word in field.words where !words.contains(word) { gone.insert(Gone(kind: nil, name: word)) }
        }
      }
    }
    return gone
  }

  private func path(from position: Int) -> ArraySlice<SchemaComparison> {
    guard let older else { return steps[position...] }
    // Forward to an older program's schema, or back from a later one.
    let last = starts.count - 1
    return position <= older ? steps[position..<older] : steps[(2 * last - position)...]
  }

  private func names(asOf position: Int) -> JournalNames {
    var names: [String: JournalNames.Kind] = [:]
    // A step of a migration may still use names of the preceding schema.
    for earlier in 0...position {
      for kind in schemas[earlier].kinds { names[kind.name] = present(kind, from: earlier, names[kind.name]) }
    }
    return JournalNames(names.filter { !$0.value.isIdentity(of: $0.key) })
  }

  private func scheduleNames(asOf position: Int) -> [String: String] {
    var names: [String: String] = [:]
    // A job stores the name that its schedule had when the job was planned.
    for earlier in 0...position {
      for schedule in schemas[earlier].schedules {
        var present: String? = schedule.name
        for step in path(from: earlier) {
          present = step.schedules.first { $0.old != nil && $0.old?.name == present }?.new?.name
        }
        names[schedule.name] = present
      }
    }
    return names.filter { $0.key != $0.value }
  }

  private func names(before schema: StoredSchema) -> JournalNames {
    var names: [String: JournalNames.Kind] = [:]
    for kind in schema.kinds {
      var present = present(kind, from: 0, nil)
      for field in kind.fields {
        for former in field.formerNames where kind.field(named: former) == nil {
          present.fields[former] = present.fields[field.name] ?? field.name
        }
        for (former, word) in field.renamedWords where !field.paths.contains(former) {
          let name = present.fields[field.name] ?? field.name
          present.words[name, default: [:]][former] = present.words[name]?[word] ?? word
        }
      }
      names[kind.name] = present
      for former in kind.formerNames where schema.kind(named: former) == nil { names[former] = present }
    }
    return JournalNames(names.filter { !$0.value.isIdentity(of: $0.key) })
  }

  /// Returns the present names of a kind of one of the schemas.
  ///
  /// - Parameter known: The names found for an earlier schema, which apply where this schema has none.
  private func present(
    _ kind: StoredSchema.Kind, from position: Int, _ known: JournalNames.Kind?
  ) -> JournalNames.Kind {
    var (name, current): (String, String?) = (kind.name, kind.name)
    var fields: [(original: String, name: String?)] = kind.fields.map { ($0.name, $0.name) }
    var words: [[String: String]] = kind.fields.map { field in
      Dictionary(field.paths.map { ($0, $0) }) { first, _ in first }
    }
    for step in path(from: position) {
      guard let kind = current, let pair = step.kinds.first(where: { $0.old?.name == kind }),
        let old = pair.old, let new = pair.new
      else {
        current = nil
        break
      }
      (current, name) = (new.name, new.name)
      let pairs = step.fields(old, new)
      for index in fields.indices {
        guard let field = fields[index].name, let pair = pairs.first(where: { $0.old?.name == field }),
          let old = pair.old, let new = pair.new
        else {
          fields[index].name = nil
          continue
        }
        fields[index].name = new.name
        let renamed = step.words(old, new)
        for (word, present) in words[index] {
          words[index][word] = StoredSchema.Field.renamed(present, renamed)
        }
      }
    }
    var names = known ?? JournalNames.Kind(name)
    let program = schemas[schemas.count - 1]
    if current == nil {
      // The kind was removed. Another kind may have its name now.
      names.name = program.kind(named: kind.name) == nil ? kind.name : Self.gone(kind.name)
      return names
    }
    names.name = name
    let present = program.kind(named: name)
    for index in fields.indices {
      let original = fields[index].original
      guard let field = fields[index].name else {
        names.fields[original] = present?.field(named: original) == nil ? original : Self.gone(original)
        continue
      }
      names.fields[original] = field
      let others = Self.withoutRest(words[index])
      names.words[field] = others.isEmpty ? nil : others
    }
    return names
  }

  /// Returns the renamed words, without those texts of states that the renamed cases determine.
  private static func withoutRest(_ words: [String: String]) -> [String: String] {
    var rest = words.filter { $0.key != $0.value }
    for (word, present) in rest where word.contains(" ") {
      rest[word] = nil
      if JournalNames.Kind.renamed(word, rest) != present { rest[word] = present }
    }
    return rest
  }

  /// Returns a substitute for the name of a removed declaration whose name is reused. No declaration can have this
  /// name.
  private static func gone(_ name: String) -> String { "\(name) (former)" }
}

extension JournalNames.Kind {
  /// Returns a Boolean value that indicates whether no name has changed.
  fileprivate func isIdentity(of kind: String) -> Bool {
    name == kind && fields.allSatisfy { $0.key == $0.value } && words.isEmpty
  }
}
