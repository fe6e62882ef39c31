/// The global variables and definitions of a session, and the local variables of the running code.
///
/// Their values are charged to the session's memory.
final class Variables {
  var symbols = Symbols()
  private(set) var declarationCount = 0
  var onChange: (() -> Void)?
  private var globals: [Value?] = []
  /// The captured values of global variables that have not changed since, by the indices of the variables.
  private var captured: [Int: CapturedValue] = [:]
  private(set) var definitions: [Definition?] = []
  /// The local variables of all frames; those from `base` are visible.
  private var stack: [Value?] = []
  private var base = 0
  private let budget: Budget

  init(_ budget: Budget) { self.budget = budget }

  /// Creates a copy of the variables and definitions, to which the names of a text that isn't run can be added.
  init(copying other: Variables) {
    (budget, symbols, globals, definitions) = (other.budget, other.symbols, other.globals, other.definitions)
  }

  /// Removes all variables and definitions, whose memory must no longer be charged.
  func reset() {
    (symbols, declarationCount, onChange) = (Symbols(), 0, nil)
    (globals, captured, definitions, stack, base) = ([], [:], [], [], 0)
  }

  /// A definition made by `def`.
  struct Definition {
    var name: String
    var parameters: [DefinitionParameter]
    var program: Program
    var block: Int32
    var comment: String

    fileprivate var memory: MemoryUse {
      var use = MemoryUse(bytes: 128 + comment.utf8.count)
      use.append(program, bytes: program.byteCount)
      return use
    }

    /// The usage line, such as `grow BOX COUNT`.
    var usage: String { ([name] + parameters.map { $0.name.uppercased() }).joined(separator: " ") }
  }

  // MARK: Known names

  func isSet(_ variable: Int) -> Bool { global(at: variable) != nil }

  func parameters(of definition: Int) -> [DefinitionParameter]? {
    self.definition(at: definition)?.parameters
  }

  var variableNames: [String] {
    symbols.variableNames.indices.filter(isSet).map { symbols.variableNames[$0] }
  }

  var definitionNames: [String] { definitions.compactMap { $0?.name } }

  // MARK: Variables

  func local(at index: Int) -> Value? { base + index < stack.count ? stack[base + index] : nil }

  func global(at index: Int) -> Value? { index < globals.count ? globals[index] : nil }

  func global(named name: String) -> Value? { symbols.variable(named: name).flatMap { global(at: $0) } }

  func assign(_ name: Node, _ value: Value) throws {
    guard name.kind == .local else { return try setGlobal(name.payload, value) }
    let index = base + name.payload
    guard index < stack.count else { return }
    let former = Self.exchange(&stack, index, value)
    do { try budget.hold(value.byteCount, insteadOf: former?.byteCount ?? 0) } catch {
      stack[index] = former
      throw error
    }
  }

  func setGlobal(_ index: Int, _ value: Value?) throws {
    declarationCount &+= 1
    while globals.count <= index { globals.append(nil) }
    let former = Self.exchange(&globals, index, value)
    if !captured.isEmpty { captured[index] = nil }
    do {
      if former == nil, value != nil { try checkCount(globals.count { $0 != nil } - 1) }
      try budget.hold(value?.byteCount ?? 0, insteadOf: former?.byteCount ?? 0)
    } catch {
      globals[index] = former
      throw error
    }
    onChange?()
  }

  func setGlobal(_ name: String, _ value: Value?) throws {
    try setGlobal(symbols.variable(making: name), value)
  }

  // This needs only one exclusive access to the variables.
  private static func exchange(_ values: inout [Value?], _ index: Int, _ value: Value?) -> Value? {
    let former = values[index]
    values[index] = value
    return former
  }

  func clear(_ name: Node) {
    if name.kind == .local { clearLocal(name.payload) }
  }

  func clear(_ variables: Resolver.LoopVariables) {
    for index in variables.slots { clearLocal(index) }
  }

  private func clearLocal(_ index: Int) {
    guard let former = local(at: index) else { return }
    budget.release(former.byteCount)
    stack[base + index] = nil
  }

  /// Returns the value of a global variable for capturing: the same object until the variable changes.
  func capture(global index: Int) -> CapturedValue? {
    if let known = captured[index] { return known }
    guard let value = global(at: index) else { return nil }
    let box = CapturedValue(value)
    captured[index] = box
    return box
  }

  private func checkCount(_ count: Int) throws {
    let most = budget.limits.variables
    guard count < most else { throw LanguageError.reached(.variables(most)) }
  }

  // MARK: Definitions

  func definition(named name: String) -> Definition? {
    symbols.definition(named: name).flatMap { definition(at: $0) }
  }

  func definition(at index: Int) -> Definition? { index < definitions.count ? definitions[index] : nil }

  /// Adds or replaces a definition, unless `check` throws an error about the result.
  func define(_ index: Int, _ definition: Definition, check: () throws -> Void) throws {
    while definitions.count <= index { definitions.append(nil) }
    let former = definitions[index]
    if former == nil { try checkCount(definitions.count { $0 != nil }) }
    try setDefinition(index, definition)
    do { try check() } catch {
      try setDefinition(index, former)
      throw error
    }
  }

  func remove(_ name: String) throws {
    let variable = symbols.variable(named: name).flatMap { isSet($0) ? $0 : nil }
    let definition = symbols.definition(named: name).flatMap { parameters(of: $0) == nil ? nil : $0 }
    if variable == nil, definition == nil {
      throw Explanation.unknown("variable or definition", name, among: variableNames + definitionNames)
    }
    if let variable { try setGlobal(variable, nil) }
    if let definition { try setDefinition(definition, nil) }
  }

  private func setDefinition(_ index: Int, _ definition: Definition?) throws {
    let (memory, before, former) = (budget.memory, budget.memory.present, definitions[index])
    if let definition { memory.charge(definition.memory, to: .present) }
    if let former { memory.release(former.memory, from: .present) }
    if let excess = memory.excess(over: before) {
      if let former { memory.charge(former.memory, to: .present) }
      if let definition { memory.release(definition.memory, from: .present) }
      throw excess
    }
    declarationCount &+= 1
    definitions[index] = definition
    onChange?()
  }

  // MARK: Frames

  /// A saved frame.
  struct Frame {
    fileprivate let base: Int
    fileprivate let count: Int
  }

  var frame: Frame { Frame(base: base, count: stack.count) }

  var frameSize: Int { stack.count - base }

  /// Enters a frame of local variables, with values for the first ones. Only its variables are visible.
  func enter(_ size: Int, _ values: [Value] = []) -> Frame {
    let outer = frame
    base = stack.count
    stack.append(contentsOf: values.lazy.map { $0 })
    stack.append(contentsOf: repeatElement(nil, count: max(0, size - values.count)))
    return outer
  }

  /// Enters a frame with captured variables, which are charged to the owner of the syntax.
  func enter(_ captured: CapturedSyntax) -> Frame {
    let outer = enter(captured.frameSize)
    for variable in captured.captured where variable.index < captured.frameSize {
      stack[base + variable.index] = variable.value
    }
    return outer
  }

  /// Leaves the visible frame and all frames within it.
  ///
  /// - Parameter isCharged: whether its variables were charged to the session.
  func leave(to outer: Frame, isCharged: Bool = true) {
    if isCharged {
      var bytes = 0
      for index in base..<stack.count { bytes += stack[index]?.byteCount ?? 0 }
      budget.release(bytes)
    }
    restore(outer)
  }

  /// Makes a saved frame visible again, discarding frames that were entered since.
  func restore(_ outer: Frame) {
    stack.removeSubrange(outer.count...)
    base = outer.base
  }
}
