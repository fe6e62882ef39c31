import TerminalText
import Values

/// A world's declarations as stored in a store: kinds and fields, rules, schedules and migrations.
struct StoredSchema: Equatable {
  /// A kind and its stored fields.
  struct Kind: Equatable, Renamed {
    var name: String
    var formerNames: [String] = []
    var fields: [StoredSchema.Field] = []

    func field(named name: String) -> StoredSchema.Field? { fields.first { $0.name == name } }
  }

  /// A stored field.
  struct Field: Equatable, Renamed {
    var name: String
    var formerNames: [String] = []
    /// The type in the words of help: `a whole number`. It does not include the words of a word or state, or the kind
    /// of an object.
    var type: String
    /// The kind of the objects that the field refers to; `nil` if it is not a reference.
    var target: String?
    var words: [String] = []
    /// The renamed words as pairs: a former word, then the present one.
    var formerWords: [String] = []
    var renamedWords: [(former: String, present: String)] {
      stride(from: 0, to: formerWords.count - 1, by: 2).map { (formerWords[$0], formerWords[$0 + 1]) }
    }
    var least: String?
    var most: String?
    var transitions: [String] = []

    /// The type with its words or the kind of its object.
    var shownType: String {
      if let target, let range = type.firstRange(of: Self.object) {
        return "\(type[..<range.lowerBound])\(English.article(target))\(type[range.upperBound...])"
      }
      return words.isEmpty ? type : "\(type), one of \(English.enumeration(words))"
    }

    static let object = "an object"
  }

  /// A constraint or an invariant that the world declares.
  struct Rule: Equatable {
    var role: String
    var name: String
    /// The condition, or a description of one in code.
    var text: String
  }

  /// A schedule that the world declares: an ``Every``, ``After``, ``At`` or ``Routine``.
  struct Schedule: Equatable, Renamed {
    var name: String
    var formerNames: [String] = []
  }

  var kinds: [Kind] = []
  var rules: [Rule] = []
  var schedules: [Schedule] = []
  /// The names of the migrations that have run, or that a new store does not need.
  var migrations: [String] = []

  func kind(named name: String) -> Kind? { kinds.first { $0.name == name } }
}

/// A declaration that may have former names.
protocol Renamed {
  var name: String { get }
  var formerNames: [String] { get }
}

// MARK: Of a world

extension StoredSchema {
  /// Creates the schema of a session's world.
  init(of simulation: Simulation) {
    let schemas = simulation.schemas.schemas
    kinds.reserveCapacity(simulation.parts.ownKindCount)
    for index in 0..<min(simulation.parts.ownKindCount, schemas.count) {
      kinds.append(Kind(of: schemas[index]))
    }
    for rule in simulation.rules.declaredTexts {
      rules.append(Rule(role: rule.role.rawValue, name: rule.name, text: rule.text))
    }
    schedules = simulation.parts.schedules.map { Schedule(name: $0.name, formerNames: $0.formerNames) }
    migrations = simulation.parts.migrations.map(\.name)
  }
}

extension StoredSchema.Kind {
  init(of declared: some AnySchema) {
    let schema = declared.schema
    self.init(name: schema.name, formerNames: schema.formerNames)
    for index in schema.stored { fields.append(StoredSchema.Field(of: schema.fields[index])) }
  }
}

extension StoredSchema.Field {
  init<Object: Model>(of field: Simulator.Field<Object>) {
    let (type, words) = Self.parts(of: field.type)
    self.init(
      name: field.name, formerNames: field.formerNames, type: type, target: field.referencedKind, words: words
    )
    for (former, word) in field.formerWords { formerWords += [former, word] }
    if let bounds = field.bounds {
      least = bounds.least.plainText
      most = bounds.most.plainText
    }
    if let transitions = field.transitions {
      self.transitions = transitions.text.split(separator: "\n").map(String.init)
    }
  }

  private static func parts(of type: ValueType) -> (type: String, words: [String]) {
    switch type {
    case .word(let words): return ("a word", words)
    case .form(let forms): return ("a state", forms.texts)
    case .reference: return (object, [])
    case .optional(let wrapped):
      let (noun, words) = parts(of: wrapped)
      return (noun + " or none", words)
    case .list(let element):
      let (noun, words) = parts(of: element)
      return ("a list, each " + noun, words)
    default: return (type.noun, [])
    }
  }
}

// MARK: Text

