import CommandLanguage
import TerminalText

/// The problems of declarations that the language itself does not detect.
enum WorldProblems {
  static func find(in declarations: Declarations) -> [String] {
    var problems: [String] = []
    var models: [String: any Any.Type] = [:]
    let kinds = declarations.schemas.map(\.kindName)
    let commands = declarations.commands.map(\.description.name)
    for schema in declarations.schemas {
      let (name, model) = (schema.kindName, schema.modelType)
      if let first = models[name] { problems.append(problem(ofKind: name, first, model)) }
      models[name] = model
      problems += find(schema)
      problems += find(relationsOf: schema, kinds: kinds, commands: commands)
    }
    problems += unknownKinds(in: declarations)
    problems += sharedNames(of: "kinds", declarations.schemas.map { ($0.kindName, $0.formerNames) })
    problems += sharedNames(
      of: "commands", declarations.commands.map { ($0.description.name, $0.description.formerNames) })
    for command in declarations.commands
    where command.description.parameters.contains(where: { $0.label == FieldCandidates.undeclared }) {
      problems.append("the command “\(command.description.name)” reads a value that is not a field")
    }
    return problems
  }

  /// Returns the problems of declarations that share a former name. A former name of one declaration may be the present
  /// name of another, because a store records which declaration had it.
  private static func sharedNames(
    of group: String, _ declared: [(name: String, former: [String])], in owner: String = ""
  ) -> [String] {
    declared.enumerated().flatMap { index, one in
      declared[..<index].flatMap { other in
        other.former.filter(one.former.contains).map { shared in
          "the \(group) “\(other.name)” and “\(one.name)”\(owner) were both called “\(shared)”: a store cannot tell them apart"
        }
      }
    }
  }

  /// Returns the problems of lists and parameters whose kind the world does not have.
  private static func unknownKinds(in declarations: Declarations) -> [String] {
    var uses = declarations.kindsInUse
    for command in declarations.commands {
      for parameter in command.description.parameters {
        guard let kind = parameter.kindName else { continue }
        uses.append((user: "the command “\(command.description.name)” takes", kind))
      }
    }
    let known = Set(declarations.schemas.map { $0.kindName } + declarations.kinds.map { $0.kind.name })
    var problems: [String] = []
    for use in uses where !known.contains(use.kindName) {
      let problem = "\(use.user) \(English.article(use.kindName)), which is not a kind of the world"
      if !problems.contains(problem) { problems.append(problem) }
    }
    return problems
  }

  private static func problem(ofKind name: String, _ first: any Any.Type, _ second: any Any.Type) -> String {
    if first == second { return "the schema “\(name)”, that of \(first), is declared twice" }
    var (one, other) = ("\(first)", "\(second)")
    if one == other { (one, other) = (qualifiedName(of: first), qualifiedName(of: second)) }
    let models = one == other ? "two types called \(one)" : "\(one) and \(other)"
    return "two schemas are called “\(name)”: those of \(models)"
  }

  private static func qualifiedName(of type: any Any.Type) -> String {
    String(reflecting: type).split(separator: ".").filter { !$0.hasPrefix("(unknown context at ") }
      .joined(separator: ".")
  }

  /// Returns the problems of a kind's name, words and properties, and of the objects that it creates.
  private static func find(_ declared: some AnySchema) -> [String] {
    let schema = declared.schema
    var problems: [String] = []
    if declared.hasNames, declared.nameOfNameField == nil {
      problems.append("“named:” of the schema “\(schema.name)” must be one of its fields")
    }
    // Plain loops, as in the schema's initializer.
    for index in 0..<schema.fields.count {
      let field = schema.fields[index]
      lazy var subject = "the field “\(field.name)” of \(English.article(schema.name))"
      if case .word(let words) = field.type.wrapped {
        // “none” as a word is the value `none`.
        for word in words where ["", "true", "false"].contains(word) {
          let what = word.isEmpty ? "an empty word" : "the word “\(word)”, which is a truth value"
          problems.append("\(subject) has \(what)")
        }
      }
      if case .form = field.type.wrapped {
        problems += caseProblems(of: caseNames(of: field.valueType)).map { "\(subject) has \($0)" }
      }
      for other in 0..<index where schema.fields[other].isSameProperty(as: field) {
        problems.append("\(subject) is the same property as the field “\(schema.fields[other].name)”")
        break
      }
    }
    problems += sharedNames(
      of: "fields", schema.fields.map { ($0.name, $0.formerNames) }, in: " of \(English.article(schema.name))"
    )
    return problems + findProblems(ofNewObjectsOf: schema)
  }

  /// Returns the names of a state's cases as they are declared; an empty list for a type of other values.
  private static func caseNames(of type: any Any.Type) -> [String] {
    if let state = type as? any StateCases.Type { return state.caseNames }
    return (type as? any FieldContainer.Type).map { caseNames(of: $0.contentType) } ?? []
  }

  private static func caseProblems(of names: [String]) -> [String] {
    names.enumerated().compactMap { index, name in
      if names[..<index].contains(name) { return "two cases called “\(name)”" }
      let isWord = !name.isEmpty && name.utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: ":") }
      if isWord { return nil }
      return "a case called “\(Escaping.escaped(name))”, which is not a single word without a colon"
    }
  }

  private static func findProblems<Object>(ofNewObjectsOf schema: Schema<Object>) -> [String] {
    guard let make = schema.make, schema.access.isForAnyone else { return [] }
    let (one, other) = (make(1, "a"), make(2, "b"))
    var problems: [String] = []
    if let nameOf = schema.nameOf, nameOf(one) == nameOf(other) {
      problems.append("“new” of the schema “\(schema.name)” does not use the name")
    } else if one.id == other.id, !schema.isSingle {
      problems.append("“new” of the schema “\(schema.name)” gives all objects the same identity")
    }
    for (index, rule) in schema.rules {
      guard case .outOfRange(let value, let least, let most)? = rule(nil, one) else { continue }
      problems.append(
        "a new \(schema.name) has the \(schema.fields[index].name) \(value.shown), which is out of its range from \(least.shown) to \(most.shown)"
      )
    }
    return problems
  }

  private static func find(
    relationsOf declared: some AnySchema, kinds: [String], commands: [String]
  ) -> [String] {
    let schema = declared.schema
    var problems: [String] = []
    func check(_ access: FieldAccess, of subject: @autoclosure () -> String) {
      for name in access.commands where !commands.contains(name) {
        problems.append("\(subject()) is for the command “\(name)”, which the world does not have")
      }
    }
    check(schema.access, of: "the kind “\(schema.name)”")
    for field in schema.fields {
      lazy var subject = "the field “\(field.name)” of \(English.article(schema.name))"
      check(field.access, of: subject)
      if let problem = field.problem?() { problems.append(problem) }
      guard let kind = field.referencedKind else {
        if field.removal != nil { problems.append("\(subject) has “onRemove:” but is not a reference") }
        continue
      }
      if !kinds.contains(kind) {
        problems.append("\(subject) refers to \(English.article(kind)), which is not a kind of the world")
      }
      if field.removal == .clear, field.isRequiredReference || field.write == nil {
        problems.append("\(subject) cannot be cleared when what it refers to is removed")
      }
    }
    return problems
  }
}

/// A type of field values that contain values of another type.
private protocol FieldContainer {
  static var contentType: any Any.Type { get }
}

extension Optional: FieldContainer where Wrapped: FieldCodable {
  static var contentType: any Any.Type { Wrapped.self }
}

extension Array: FieldContainer where Element: FieldCodable {
  static var contentType: any Any.Type { Element.self }
}
