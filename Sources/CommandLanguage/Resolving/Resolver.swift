import TerminalText

/// A resolver of the names in a text, which also checks the commands before any of them runs. It finds unknown commands
/// and functions, wrong numbers of arguments, and words that an argument cannot be.
struct Resolver {
  let program: Program
  let language: Language
  let known: Variables
  let declared: Declared
  var nodes: [Node]
  var texts: [String]
  var fallbacks: [Program.Fallback] = []
  var captures: [Program.Capture] = []
  var diagnostics: [Diagnostic] = []
  var scope = Scope()
  private var frameSize = 0
  private var isChanged = false
  private var roots: Int { program.roots.count }
  var rows: [Row] = []
  /// The number of calls of `old` that have been resolved.
  var oldCount = 0
  /// The row whose properties can be used without a prefix.
  var row: RowScope { rows.last?.scope ?? .none }
  /// Returns a Boolean value that indicates whether the host has an object with a name; set while a text is updated.
  var isObjectName: ((String) -> Bool)?
  /// A Boolean value that indicates whether a text is being updated, so that former names are reported everywhere.
  var isUpdating: Bool { isObjectName != nil }
  /// Returns a Boolean value that indicates whether a name has been removed from the declarations: a property of the
  /// kind, or a word if the kind is `nil`. Set for syntax that was captured with other declarations.
  var isGone: ((_ kind: String?, _ name: String) -> Bool)?
  /// The declarations with which the text was written, if it is translated to the current ones.
  var former: FormerDeclarations?
  /// Returns the former kind of the object with a name; `nil` if there is none.
  var kindOfFormerObject: ((String) -> String?)?
  /// The reason why the text cannot be translated.
  var ambiguity: String?
  /// The types of the captured variables, by index.
  var localTypes: [ValueType] = []
  /// The name of the elements of the selection in the comprehension that is being resolved.
  var elementName: String?

  struct Row {
    var scope: RowScope
    var name: String?
  }

  /// The local variables of a definition, or of the statements outside of definitions.
  struct Scope {
    var names: [(name: String, index: Int)] = []
    var size = 0
    var isDefinition = false
    /// A Boolean value that indicates whether a `return` ends the definition.
    var isReturning = false
    var loops = 0
  }

  /// The indices of the variables that a loop's block creates in each iteration, packed into one number; 0 for none.
  struct LoopVariables {
    var slots: Range<Int>

    init(_ slots: Range<Int>) { self.slots = slots }

    init(packed: Int) { slots = packed >> 32..<packed & 0xFFFF_FFFF }

    var packed: Int { slots.lowerBound << 32 | slots.upperBound }
  }

  /// The kind of a row.
  enum RowScope: Equatable {
    case none
    case kind(Int)
    case unknown
  }

  init(_ program: Program, _ language: Language, _ known: Variables, _ declared: Declared) {
    self.program = program
    self.language = language
    self.known = known
    self.declared = declared
    nodes = program.nodes
    texts = program.texts
  }

  /// Resolves the names of one of the program's texts, and returns the errors.
  ///
  /// - Parameter checksTypes: whether types are checked once the names are resolved; `false` for a text that is being
  ///   typed, whose last operand may change.
  mutating func resolve(_ root: Int32, checksTypes: Bool = true) -> [Diagnostic] {
    switch self[root].kind {
    case .block: resolveBlock(root)
    default: resolveExpression(root)
    }
    if checksTypes, diagnostics.isEmpty {
      var checker = TypeChecker(
        nodes, texts, source: program.source, language, known, declared, localTypes: localTypes)
      checker.check(root)
      diagnostics = checker.diagnostics
    }
    frameSize = max(frameSize, scope.size)
    if scope.size > 0 { scope = Scope() }
    guard !diagnostics.isEmpty else { return [] }
    defer { diagnostics = [] }
    let start = roots > 1 ? self[root].range.lowerBound : 0
    return diagnostics.map { found in
      var found = found
      found.range = found.range.lowerBound - start..<found.range.upperBound - start
      return found
    }
  }

