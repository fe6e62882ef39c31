/// The names of a session's variables and definitions, each with an index.
///
/// Canonically equivalent names are the same name.
struct Symbols {
  private(set) var variableNames: [String] = []
  private(set) var definitionNames: [String] = []
  private var variables: [String: Int] = [:]
  private var definitions: [String: Int] = [:]

  var isEmpty: Bool { variableNames.isEmpty && definitionNames.isEmpty }

  func variable(named name: String) -> Int? { variables.isEmpty ? nil : variables[name] }

  func definition(named name: String) -> Int? { definitions.isEmpty ? nil : definitions[name] }

  mutating func variable(making name: String) -> Int {
    if let position = variables[name] { return position }
    variables[name] = variableNames.count
    variableNames.append(name)
    return variableNames.count - 1
  }

  mutating func definition(making name: String) -> Int {
    if let position = definitions[name] { return position }
    definitions[name] = definitionNames.count
    definitionNames.append(name)
    return definitionNames.count - 1
  }
}

/// The names that texts which are resolved together will define when they run.
struct Declared {
  private(set) var variables: Set<String> = []
  /// The parameters of the definitions; `nil` if several definitions of a name have different parameters.
  private(set) var definitions: [String: [DefinitionParameter]?] = [:]
  /// A Boolean value that indicates whether a file may run, which can define any name.
  private(set) var isUnsure = false

  static var unknown: Declared {
    var declared = Declared()
    declared.isUnsure = true
    return declared
  }

  mutating func add(_ program: Program, _ nodes: [ClosedRange<Int32>], _ language: Language) {
    for nodes in nodes {
      for index in nodes { add(program[index], of: program, language) }
    }
  }

  /// Returns the parameters of a definition, `.some(nil)` if they are uncertain, or `nil` if no definition has the
  /// name.
  func parameters(of name: String, _ known: Variables) -> [DefinitionParameter]?? {
    let made = known.symbols.definition(named: name).flatMap { known.parameters(of: $0) }
    if let declared = definitions[name] {
      if let made, made != declared { return .some(nil) }
      return .some(declared)
    }
    if let made { return .some(made) }
    return isUnsure ? .some(nil) : nil
  }

  /// Returns a Boolean value that indicates whether the program or an earlier one makes a definition.
  func hasDefinition(named name: String, _ known: Variables) -> Bool {
    definitions[name] != nil
      || known.symbols.definition(named: name).flatMap { known.parameters(of: $0) } != nil
  }

  private mutating func add(_ node: Node, of program: Program, _ language: Language) {
    switch node.kind {
    case .define: addDefinition(program, node, language)
    case .assign: variables.insert(program.texts[program[node.first].payload])
    case .command where node.payload == language.runCommand: isUnsure = true
    default: break
    }
  }

  private mutating func addDefinition(_ program: Program, _ node: Node, _ language: Language) {
    guard node.first >= 0 else { return }
    let name = program.texts[program[node.first].payload]
    let parameters = DefinitionParameter.all(of: node, in: program, language)
    if let known = definitions[name], known != parameters {
      definitions[name] = .some(nil)
    } else {
      definitions[name] = parameters
    }
  }
}