/// The JSON text: an array with one object per line, each of which is a kind, a field, a rule, a schedule or a
/// migration.
extension StoredSchema {
  var text: String {
    var lines: [String] = []
    for kind in kinds {
      lines.append(Self.line([("kind", kind.name)], [("formerly", kind.formerNames)]))
      for field in kind.fields {
        var texts = [("field", field.name), ("of", kind.name), ("type", field.type)]
        if let target = field.target { texts.append(("target", target)) }
        if let least = field.least, let most = field.most { texts += [("from", least), ("to", most)] }
        lines.append(
          Self.line(
            texts,
            [
              ("words", field.words), ("formerly", field.formerNames), ("formerWords", field.formerWords),
              ("next", field.transitions),
            ]))
      }
    }
    for rule in rules { lines.append(Self.line([(rule.role, rule.name), ("says", rule.text)], [])) }
    for schedule in schedules {
      lines.append(Self.line([("schedule", schedule.name)], [("formerly", schedule.formerNames)]))
    }
    for migration in migrations { lines.append(Self.line([("migration", migration)], [])) }
    return lines.isEmpty ? "[]" : "[\n" + lines.joined(separator: ",\n") + "\n]"
  }

  private static func line(_ texts: [(String, String)], _ lists: [(String, [String])]) -> String {
    JSONWriter.string { json in
      json.object {
        for (name, text) in texts { $0.text(text, as: name) }
        for (name, list) in lists where !list.isEmpty { $0.texts(list, as: name) }
      }
    }
  }

  /// Parses a text written by ``text``; `nil` for any other, such as one of a later version with unknown parts.
  init?(_ text: String) {
    self.init()
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    guard lines.first?.elementsEqual("[".utf8) == true || text == "[]" else { return nil }
    for line in lines.dropFirst().dropLast() {
      var bytes = Array(line)
      if bytes.last == UInt8(ascii: ",") { bytes.removeLast() }
      guard let object = try? JSONObject(bytes.span), add(Members(object)) else { return nil }
    }
  }

  private mutating func add(_ members: Members) -> Bool {
    if let name = members.text("kind") {
      kinds.append(Kind(name: name, formerNames: members.list("formerly")))
    } else if let name = members.text("field") {
      guard !kinds.isEmpty, kinds[kinds.count - 1].name == members.text("of"),
        let type = members.text("type")
      else { return false }
      kinds[kinds.count - 1].fields.append(
        Field(
          name: name, formerNames: members.list("formerly"), type: type,
          target: members.text("target"), words: members.list("words"),
          formerWords: members.list("formerWords"), least: members.text("from"), most: members.text("to"),
          transitions: members.list("next")))
    } else if let name = members.text("schedule") {
      schedules.append(Schedule(name: name, formerNames: members.list("formerly")))
    } else if let name = members.text("migration") {
      migrations.append(name)
    } else if let role = [RuleRole.constraint, .invariant].first(where: { members.text($0.rawValue) != nil }),
      let name = members.text(role.rawValue)
    {
      rules.append(Rule(role: role.rawValue, name: name, text: members.text("says") ?? ""))
    } else {
      return false
    }
    return true
  }

  /// The members of a line.
  private struct Members {
    let object: JSONObject

    init(_ object: JSONObject) { self.object = object }

    func text(_ name: String) -> String? {
      for member in object.members where member.name == name {
        if case .text(let text)? = member.value { return text }
      }
      return nil
    }

    func list(_ name: String) -> [String] {
      for member in object.members where member.name == name {
        guard case .list(let values)? = member.value else { return [] }
        return values.compactMap { if case .text(let text) = $0 { text } else { nil } }
      }
      return []
    }
  }
}

// MARK: Of a store without a schema

extension StoredSchema {
  init(
    inferredFrom fields: [String: Set<String>], types: (_ kind: String, _ field: String) -> String,
    of program: StoredSchema
  ) {
    for kind in program.kinds where fields[kind.name] != nil {
      var known = kind
      known.formerNames = []
      known.fields.removeAll { fields[kind.name]?.contains($0.name) != true }
      let others = (fields[kind.name] ?? []).filter { known.field(named: $0) == nil }
      known.fields += others.sorted().map { Field(name: $0, type: types(kind.name, $0)) }
      kinds.append(known)
    }
    for name in fields.keys.sorted() where program.kind(named: name) == nil {
      let names = (fields[name] ?? []).sorted()
      kinds.append(Kind(name: name, fields: names.map { Field(name: $0, type: types(name, $0)) }))
    }
    rules = program.rules
    schedules = program.schedules
  }
}