  func finish() -> Program {
    guard isChanged else { return program }
    return Program(
      source: program.source, nodes: nodes, roots: program.roots, texts: texts, fallbacks: fallbacks,
      captures: captures, frameSize: frameSize, commandTraits: program.commandTraits)
  }

  subscript(index: Int32) -> Node {
    get { nodes[Int(index)] }
    set {
      nodes[Int(index)] = newValue
      isChanged = true
    }
  }

  mutating func note(_ error: some Explainable, _ range: Range<Int>) {
    if diagnostics.count < Parser.diagnosticsMost { diagnostics.append(Diagnostic(error, at: range)) }
  }

  // MARK: Statements

  mutating func resolveBlock(_ index: Int32) {
    for statement in program.children(of: index) { resolveStatement(statement) }
  }

  private mutating func resolveStatement(_ index: Int32) {
    let node = self[index]
    switch node.kind {
    case .command: resolveCommand(index, node)
    case .assign, .assignOuter:
      resolveExpression(self[node.first].next)
      bind(node.first, isOuter: node.kind == .assignOuter)
    case .define: resolveDefinition(index, node)
    case .return:
      if node.first >= 0 { resolveExpression(node.first) }
      if !scope.isReturning { note(LanguageError.misplaced("return", inside: "a “def”"), node.range) }
    case .break: checkLoop("break", node)
    case .continue: checkLoop("continue", node)
    case .branch: resolveElse(index)
    case .else: resolveElse(node.first)
    case .repeatLoop, .whileLoop:
      resolveExpression(node.first)
      resolveLoop(self[node.first].next)
    case .forLoop:
      let list = self[node.first].next
      resolveExpression(list)
      withLocal(node.first) { $0.resolveLoop($0[list].next) }
    case .try: resolveTry(node)
    case .show: resolveShow(index, node)
    default: break
    }
  }

  /// Resolves a selection, or a call of a definition with the same name as a kind, if the name stands alone. The kind
  /// precedes a definition that may be made only later.
  private mutating func resolveShow(_ index: Int32, _ node: Node) {
    let base = self[node.first]
    guard base.kind == .name, declared.hasDefinition(named: texts[base.payload], known),
      let parameters = parameters(of: texts[base.payload]), parameters?.isEmpty != false
    else { return resolveExpression(node.first) }
    if node.payload != SelectionFormat.table.rawValue {
      return note(LanguageError.definitionWithOption, node.range)
    }
    set(index, .commandOfDefinition, known.symbols.definition(making: texts[base.payload]))
    self[index].first = -1
    self[index].nameCount = UInt16(truncatingIfNeeded: base.range.count)
  }

  /// Resolves the chain of `else if` in a loop, not recursively.
  private mutating func resolveElse(_ index: Int32) {
    var index = index
    while index >= 0 {
      guard self[index].kind == .branch else { return resolveBlock(index) }
      let condition = self[index].first
      resolveExpression(condition)
      let block = self[condition].next
      resolveBlock(block)
      index = self[block].next
    }
  }

  /// Resolves a loop. In a definition, the variables that the loop's block creates end with each iteration; the block's
  /// payload contains their indices.
  private mutating func resolveLoop(_ block: Int32) {
    let (names, first) = (scope.names.count, scope.size)
    scope.loops += 1
    resolveBlock(block)
    scope.loops -= 1
    scope.names.removeSubrange(names...)
    let variables = scope.size > first ? LoopVariables(first..<scope.size).packed : 0
    if self[block].payload != variables { self[block].payload = variables }
  }

  private mutating func checkLoop(_ name: String, _ node: Node) {
    if scope.loops == 0 { note(LanguageError.misplaced(name, inside: "a loop"), node.range) }
  }

  private mutating func resolveTry(_ node: Node) {
    resolveBlock(node.first)
    let second = self[node.first].next
    guard second >= 0 else { return }
    if !node.flag { return resolveBlock(second) }
    withLocal(second) { $0.resolveBlock($0[second].next) }
  }

  private mutating func resolveDefinition(_ index: Int32, _ node: Node) {
    var child = node.first
    let name = texts[self[child].payload]
    self[index].payload = known.symbols.definition(making: name)
    if language.callable(name) != nil {
      note(LanguageError.nameTaken(name, by: "a function"), self[child].range)
    } else if Language.expressionKeywords.contains(name) {
      note(LanguageError.nameTaken(name, by: "a reserved word"), self[child].range)
    }
    let outer = scope
    scope = Scope(isDefinition: true, isReturning: true)
    child = self[child].next
    while self[child].kind == .name {
      checkNewName(child)
      checkType(self[child].first)
      makeLocal(child)
      child = self[child].next
    }
    resolveBlock(child)
    self[child].payload = scope.size
    scope = outer
  }

  private mutating func checkType(_ word: Int32) {
    guard word >= 0 else { return }
    let name = program.text(self[word].range)
    if DefinitionParameter.type(named: name, language) != nil { return }
    if let present = language.presentKind(name) {
      return note(LanguageError.renamed(name, present: present), self[word].range)
    }
    let known = DefinitionParameter.typeNames(language)
    note(
      LanguageError.unknownWord(
        what: "type", name, suggestion: NearNames.nearest(to: name, among: known), known: known),
      self[word].range)
  }

  // MARK: Variables

  /// Resolves the name of a variable that is assigned: the nearest one with that name, or a new one.
  private mutating func bind(_ index: Int32, isOuter: Bool) {
    checkNewName(index)
    let name = texts[self[index].payload]
    if !isOuter {
      if let position = local(name) { return set(index, .local, position) }
      if scope.isDefinition { return makeLocal(index) }
    } else if !isVariable(name) {
      let near = NearNames.nearest(to: name, among: known.variableNames)
      note(LanguageError.unknownVariable(name, suggestion: near), self[index].range)
    }
    set(index, .global, known.symbols.variable(making: name))
  }

  mutating func withLocal(_ name: Int32, _ body: (inout Resolver) -> Void) {
    checkNewName(name)
    let index = scope.names.count
    makeLocal(name)
    body(&self)
    scope.names.remove(at: index)
  }

  private mutating func makeLocal(_ index: Int32) {
    scope.names.append((texts[self[index].payload], scope.size))
    set(index, .local, scope.size)
    scope.size += 1
  }

  mutating func set(_ index: Int32, _ kind: Node.Kind, _ payload: Int) {
    nodes[Int(index)].kind = kind
    nodes[Int(index)].payload = payload
    isChanged = true
  }

  func local(_ name: String) -> Int? { scope.names.last { $0.name == name }?.index }

  func isVariable(_ name: String) -> Bool {
    if declared.variables.contains(name) { return true }
    return known.symbols.variable(named: name).map(known.isSet) ?? false
  }

  mutating func noteUnknownVariable(_ name: String, _ range: Range<Int>) {
    let near = NearNames.nearest(to: name, among: scope.names.map(\.name) + known.variableNames)
    note(LanguageError.unknownVariable(name, suggestion: near), range)
  }

  mutating func checkNewName(_ index: Int32) {
    let name = texts[self[index].payload]
    let what: String
    switch language.constant(name) {
    case .word: what = "a word"
    case .root: what = "a value"
    case .kind: what = "a selection"
    case nil where rows.contains { $0.name == name }: what = "a row of an enclosing selection"
    case nil:
      guard Language.expressionKeywords.contains(name) else { return }
      what = "a reserved word"
    }
    note(LanguageError.nameTaken(name, by: what), self[index].range)
  }
}
